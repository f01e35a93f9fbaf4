import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { wrongFileType } from '../errors.ts';
import { fileLine, inTurn } from '../spreadsheets/file-thread.ts';
import { isPlainJpeg } from './plain-jpeg.ts';

/** A picture of more pixels is refused before it is unpacked. */
const MOST_PIXELS = 50_000_000;
const PREVIEW_EDGE = 480;
/**
 * A file of 2 KB may unpack to the most pixels: some 450 MB and seconds of work, on a thread that passwords and files need
 * too. Pictures are looked at one after the other.
 */
const pictures = fileLine(1);
/** What is taken, and how names of each type end; the first is the one that is given. */
const PICTURES: ReadonlyMap<string, readonly string[]> = new Map([
  ['image/jpeg', ['jpg', 'jpeg']],
  ['image/png', ['png']],
  ['image/webp', ['webp']],
]);
const DOCUMENTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['application/pdf', ['pdf']],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', ['docx']],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', ['xlsx']],
]);

/** A file whose content was looked at. */
export interface CheckedFile {
  /** By its content, whatever its name says. */
  readonly contentType: string;
  /** What is kept: of a picture that carries more than itself (place, camera, comments) a copy without it. */
  readonly bytes: Buffer;
  /** A small JPEG of a picture, null for documents. */
  readonly preview: Buffer | null;
}

const open = (bytes: Buffer) =>
  sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', sequentialRead: true });

async function reencoded(bytes: Buffer, contentType: string): Promise<Buffer> {
  // Turned upright first: the orientation is metadata too, and goes. Metadata is dropped unless asked for.
  const upright = open(bytes).rotate();
  if (contentType === 'image/png') return upright.png().toBuffer();
  if (contentType === 'image/webp') return upright.webp({ quality: 88 }).toBuffer();
  return upright.jpeg({ quality: 88 }).toBuffer();
}

async function checkedPicture(
  bytes: Buffer,
  contentType: string,
  isFromDevice: boolean,
): Promise<CheckedFile> {
  try {
    const preview = await open(bytes)
      .rotate()
      .resize(PREVIEW_EDGE, PREVIEW_EDGE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 75 })
      .toBuffer();
    const isAsMade = isFromDevice && isPlainJpeg(bytes);
    const kept = isAsMade ? bytes : await reencoded(bytes, contentType);
    return { contentType, bytes: kept, preview };
  } catch (error) {
    throw Object.assign(
      wrongFileType('This picture is damaged or too large. Take it again or choose another.'),
      { cause: error },
    );
  }
}

/**
 * Looks at a file's content: JPEG, PNG, WebP (decoded whole, up to 50 megapixels), PDF, Word and Excel are taken. Pictures
 * sent directly are encoded anew; those of a device, which makes plain JPEGs, stay byte for byte as announced. One that
 * carries more (metadata, comments, bytes behind its end) is encoded anew too, and nothing is refused. Throws 415 for anything else.
 */
export async function checkedFile(
  bytes: Buffer,
  options: { isPictureWanted: boolean; isFromDevice: boolean },
): Promise<CheckedFile> {
  const contentType = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime ?? '';
  if (PICTURES.has(contentType))
    return inTurn(pictures, () => checkedPicture(bytes, contentType, options.isFromDevice));
  if (options.isPictureWanted)
    throw wrongFileType('Attach a picture here: JPEG, PNG or WebP. This file is none.');
  if (DOCUMENTS.has(contentType)) return { contentType, bytes, preview: null };
  throw wrongFileType('Attach a picture (JPEG, PNG, WebP), a PDF, a Word or an Excel file.');
}

/** A sender's file name made harmless: no folders, no control characters, never empty. For showing only. */
export function shownName(name: string): string {
  const last = name
    .replace(/^.*[\\/]/s, '')
    // Control characters would break headers and listings; those of direction show "exe.pdf" where "fdp.exe" stands.
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, '')
    .trim();
  return last === '' || last === '.' || last === '..' ? 'file' : last.slice(-255);
}

/**
 * The name under which a file is saved: it ends as its content does. A PDF that is a page too, sent as "letter.html",
 * would be opened as a page where it lands.
 */
export function savedName(name: string, contentType: string): string {
  const endings = PICTURES.get(contentType) ?? DOCUMENTS.get(contentType) ?? [];
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const [usual] = endings;
  return usual === undefined || endings.includes(ending) ? name : `${name}.${usual}`;
}
