import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/*
 * What else lies in DATA_DIR: files, sealed uploads, keys. Named is what does not belong to a backup, so that what is added
 * to the folder later is in it.
 */

/** Where the file store's keys stand in a data folder, and in a backup. */
export const FILES_FOLDER = 'files/';

/** Of the embedded database, of this process, of the backups themselves. */
const LEFT_OUT =
  /^(postgres(\..*)?|server\.lock.*|life\.json.*|backups|restored-.*|before-restore-.*|tmp|temporary.*|demo\.password)$/;

/** A file that is still being written; it comes again under its own name. */
const UNFINISHED = /\.(part|new)$/;

/** Names of folders and a file below a folder: none of them leads out of it. */
const BELOW = /^(?!\.{1,2}(\/|$))[^/\0]+(\/(?!\.{1,2}(\/|$))[^/\0]+)*$/;

/** Whether what has this path below the data folder, and never beside it, belongs to backups. */
export const isBackedUp = (path: string): boolean =>
  BELOW.test(path) && !LEFT_OUT.test(path.split('/')[0] ?? '');

async function walk(folder: string, path: string, leftOut: string, found: string[]): Promise<void> {
  const entries = await readdir(join(folder, path), { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const name = path === '' ? entry.name : `${path}/${entry.name}`;
    if (!isBackedUp(name) || join(folder, name) === leftOut) continue;
    if (entry.isDirectory()) await walk(folder, name, leftOut, found);
    else if (entry.isFile() && !UNFINISHED.test(name)) found.push(name);
  }
}

/**
 * Paths below `dataDir` that a backup has, with `/` between folders. None when there is no such folder. Backups are put into
 * `backupDir`, wherever that is: a backup of the backups would double each day.
 */
export async function listDataFiles(dataDir: string, backupDir: string): Promise<string[]> {
  const found: string[] = [];
  await walk(resolve(dataDir), '', resolve(backupDir), found);
  return found.sort();
}
