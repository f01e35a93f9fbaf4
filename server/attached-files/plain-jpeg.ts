/** Of a JPEG: SOI, SOS, EOI, and the header segments that a picture needs or a canvas writes. */
const SOI = 0xd8;
const SOS = 0xda;
const EOI = 0xd9;
const APP2 = 0xe2;
/** JFIF (E0), colour profile (E2), tables, frames, restarts, Adobe's colour transform (EE). */
const NEEDED = new Set([0xc0, 0xc1, 0xc2, 0xc4, 0xdb, 0xdd, 0xe0, APP2, 0xee, SOS]);
/** JFIF is 16 bytes, without a thumbnail, and Adobe's 14; of profiles those of browsers have hundreds. */
const MOST_BYTES: ReadonlyMap<number, number> = new Map([
  [0xe0, 16],
  [APP2, 4096],
  [0xee, 14],
]);

/** Where the first scan begins; -1 when something stands before it that no picture needs, such as a comment. */
function scanOf(bytes: Buffer): number {
  let at = 2;
  let profiles = 0;
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const size = bytes.readUInt16BE(at + 2);
    if (!NEEDED.has(marker) || size > (MOST_BYTES.get(marker) ?? Infinity)) return -1;
    if (marker === APP2 && ++profiles > 1) return -1;
    at += 2 + size;
    if (marker === SOS) return at;
  }
  return -1;
}

/**
 * Whether a JPEG is one scan and what belongs to it: no comments, no application's own data, nothing behind its end. A
 * canvas writes such ones. In a scan FF is followed by 0 or is a restart, so the first other marker must be the end.
 */
export function isPlainJpeg(bytes: Buffer): boolean {
  if (bytes[0] !== 0xff || bytes[1] !== SOI) return false;
  const scan = scanOf(bytes);
  if (scan === -1) return false;
  for (let at = bytes.indexOf(0xff, scan); at !== -1; at = bytes.indexOf(0xff, at + 2)) {
    const next = bytes[at + 1] ?? 0;
    if (next === EOI) return at + 2 === bytes.length;
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return false;
  }
  return false;
}
