import type { TFunction } from 'i18next';
import { formatBytes } from '../lib/format-bytes.ts';

/** What may be chosen at one place. */
export interface FileLimits {
  /** File name endings with the dot: ['.csv', '.xlsx']. */
  endings: readonly string[];
  maxBytes: number;
  /** So many files; one unless told. With one, the file chosen next takes its place. */
  most?: number;
}

/** The files that are there after some more were chosen, and why one of those is not among them. */
export interface FileChoice {
  files: readonly File[];
  problem: string | null;
}

const isSame = (one: File, other: File): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

/** Takes those of the chosen files that fit beside the ones there, each once; the same list when none does. */
export function chooseFiles(
  there: readonly File[],
  chosen: readonly File[],
  limits: FileLimits,
  t: TFunction,
): FileChoice {
  const { most = 1 } = limits;
  const kept = most === 1 ? [] : there;
  const fresh = chosen.filter((file) => !kept.some((each) => isSame(each, file)));
  const problems = fresh.map((file) => problemOf(file, limits, t));
  const fitting = fresh.filter((_, index) => problems[index] === null);
  const all = [...kept, ...fitting];
  const left = all[most];
  return {
    files: fitting.length === 0 ? there : all.slice(0, most),
    problem:
      problems.find((problem) => problem !== null) ??
      (left === undefined ? null : t('widgets.tooManyFiles', { count: most, name: left.name })),
  };
}

/** Why a file is not taken, in words. */
function problemOf(file: File, { endings, maxBytes }: FileLimits, t: TFunction): string | null {
  const { name, size } = file;
  if (!endings.some((end) => name.toLowerCase().endsWith(end)))
    return t('widgets.wrongType', { name, types: endings.join(', ') });
  if (size === 0) return t('widgets.emptyFile', { name });
  return size > maxBytes ? t('widgets.tooLarge', { name, limit: formatBytes(maxBytes) }) : null;
}
