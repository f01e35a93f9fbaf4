import { createHash } from 'node:crypto';
import type { FileStore } from '../file-store/file-store.ts';
import type { CheckedFile } from './file-content.ts';

/** Where a file's bytes lie in the store. */
export const bytesKey = (id: string): string => `dispositions/${id}`;

/** Where a picture's small copy lies. */
export const previewKey = (id: string): string => `previews/${id}`;

/** Lower-case hex SHA-256. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Stores a file and its preview, durably; the same again changes nothing. */
export async function keepBytes(store: FileStore, id: string, file: CheckedFile): Promise<void> {
  if (file.preview) await store.write(previewKey(id), file.preview);
  await store.write(bytesKey(id), file.bytes);
}

/** Removes what `keepBytes` stored. */
export async function dropBytes(store: FileStore, id: string): Promise<void> {
  await store.remove(bytesKey(id));
  await store.remove(previewKey(id));
}
