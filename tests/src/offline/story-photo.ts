import { createHash } from 'node:crypto';
import type { Random } from './story-random.ts';

/** A photo with some of the visits, and its checksum. */
export function maybePhoto(random: Random) {
  const bytes = new Uint8Array(20).fill(random.next() * 255);
  const photo = { kind: 'photo' as const, name: 'p.jpg', contentType: 'image/jpeg' };
  return {
    files: random.chance(0.3) ? [{ ...photo, bytes: bytes.buffer }] : [],
    sum: createHash('sha256').update(bytes).digest('hex'),
  };
}
