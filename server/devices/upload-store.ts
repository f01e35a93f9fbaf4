import { FileStore } from '@tus/file-store';
import type { Upload } from '@tus/server';
import { mkdirSync } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const DAY_MS = 86_400_000;
/** An upload that was not finished by then is begun anew. */
const KEPT_DAYS = 7;

/** Where unfinished uploads lie, one folder for all server processes: sealed bytes, and what they are beside them. */
export class UploadStore extends FileStore {
  constructor(directory: string) {
    // Made here, because the library would let everybody in.
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    super({ directory, expirationPeriodInMilliseconds: KEPT_DAYS * DAY_MS });
  }

  /** How far an upload got: what a device is told lies on the disk, whatever happens to this machine. Throws 404, 410. */
  override async getUpload(id: string): Promise<Upload> {
    const file = await open(join(this.directory, id), 'r').catch(() => null);
    try {
      await file?.sync();
    } finally {
      await file?.close();
    }
    return super.getUpload(id);
  }

  /** How many uploads whose id begins so are unfinished. */
  async countOf(prefix: string): Promise<number> {
    const names = await readdir(this.directory);
    return names.filter((name) => name.startsWith(prefix) && name.endsWith('.json')).length;
  }

  /** Removes an upload; nothing happens when it is gone. */
  async drop(id: string): Promise<void> {
    for (const name of [id, `${id}.json`]) await rm(join(this.directory, name), { force: true });
  }
}

/** Removes what was not finished within its days. Several processes may do it at once. */
export async function removeOldUploads(directory: string, nowMs: number): Promise<void> {
  for (const name of await readdir(directory).catch(() => [])) {
    const path = join(directory, name);
    const found = await stat(path).catch(() => null);
    // A day later, so that a device is told 410 first.
    if (found && found.mtimeMs < nowMs - (KEPT_DAYS + 1) * DAY_MS) await rm(path, { force: true });
  }
}
