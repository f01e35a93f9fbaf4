import type { Readable } from 'node:stream';
import type { StoredFile } from '../file-store/file-store.ts';

/** Where backups' files lie. */
export interface BackupPlace {
  /** The folder's path or the store's address: for people. */
  readonly name: string;
  /** Puts a file there, durably before it returns. One whose bytes end with an error is not there. */
  put(name: string, bytes: AsyncIterable<Uint8Array>): Promise<StoredFile>;
  /** Reads a file. Throws BackupGone when it is not there. */
  read(name: string): Promise<Readable>;
  /** In bytes; null: it is not there. */
  sizeOf(name: string): Promise<number | null>;
  /** Removes a file; nothing happens when it is not there. */
  remove(name: string): Promise<void>;
  /** Removes what was begun and never finished, where `isLeft` says that nobody is at it any more. */
  sweep(isLeft: (name: string, touchedAt: Date) => boolean): Promise<void>;
}

/** Names that we give: no path in them. */
export const backupFileName = (at: Date, id: string): string =>
  `recoup-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z-${id.slice(-6)}.backup`;
