import { newId } from '../../offline/id.ts';
import { scalePhoto } from '../../offline/photo.ts';
import type { VisitFile } from './visit-draft.ts';

/** So many files a visit takes; the contract allows no more. */
export const MOST_FILES = 20;
/** Largest document, bytes. */
export const LARGEST_DOCUMENT = 10_000_000;
const LONGEST_NAME = 255;
/** How each PDF begins. */
const PDF = /^%PDF/;
/** How pictures of iPhones, and of some other cameras, begin: few browsers read them. */
const HEIC = /^.{4}ftyp(hei|hev|mif1|msf1)/s;
/** What may be attached besides pictures. */
const PDF_TYPE = 'application/pdf';
/** What a browser says of a file whose name has no ending that it knows. */
const UNTOLD_TYPES: ReadonlySet<string> = new Set(['', 'application/octet-stream']);

/** Why a chosen file was not taken; a key of `fieldLoan.visit`. */
export interface FileProblem {
  key:
    | 'photoFailed'
    | 'photoHeic'
    | 'documentFailed'
    | 'documentTooLarge'
    | 'documentType'
    | 'alreadyHere'
    | 'tooMany';
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

/** Those of the files that are not there yet, and for which there is room beside the others. */
export function withinRoom(
  { files: ready, problem: found }: TakenFiles,
  others: readonly VisitFile[],
): TakenFiles {
  const isHere = (file: VisitFile, at: number) =>
    [...others, ...ready.slice(0, at)].some((each) => isSame(each, file));
  const twice = ready.find(isHere);
  const files = ready.filter((file, at) => !isHere(file, at));
  const problem: FileProblem | null =
    found ?? (twice === undefined ? null : { key: 'alreadyHere', name: twice.name });
  const room = MOST_FILES - others.length;
  const [fitting, left] = [files.slice(0, room), files[room]];
  if (left === undefined) return { files, problem };
  return { files: fitting, problem: problem ?? { key: 'tooMany', name: left.name } };
}

/** The same picture or document again: what is made of one is the same each time. */
function isSame({ bytes: one }: VisitFile, { bytes: other }: VisitFile): boolean {
  if (one.byteLength !== other.byteLength) return false;
  const [left, right] = [new Uint8Array(one), new Uint8Array(other)];
  return left.every((byte, at) => byte === right[at]);
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

/** By what it holds, not by what it is called: a gallery hands pictures over without a type, a scanner PDFs as pictures. */
async function takeFile(file: File, kind: VisitFile['kind']): Promise<VisitFile | FileProblem> {
  const { name, type } = file;
  const isPicture = type.startsWith('image/');
  const start = await startOf(file);
  if (PDF.test(start)) return takePdf(file);
  if (type === PDF_TYPE) return { key: 'documentFailed', name };
  if (!isPicture && !UNTOLD_TYPES.has(type)) return { key: 'documentType', name };
  try {
    const { bytes, contentType } = await scalePhoto(file);
    return { id: newId(), kind, name: jpegName(name), contentType, bytes };
  } catch {
    if (HEIC.test(start)) return { key: 'photoHeic', name };
    return { key: isPicture ? 'photoFailed' : 'documentType', name };
  }
}

async function takePdf(file: File): Promise<VisitFile | FileProblem> {
  const { name } = file;
  if (file.size > LARGEST_DOCUMENT) return { key: 'documentTooLarge', name };
  try {
    const bytes = await file.arrayBuffer();
    // Also from the camera's button: as a photo the server would refuse it, hours later.
    return {
      id: newId(),
      kind: 'supportingDoc',
      name: pdfName(name),
      contentType: PDF_TYPE,
      bytes,
    };
  } catch {
    return { key: 'documentFailed', name };
  }
}

/** Nothing of a file that can't be read: a cloud's picture without a network. */
const startOf = async (file: File): Promise<string> =>
  file
    .slice(0, 12)
    .text()
    .catch(() => '');

/** With the ending of what it is, and as long as the contract takes it. */
const pdfName = (name: string): string =>
  name.length <= LONGEST_NAME && /\.pdf$/i.test(name)
    ? name
    : `${name.replace(/\.[^.]*$/, '').slice(0, 200)}.pdf`;

/** A picture's name with the ending of what it was made into. */
function jpegName(name: string): string {
  return `${name.replace(/\.[^.]*$/, '').slice(0, 200) || 'photo'}.jpg`;
}
