/** A part should be through in about so long, milliseconds: what a broken line costs at most. */
const PART_MS = 15_000;
/** A line that carries less than so many bytes in a millisecond is slow: 16 KB a second. */
const SLOW_BYTES_PER_MS = 16;
/** Of less than this a line's speed can't be told, unless it took long, bytes and milliseconds. */
const TELLING_BYTES = 16_384;
const TELLING_MS = 1500;

/** Parts of files: never larger, never smaller, bytes. */
export const LARGEST_PART = 262_144;
export const SMALLEST_PART = 4096;

let bytesPerMs: number | null = null;

/** Notes that so many bytes went out and were answered in so long, of which the server worked `workedMs`. */
export function noteSpeed(bytes: number, allMs: number, workedMs = 0): void {
  // A busy server is no slow line: in smaller parts it would have more to do.
  const ms = allMs - Math.min(Math.max(0, workedMs), allMs);
  if (bytes < TELLING_BYTES && ms < TELLING_MS) return;
  const speed = bytes / Math.max(1, ms);
  bytesPerMs = bytesPerMs === null ? speed : (bytesPerMs + speed) / 2;
}

/** Is the line known to be slow? Then one thing goes after the other, and all in small parts. */
export function isLineSlow(): boolean {
  return bytesPerMs !== null && bytesPerMs < SLOW_BYTES_PER_MS;
}

/** The size of a part that fits the line, a power of two; `most`: what got through of this file at all. */
export function partBytes(most = LARGEST_PART): number {
  const wanted = bytesPerMs === null ? LARGEST_PART : bytesPerMs * PART_MS;
  const fit = 2 ** Math.floor(Math.log2(Math.max(SMALLEST_PART, wanted)));
  return Math.max(SMALLEST_PART, Math.min(LARGEST_PART, most, fit));
}
