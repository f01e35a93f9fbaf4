import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { Command } from './postgres-account.ts';

/** Only what PostgreSQL needs: PG* variables of the caller would change what it does. */
const environment = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Starts one of PostgreSQL's programs, its output going to the open file `log` or to pipes. */
export function spawnCommand(command: Command, log: number | 'pipe'): ChildProcess {
  return spawn(command.program, command.args, {
    // A group of its own: Ctrl-C on a terminal must reach us alone, since we finish requests before we stop the database.
    detached: true,
    env: environment,
    stdio: ['ignore', log, log],
    ...command.account,
  });
}

/** Runs a program to its end. Throws with what it printed when it fails. */
export async function runCommand(command: Command): Promise<void> {
  const child = spawnCommand(command, 'pipe');
  const output: string[] = [];
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code !== 0) throw new Error(`PostgreSQL's initdb failed: ${output.join('').trim()}`);
}
