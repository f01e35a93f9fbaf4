import { createHash } from 'node:crypto';
import type { StoredFile } from './file-store.ts';

/** Bytes on their way to where they are kept, and what they came to; known when all of them have passed. */
export function countedBytes(bytes: AsyncIterable<Uint8Array> | Buffer): {
  pieces: AsyncGenerator<Uint8Array>;
  total: () => StoredFile;
} {
  const hash = createHash('sha256');
  let total: StoredFile = { size: 0, sha256: '' };
  async function* pieces() {
    let size = 0;
    for await (const piece of Buffer.isBuffer(bytes) ? [bytes] : bytes) {
      hash.update(piece);
      size += piece.length;
      yield piece;
    }
    total = { size, sha256: hash.digest('hex') };
  }
  return { pieces: pieces(), total: () => total };
}
