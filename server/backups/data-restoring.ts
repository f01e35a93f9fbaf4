import { createWriteStream } from 'node:fs';
import { cp, lstat, mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { S3Bucket } from '../file-store/s3-bucket.ts';
import { FILES_FOLDER } from './data-files.ts';

/** How folders begin that take files aside. */
const ASIDE = 'restored-';

/** Files on their way back into a data folder. */
export interface DataRestoring {
  /** Stores a file aside. */
  readonly onFile: (path: string, bytes: AsyncIterable<Buffer>) => Promise<void>;
  /** Puts all of them in their places; what stood there is moved to `before-restore-...`. Returns that folder, or null. */
  finish(): Promise<string | null>;
  /** Removes what lies aside. */
  giveUp(): Promise<void>;
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** Moves a file or a folder, to another file system too. */
async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!isCode(error, 'EXDEV')) throw error;
    await cp(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    await rm(from, { recursive: true });
  }
}

/**
 * Puts what lies at `from` in the place of what is at `to`, which goes to `before`. A folder that can't be moved away, since
 * a disk is mounted there, stays, and what is in it is replaced name by name. Says whether anything was moved away.
 */
async function replace(from: string, to: string, before: string): Promise<boolean> {
  const isThere = await lstat(to).then(
    () => true,
    () => false,
  );
  if (isThere) {
    await mkdir(dirname(before), { recursive: true, mode: 0o700 });
    try {
      await move(to, before);
    } catch (error) {
      if (!isCode(error, 'EBUSY')) throw error;
      let isMoved = false;
      for (const name of await readdir(from))
        if (await replace(join(from, name), join(to, name), join(before, name))) isMoved = true;
      return isMoved;
    }
  }
  await move(from, to);
  return isThere;
}

/**
 * Takes files aside first, so that the folder is as it was while the backup may still turn out to be damaged. With a bucket
 * for files, those of the file store go there at once: nothing names them before the rows are there.
 */
export function restoreData(dataDir: string, now: Date, bucket: S3Bucket | null): DataRestoring {
  const stamp = now.toISOString().slice(0, 19).replaceAll(':', '-');
  const aside = join(dataDir, `${ASIDE}${stamp}`);
  const before = join(dataDir, `before-restore-${stamp}`);
  return {
    onFile: async (path, bytes) => {
      if (bucket !== null && path.startsWith(FILES_FOLDER))
        return bucket.put(path.slice(FILES_FOLDER.length), bytes);
      const target = join(aside, path);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      const source = Readable.from(bytes, { objectMode: false });
      return pipeline(source, createWriteStream(target, { mode: 0o600, flush: true }));
    },
    finish: async () => {
      const names = await readdir(aside).catch(() => []);
      const there = await readdir(dataDir).catch(() => []);
      let isMoved = false;
      for (const name of names)
        if (await replace(join(aside, name), join(dataDir, name), join(before, name)))
          isMoved = true;
      if (!isMoved) await rmdir(before).catch(() => undefined);
      // With what killed restores left aside.
      for (const name of [...there, basename(aside)].filter((each) => each.startsWith(ASIDE)))
        await rm(join(dataDir, name), { recursive: true, force: true });
      return isMoved ? before : null;
    },
    giveUp: async () => rm(aside, { recursive: true, force: true }),
  };
}
