import type { Readable } from 'node:stream';

/** What was stored: bytes and lower-case hex SHA-256, as counted while writing. */
export interface StoredFile {
  readonly size: number;
  readonly sha256: string;
}

/**
 * Where files' bytes lie. Keys are made by us (`imports/<uuid>`), never by a sender. One store serves all processes;
 * a folder today, any other store that keeps these promises tomorrow.
 */
export interface FileStore {
  /** Stores the bytes under the key, durably before it returns; a reader sees the whole file or none. Replaces. */
  write(key: string, source: Readable | Buffer): Promise<StoredFile>;
  /** The bytes. Throws FileMissingError when there is no such key. */
  read(key: string): Promise<Readable>;
  /** Lends the file as a local path for random access, until `borrow` settles. Throws FileMissingError. */
  withLocalFile<Result>(key: string, borrow: (path: string) => Promise<Result>): Promise<Result>;
  /** Removes the key; nothing happens when it is not there. */
  remove(key: string): Promise<void>;
}

/** The file store has no such key. */
export class FileMissingError extends Error {
  override readonly name = 'FileMissingError';
}
