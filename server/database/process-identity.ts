import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Who a process is: its id alone is not enough, since ids are used again after it ends. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Opaque text that differs between two processes that had the same id. */
  readonly startedAt: string;
}

function linuxStart(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name in brackets and may hold spaces; the 22nd is the start in ticks since boot.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A zombie has ended; only its parent has not noticed yet.
  if (fields[0] === 'Z') throw new Error('ended');
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return `${boot}/${fields[19] ?? ''}`;
}

/** The identity of a running process, or null when no process has that id now. */
export function identifyProcess(pid: number): ProcessIdentity | null {
  try {
    const startedAt =
      process.platform === 'linux'
        ? linuxStart(pid)
        : execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return startedAt === '' ? null : { pid, startedAt };
  } catch {
    return null;
  }
}

/** The command line of a running process, its words joined by spaces; null when there is no such process. */
export function commandLineOf(pid: number): string | null {
  try {
    return process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
      : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return null;
  }
}

/** Waits until the process has ended; false when it still runs after the time given. */
export async function waitForExit(identity: ProcessIdentity, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (identifyProcess(identity.pid)?.startedAt === identity.startedAt) {
    if (Date.now() >= deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return true;
}
