import type { Readable } from 'node:stream';
import { unavailable } from '../errors.ts';
import type { CallError } from '../errors.ts';

/** What was stored: bytes and lower-case hex SHA-256, as counted while writing. */
export interface StoredFile {
  readonly size: number;
  readonly sha256: string;
}

/**
 * Where files' bytes lie: a folder, or a bucket of a store of the S3 protocol. Keys are made by us (`imports/<uuid>`), never
 * by a sender. One store serves all processes.
 */
export interface FileStore {
  /** Stores the bytes under the key, durably before it returns; a reader sees the whole file or none. Replaces. */
  write(key: string, source: Readable | Buffer): Promise<StoredFile>;
  /** The bytes. Throws FileMissingError when there is no such key, 503 when it can not be read at the moment. */
  read(key: string): Promise<Readable>;
  /** Lends the file as a local path for random access, until `borrow` settles. Throws as `read` does. */
  withLocalFile<Result>(key: string, borrow: (path: string) => Promise<Result>): Promise<Result>;
  /** Removes the key; nothing happens when it is not there. */
  remove(key: string): Promise<void>;
}

/** Segments of small letters, digits and dashes: no key can leave the store, whatever it holds. */
const keyPattern = /^[a-z0-9-]+(\/[a-z0-9-]+)+$/;

/** The key, when it is one; what else is given for one is a fault of ours. */
export function checkedKey(key: string): string {
  if (!keyPattern.test(key)) throw new Error(`This is not a key of the file store: ${key}`);
  return key;
}

/** The files are there but can not be read for the moment: a store that is away, a disk that is not mounted or lets nobody in. */
export const filesAway = (cause: unknown): CallError =>
  unavailable('Files can not be reached at the moment. Try again in a minute.', 30, { cause });

/** The file store has no such key. */
export class FileMissingError extends Error {
  override readonly name = 'FileMissingError';
}
