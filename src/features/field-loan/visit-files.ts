import { newId } from '../../offline/id.ts';
import { scalePhoto } from '../../offline/photo.ts';
import type { VisitFile } from './visit-draft.ts';

/** So many files a visit takes; the contract allows no more. */
export const MOST_FILES = 20;
/** Largest document, bytes. */
export const LARGEST_DOCUMENT = 10_000_000;
const LONGEST_NAME = 255;
/** How each PDF begins. */
const PDF = '%PDF';
/** What may be attached besides pictures. */
const DOCUMENT_TYPES = ['application/pdf'] as const;

/** Why a chosen file was not taken; a key of `fieldLoan.visit`. */
export interface FileProblem {
  key: 'photoFailed' | 'documentFailed' | 'documentTooLarge' | 'documentType' | 'tooMany';
  name: string;
}

/** The files with one that was taken away and is wanted back; as they are when it is there or there is no room. */
export function withFile(files: readonly VisitFile[], file: VisitFile): VisitFile[] {
  if (files.length >= MOST_FILES || files.some((each) => each.id === file.id)) return [...files];
  return [...files, file];
}

/** Chosen files ready to be saved, and the first reason why one is not among them. */
export interface TakenFiles {
  files: VisitFile[];
  problem: FileProblem | null;
}

/** Those of the files for which there is room beside so many others. */
export function withinRoom({ files, problem }: TakenFiles, others: number): TakenFiles {
  const [fitting, left] = [files.slice(0, MOST_FILES - others), files[MOST_FILES - others]];
  if (left === undefined) return { files, problem };
  return { files: fitting, problem: problem ?? { key: 'tooMany', name: left.name } };
}

/** Makes chosen files ready to be saved: pictures small and without metadata, documents as they are. */
export async function takeFiles(
  chosen: readonly File[],
  kind: VisitFile['kind'],
  room: number,
): Promise<TakenFiles> {
  const files: VisitFile[] = [];
  let problem: FileProblem | null = null;
  for (const [index, file] of chosen.entries()) {
    if (index >= room) return { files, problem: { key: 'tooMany', name: file.name } };
    const taken = await takeFile(file, kind);
    if ('key' in taken) problem ??= taken;
    else files.push(taken);
  }
  return { files, problem };
}

async function takeFile(file: File, kind: VisitFile['kind']): Promise<VisitFile | FileProblem> {
  const { name } = file;
  if (file.type.startsWith('image/')) {
    try {
      const { bytes, contentType } = await scalePhoto(file);
      return { id: newId(), kind, name: jpegName(name), contentType, bytes };
    } catch {
      return { key: 'photoFailed', name };
    }
  }
  if (!DOCUMENT_TYPES.some((type) => type === file.type)) return { key: 'documentType', name };
  if (file.size === 0) return { key: 'documentFailed', name };
  if (file.size > LARGEST_DOCUMENT) return { key: 'documentTooLarge', name };
  try {
    const bytes = await file.arrayBuffer();
    // Whatever its name says: the server looks inside too, hours later.
    if (!isPdf(bytes)) return { key: 'documentFailed', name };
    return { id: newId(), kind, name: pdfName(name), contentType: file.type, bytes };
  } catch {
    return { key: 'documentFailed', name };
  }
}

const isPdf = (bytes: ArrayBuffer): boolean =>
  new TextDecoder('latin1').decode(bytes.slice(0, PDF.length)) === PDF;

/** As long as the contract takes it. */
const pdfName = (name: string): string =>
  name.length <= LONGEST_NAME ? name : `${name.replace(/\.[^.]*$/, '').slice(0, 200)}.pdf`;

/** A picture's name with the ending of what it was made into. */
function jpegName(name: string): string {
  return `${name.replace(/\.[^.]*$/, '').slice(0, 200) || 'photo'}.jpg`;
}
