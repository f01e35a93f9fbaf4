import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning } from './processes.mjs';
import { root, say } from './say.mjs';

const folder = join(root, '.cache');
const file = join(folder, 'setup.lock');

function tryTake() {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}

function readHolder() {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}

function release() {
  rmSync(file, { force: true });
}

/** Runs a set-up alone: another `npm start` or `npm test` on this folder waits, so that no work is done twice or at once. */
export async function inTurn(work) {
  mkdirSync(folder, { recursive: true });
  for (let attempt = 0; !tryTake(); attempt += 1) {
    const holder = readHolder();
    // Still without an id after some seconds: its maker was killed in the middle of making it.
    if (holder > 0 ? !isRunning(holder) : attempt > 20) {
      release();
      continue;
    }
    if (attempt === 1) say(`waiting for the set-up that process ${holder} is doing ...`);
    await sleep(300);
  }
  process.once('exit', release);
  await work();
  process.off('exit', release);
  release();
}
