import { randomBytes } from 'node:crypto';
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { databaseCode } from '../errors.ts';
import { log } from '../log.ts';
import type { Upkeep } from '../upkeep.ts';
import { countedBytes } from './counted-bytes.ts';
import { FileMissingError, checkedKey, filesAway } from './file-store.ts';
import type { FileStore, StoredFile } from './file-store.ts';

/** The names in a folder are as durable as the bytes. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function writeDurably(path: string, source: Readable | Buffer): Promise<StoredFile> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const unfinished = `${path}.${randomBytes(6).toString('hex')}.part`;
  const { pieces, total } = countedBytes(source);
  try {
    await pipeline(pieces, createWriteStream(unfinished, { mode: 0o600, flush: true }));
    await rename(unfinished, path);
    // The name must be as durable as the bytes.
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  return total();
}

/** No file takes that long to be written. */
const UNFINISHED_MS = 24 * 60 * 60_000;

/** Removes what was being written in a folder when a process was killed, longer ago than any file takes. */
export async function removeUnfinished(folder: string, now: Date): Promise<void> {
  if ((await stat(folder).catch(() => null)) === null) return;
  for await (const { name, parentPath } of await opendir(folder, { recursive: true })) {
    if (!/\.[\da-f]{12}\.part$/.test(name)) continue;
    const path = join(parentPath, name);
    const found = await stat(path).catch(() => null);
    if (found?.isFile() === true && now.getTime() - found.mtimeMs > UNFINISHED_MS)
      await rm(path, { force: true });
  }
}

/** What killed processes left in the data folder. */
export const unfinishedFiles: Upkeep = {
  name: 'unfinished files',
  every: UNFINISHED_MS,
  isAtStart: true,
  work: async ({ settings }) => removeUnfinished(join(settings.dataDir, 'files'), new Date()),
};

/** A file store in a folder (`DATA_DIR/files`), made at the first write. Keys of another form throw. */
export function folderStore(folder: string): FileStore {
  const pathOf = (key: string): string => join(folder, checkedKey(key));
  const existing = async (key: string): Promise<string> => {
    const path = pathOf(key);
    try {
      await access(path, constants.R_OK);
      if (!(await stat(path)).isFile()) throw new Error(`${key} is no file.`);
    } catch (error) {
      if (databaseCode(error) === 'ENOENT')
        throw new FileMissingError(`The file store has no ${key}.`);
      log.error({ err: error }, 'A stored file can not be read.');
      throw filesAway(error);
    }
    return path;
  };
  return {
    write: async (key, source) => writeDurably(pathOf(key), source),
    read: async (key) => createReadStream(await existing(key)),
    withLocalFile: async (key, borrow) => borrow(await existing(key)),
    remove: async (key) => rm(pathOf(key), { force: true }),
  };
}
