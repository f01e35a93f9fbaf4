import { createHash } from 'node:crypto';
import type { PutBackup } from './backup-place.ts';

/** Bytes on their way to where they are kept, and what they came to; known when all of them have passed. */
export function countedBytes(bytes: AsyncIterable<Uint8Array>): {
  pieces: AsyncGenerator<Uint8Array>;
  total: () => PutBackup;
} {
  const hash = createHash('sha256');
  let total: PutBackup = { size: 0, sha256: '' };
  async function* pieces() {
    let size = 0;
    for await (const piece of bytes) {
      hash.update(piece);
      size += piece.length;
      yield piece;
    }
    total = { size, sha256: hash.digest('hex') };
  }
  return { pieces: pieces(), total: () => total };
}
