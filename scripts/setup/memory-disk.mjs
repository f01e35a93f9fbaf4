import { accessSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { isRunning } from './processes.mjs';

const DISK = '/dev/shm';
/** Many times what a run was seen to have there: the server's tests half a GB. */
const ROOM = 4 * 2 ** 30;

function hasRoom() {
  try {
    accessSync(DISK, constants.W_OK);
    const { bavail, bsize } = statfsSync(DISK);
    // What lies there counts as memory, beside what the programs need.
    return bavail * bsize > ROOM && freemem() > 2 * ROOM;
  } catch {
    return false;
  }
}

const removeFolder = (path) => rmSync(path, { recursive: true, force: true, maxRetries: 5 });

/** What a run that was killed left would take memory until the machine is started anew. */
function removeLeft() {
  for (const name of readdirSync(DISK)) {
    const owner = /^recoup-(\d+)-/.exec(name)?.[1];
    if (owner !== undefined && !isRunning(Number(owner))) removeFolder(join(DISK, name));
  }
}

/**
 * Lets this process and those that it starts make their temporary folders in memory, where the machine has enough of it:
 * the tests make hundreds of small databases, whose files a disk's file system is slow to find room for. All of it goes at the end.
 */
export function workInMemory() {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return;
  removeLeft();
  const folder = mkdtempSync(join(DISK, `recoup-${process.pid}-`));
  process.env.TMPDIR = folder;
  process.on('exit', () => removeFolder(folder));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
}
