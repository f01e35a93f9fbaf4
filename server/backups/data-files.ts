import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { BackupProblem } from './backup-problem.ts';

/*
 * What else lies in DATA_DIR: files, sealed uploads, keys. Named is what does not belong to a backup, so that what is added
 * to the folder later is in it.
 */

/** Where the file store's keys stand in a data folder, and in a backup. */
export const FILES_FOLDER = 'files/';

/** Of the embedded database, of this process, of calls under way, of the backups themselves, of the disk. */
const LEFT_OUT =
  /^(postgres(\..*)?|server\.lock.*|life\.json.*|incoming|lost\+found|backups|recoup-.*\.backup|restored-.*|before-restore-.*|tmp|temporary.*|demo\.password)$/;

/** A file that is still being written; it comes again under its own name. */
const UNFINISHED = /\.(part|new)$/;

/** Names of folders and a file below a folder: none of them leads out of it. */
const BELOW = /^(?!\.{1,2}(\/|$))[^/\0]+(\/(?!\.{1,2}(\/|$))[^/\0]+)*$/;

/** Whether what has this path below the data folder, and never beside it, belongs to backups. */
export const isBackedUp = (path: string): boolean =>
  BELOW.test(path) && !LEFT_OUT.test(path.split('/')[0] ?? '');

/**
 * What a call of the disk found; null when nothing is there any more. What is there and can't be read is told: a backup
 * without it would look whole.
 */
export async function unlessGone<Found>(
  path: string,
  found: Promise<Found>,
): Promise<Found | null> {
  try {
    return await found;
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    if (code === 'ENOENT') return null;
    throw new BackupProblem('file-unreadable', { path, reason: code }, { cause });
  }
}

interface Walk {
  readonly leftOut: string;
  readonly found: string[];
}

/** What a name stands for: operators move a folder that grows to another disk and leave a link in its place. */
async function behind(
  entry: Dirent,
  path: string,
): Promise<Pick<Dirent, 'isFile' | 'isDirectory'>> {
  if (!entry.isSymbolicLink()) return entry;
  return (await unlessGone(path, stat(path))) ?? entry;
}

/** `above` are the real places of the folders that it lies in: a link back to one of them leads nowhere new. */
async function walk(
  folder: string,
  path: string,
  walked: Walk,
  above: readonly string[],
): Promise<void> {
  const here = join(folder, path);
  const place = await unlessGone(here, realpath(here));
  const isLeftOut = path !== '' && place === walked.leftOut;
  if (place === null || isLeftOut || above.includes(place)) return;
  const entries = await unlessGone(here, readdir(here, { withFileTypes: true }));
  for (const entry of entries ?? []) {
    const name = path === '' ? entry.name : `${path}/${entry.name}`;
    if (!isBackedUp(name)) continue;
    const kind = await behind(entry, join(folder, name));
    if (kind.isDirectory()) await walk(folder, name, walked, [...above, place]);
    else if (kind.isFile() && !UNFINISHED.test(name)) walked.found.push(name);
  }
}

/**
 * Paths below `dataDir` that a backup has, with `/` between folders. None when there is no such folder. Backups are put into
 * `backupDir`, wherever that is: a backup of the backups would double each day.
 */
export async function listDataFiles(dataDir: string, backupDir: string): Promise<string[]> {
  const found: string[] = [];
  const away = resolve(backupDir);
  const leftOut = (await unlessGone(away, realpath(away))) ?? away;
  await walk(resolve(dataDir), '', { leftOut, found }, []);
  return found.sort();
}
