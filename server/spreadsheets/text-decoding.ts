import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';

/** How a text file is written, and how many line ends it has: a first guess of its rows. */
export interface TextKind {
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  readonly lineCount: number;
}

const chunkBytes = 262_144;

function utf16Kind(head: Buffer): TextKind['encoding'] | null {
  if (head.length < 2) return null;
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (head[0] === 0 && head[1] !== 0) return 'utf-16be';
  return head[1] === 0 && head[0] !== 0 ? 'utf-16le' : null;
}

function countLines(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count += 1;
  return count;
}

/** How many bytes at the end belong to a character whose rest is in the next chunk (0 to 3). */
function openTail(chunk: Buffer): number {
  for (let back = 1; back <= Math.min(3, chunk.length); back += 1) {
    const byte = chunk[chunk.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}

/** Looks through a whole text file once: its encoding by byte-order mark, else UTF-8 where valid, else Windows-1252. */
export async function inspectText(path: string): Promise<TextKind> {
  let lineCount = 0;
  let isValid = true;
  let encoding: TextKind['encoding'] | null = null;
  let rest = Buffer.alloc(0);
  let isFirst = true;
  for await (const part of createReadStream(path, {
    highWaterMark: chunkBytes,
  }) as AsyncIterable<Buffer>) {
    if (isFirst) encoding = utf16Kind(part);
    isFirst = false;
    lineCount += countLines(part);
    if (encoding !== null || !isValid) continue;
    const chunk = rest.length > 0 ? Buffer.concat([rest, part]) : part;
    const open = openTail(chunk);
    isValid = isUtf8(chunk.subarray(0, chunk.length - open));
    rest = Buffer.from(chunk.subarray(chunk.length - open));
  }
  return { encoding: encoding ?? (isValid ? 'utf-8' : 'windows-1252'), lineCount };
}

/** The file's text in chunks, without byte-order mark and NULs, every line end as `\n`. */
export async function* decodeText(
  path: string,
  encoding: TextKind['encoding'],
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder(encoding);
  let heldBack = '';
  for await (const chunk of createReadStream(path, {
    highWaterMark: chunkBytes,
  }) as AsyncIterable<Buffer>) {
    let text = heldBack + decoder.decode(chunk, { stream: true });
    // A `\r` at the very end may be half a line end.
    heldBack = text.endsWith('\r') ? '\r' : '';
    if (heldBack !== '') text = text.slice(0, -1);
    if (text.includes('\r')) text = text.replace(/\r\n?/g, '\n');
    if (text.includes('\u0000')) text = text.replaceAll('\u0000', '');
    if (text !== '') yield text;
  }
  const last = heldBack + decoder.decode();
  if (last !== '') yield last.replace(/\r\n?/g, '\n');
}
