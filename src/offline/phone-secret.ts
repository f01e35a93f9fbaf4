import { fromBase64Url, toBase64Url } from './bytes.ts';
import type { Bytes } from './bytes.ts';
import { writeToOpen } from './storage-reserve.ts';

/**
 * A part of what opens a vault without the password, in a file of its own (the origin's private file system). A browser's
 * databases keep what was deleted in their logs; a file that is removed is gone from the profile.
 */
interface Folder {
  getFileHandle: (name: string, options?: { create: boolean }) => Promise<FileSystemFileHandle>;
  removeEntry: (name: string) => Promise<void>;
}

const nameOf = (userId: string) => `unlock-${userId}`;

/** Null: this browser has none. Throws where it gives none out: private windows, and full phones (STORAGE_FULL). */
async function folder(): Promise<Folder | null> {
  const { storage } = (globalThis as { navigator?: { storage?: Partial<StorageManager> } })
    .navigator ?? { storage: undefined };
  if (typeof storage?.getDirectory !== 'function') return null;
  const open = storage.getDirectory.bind(storage);
  return writeToOpen(open);
}

const isMissing = (error: unknown) => error instanceof Error && error.name === 'NotFoundError';

/** Can this browser keep such a part, so that it can be erased? */
export async function canKeepPhoneSecret(): Promise<boolean> {
  const Handle = (globalThis as { FileSystemFileHandle?: { prototype: object } })
    .FileSystemFileHandle;
  const canWrite = Handle === undefined || 'createWritable' in Handle.prototype;
  return canWrite && (await folder().catch(() => null)) !== null;
}

/** Keeps a user's part; the one before is gone. Throws when it can't be written. */
export async function writePhoneSecret(userId: string, secret: Bytes): Promise<void> {
  const place = await folder();
  if (place === null) throw new Error('There is no place for it.');
  await erasePhoneSecret(userId);
  const handle = await place.getFileHandle(nameOf(userId), { create: true });
  const writing = await handle.createWritable();
  await writing.write(toBase64Url(secret));
  await writing.close();
}

/** A user's part; null: there is none any more. Throws when that can't be known now. */
export async function readPhoneSecret(userId: string): Promise<Bytes | null> {
  try {
    const handle = await (await folder())?.getFileHandle(nameOf(userId));
    const text = await (await handle?.getFile())?.text();
    return text === undefined || text === '' ? null : fromBase64Url(text);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Erases a user's part: what was wrapped with it opens for nobody any more. */
export async function erasePhoneSecret(userId: string): Promise<void> {
  try {
    await (await folder())?.removeEntry(nameOf(userId));
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
