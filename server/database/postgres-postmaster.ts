import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { commandLineOf, identifyProcess, waitForExit } from './process-identity.ts';

const stopTimeoutMs = 15_000;

/** PostgreSQL works in its data folder and names it in its arguments: either proves whose it is. */
async function worksOn(pid: number, commandLine: string, databaseDir: string): Promise<boolean> {
  if (`${commandLine} `.includes(` -D ${databaseDir} `)) return true;
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => null);
  return folder !== null && folder === (await realpath(databaseDir));
}

/**
 * Stops a server that an earlier, killed process left running on this folder. It is taken for ours only when
 * the id in postmaster.pid belongs to a PostgreSQL process that works on exactly this folder. Throws when it
 * can't be stopped. Call it with the lock of the DATA_DIR held: it would also stop a colleague's.
 */
export async function stopOrphan(databaseDir: string): Promise<void> {
  const file = `${databaseDir}/postmaster.pid`;
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
  const identity = Number.isInteger(pid) && pid > 1 ? identifyProcess(pid) : null;
  if (identity === null) return;
  const commandLine = commandLineOf(pid) ?? '';
  if (!commandLine.includes('postgres')) {
    // The id went to some other program meanwhile; PostgreSQL would take it for a server and refuse to start.
    await rm(file, { force: true });
    return;
  }
  if (!(await worksOn(pid, commandLine, databaseDir))) return;
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    process.kill(pid, signal);
    if (await waitForExit(identity, stopTimeoutMs)) return;
  }
  throw new Error(`The database process ${pid} of ${databaseDir} can not be stopped.`);
}

/** Whether the server of that process id says in its pid file that it takes connections. */
export async function isReady(databaseDir: string, pid: number): Promise<boolean> {
  const text = await readFile(`${databaseDir}/postmaster.pid`, 'utf8').catch(() => '');
  const lines = text.split('\n');
  return lines[0] === String(pid) && lines[7]?.trim() === 'ready';
}
