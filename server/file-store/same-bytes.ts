import { createHash } from 'node:crypto';
import { log } from '../log.ts';
import { FileMissingError } from './file-store.ts';

/**
 * The bytes of a file of which is known what they were when it was stored. The last piece is held back until all of them are
 * these: of other bytes, which lie under the key now, nobody gets a whole file. Throws FileMissingError then.
 */
export async function* sameBytes(
  bytes: AsyncIterable<Uint8Array>,
  { key, sha256 }: { readonly key: string; readonly sha256: string },
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let last: Uint8Array | null = null;
  for await (const piece of bytes) {
    hash.update(piece);
    if (last !== null) yield last;
    last = piece;
  }
  if (hash.digest('hex') !== sha256) {
    log.error(`The store of files has other bytes under ${key} than were stored there.`);
    throw new FileMissingError(`The file store has no such ${key} any more.`);
  }
  if (last !== null) yield last;
}
