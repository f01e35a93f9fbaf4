import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileMissingError } from './file-store.ts';
import type { FileStore, StoredFile } from './file-store.ts';

/** Segments of small letters, digits and dashes: no key can leave the folder, whatever it holds. */
const keyPattern = /^[a-z0-9-]+(\/[a-z0-9-]+)+$/;

async function syncFolder(path: string): Promise<void> {
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
  const hash = createHash('sha256');
  let size = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  try {
    const from = Buffer.isBuffer(source) ? Readable.from([source]) : source;
    await pipeline(from, counter, createWriteStream(unfinished, { mode: 0o600, flush: true }));
    await rename(unfinished, path);
    // The name must be as durable as the bytes.
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  return { size, sha256: hash.digest('hex') };
}

/** A file store in a folder (`DATA_DIR/files`), made at the first write. Keys of another form throw. */
export function folderStore(folder: string): FileStore {
  const pathOf = (key: string): string => {
    if (!keyPattern.test(key)) throw new Error(`This is not a key of the file store: ${key}`);
    return join(folder, key);
  };
  const existing = async (key: string): Promise<string> => {
    const path = pathOf(key);
    await access(path).catch(() => {
      throw new FileMissingError(`The file store has no ${key}.`);
    });
    return path;
  };
  return {
    write: async (key, source) => writeDurably(pathOf(key), source),
    read: async (key) => createReadStream(await existing(key)),
    withLocalFile: async (key, borrow) => borrow(await existing(key)),
    remove: async (key) => rm(pathOf(key), { force: true }),
  };
}
