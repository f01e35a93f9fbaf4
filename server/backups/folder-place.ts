import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { countedBytes } from '../file-store/counted-bytes.ts';
import type { StoredFile } from '../file-store/file-store.ts';
import { syncFolder } from '../file-store/folder-store.ts';
import type { BackupPlace } from './backup-place.ts';
import { BackupGone, BackupProblem } from './backup-problem.ts';

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
/** ENOENT: it is a link to a disk that is not mounted, or was taken away while it was written to. */
const CLOSED = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT', 'ELOOP']);

/** What a full disk and a closed folder are called. */
function withSentence(error: unknown, folder: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (typeof code === 'string' && FULL.has(code))
    return new BackupProblem('no-room-for-backup', { place: folder }, { cause: error });
  if (typeof code === 'string' && CLOSED.has(code))
    return new BackupProblem('place-not-writable', { place: folder }, { cause: error });
  return error;
}

async function put(
  folder: string,
  name: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<StoredFile> {
  const path = join(folder, name);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { pieces, total } = countedBytes(bytes);
    const source = Readable.from(pieces, { objectMode: false });
    await pipeline(source, createWriteStream(`${path}.part`, { mode: 0o600, flush: true }));
    await rename(`${path}.part`, path);
    // The name must be as durable as the bytes.
    await syncFolder(folder);
    return total();
  } catch (error) {
    await rm(`${path}.part`, { force: true }).catch(() => undefined);
    throw withSentence(error, folder);
  }
}

/** A folder of this machine, or one that is mounted there; made at the first backup. */
export function folderPlace(folder: string): BackupPlace {
  const statOf = (name: string) =>
    stat(join(folder, name)).catch((error: unknown) => {
      if (
        error instanceof Error &&
        'code' in error &&
        ['ENOENT', 'ENOTDIR'].includes(String(error.code))
      )
        return null;
      throw withSentence(error, folder);
    });
  return {
    name: folder,
    put: async (name, bytes) => put(folder, name, bytes),
    read: async (name) => {
      if ((await statOf(name)) === null)
        throw new BackupGone('backup-file-gone', { file: name, place: folder });
      return createReadStream(join(folder, name));
    },
    sizeOf: async (name) => (await statOf(name))?.size ?? null,
    remove: async (name) => rm(join(folder, name), { force: true }),
    sweep: async (isLeft) => {
      for (const part of await readdir(folder).catch(() => [])) {
        if (!/^recoup-.*\.part$/.test(part)) continue;
        const touchedAt = (await statOf(part))?.mtime;
        if (touchedAt !== undefined && isLeft(part.slice(0, -5), touchedAt))
          await rm(join(folder, part), { force: true });
      }
    },
  };
}
