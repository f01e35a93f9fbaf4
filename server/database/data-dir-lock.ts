import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createWhole } from '../whole-file.ts';
import { identifyProcess, waitForExit } from './process-identity.ts';
import type { ProcessIdentity } from './process-identity.ts';

/** Another living server process works on this DATA_DIR; the message names it. */
export class DataDirInUseError extends Error {
  override readonly name = 'DataDirInUseError';
}

/** A server that is just being killed or stopped gets this long to be gone before we refuse. */
const patienceMs = 4_000;

function parseHolder(text: string): ProcessIdentity | null {
  const [pid, startedAt] = text.split('\n');
  return pid !== undefined && startedAt !== undefined && /^\d+$/.test(pid)
    ? { pid: Number(pid), startedAt }
    : null;
}

async function readHolder(file: string): Promise<{ text: string; holder: ProcessIdentity | null }> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return { text, holder: parseHolder(text) };
}

/** Takes away the lock of a process that has ended, unless somebody else replaced it in the meantime. */
async function removeStale(file: string, staleText: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch {
    return;
  }
  const { text } = await readHolder(aside);
  // We took away a fresh lock instead of the stale one: give it back.
  if (text !== staleText) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
}

/**
 * Makes this process the only server of `dataDir`, waiting a few seconds for one that is ending. Returns the
 * function that releases it. A lock left by a killed process is taken over. Throws DataDirInUseError.
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const file = join(dataDir, 'server.lock');
  const self = identifyProcess(process.pid);
  // The random part tells two locks of one process apart.
  const content = `${process.pid}\n${self?.startedAt ?? ''}\n${randomUUID()}\n`;
  const deadline = Date.now() + patienceMs;
  for (;;) {
    if (await createWhole(file, content)) {
      // Whoever took over the same stale lock at the same moment has done so by now.
      await sleep(20);
      if ((await readHolder(file)).text === content) break;
    }
    const { text, holder } = await readHolder(file);
    if (holder === null || (await waitForExit(holder, deadline - Date.now()))) {
      await removeStale(file, text);
    } else {
      throw new DataDirInUseError(
        `Recoup is already running on ${dataDir} (process ${holder.pid}). Stop that one first, or give this one another DATA_DIR.`,
      );
    }
  }
  return async () => {
    if ((await readHolder(file)).text === content) await rm(file, { force: true });
  };
}
