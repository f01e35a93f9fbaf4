import { spawn } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LoanImport } from '../contract/loan-import.ts';
import { SERVER_ARGUMENTS } from '../scripts/setup/server-arguments.mjs';

const program = join(import.meta.dirname, '../dist/server/main.js');
const pollMs = 100;

/** The built server in a process of its own. */
export interface BenchServer {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * Starts the built server (or another build's program) on a database and a data folder, with more settings where given.
 * Throws when it ends before it is ready.
 */
export async function startServer(
  databaseUrl: string,
  dataDir: string,
  built: string = program,
  more: NodeJS.ProcessEnv = {},
): Promise<BenchServer> {
  const child = spawn(process.execPath, [...SERVER_ARGUMENTS, built], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: '0',
      DEMO: '0',
      ...more,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = /https?:\/\/[^\s/]+:\d+/.exec(output);
      if (found) resolve(found[0]);
    });
    child.once('exit', () => reject(new Error(`The server ended before it was ready. ${output}`)));
  });
  return {
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function memoryMb(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024;
}

/** Resident memory of a process now, MB. */
export async function residentMb(pid: number): Promise<number> {
  return memoryMb(pid, 'VmRSS');
}

/** Highest resident memory of a process since `forgetPeak`, MB. */
export async function peakMb(pid: number): Promise<number> {
  return memoryMb(pid, 'VmHWM');
}

/** Begins to count the peak anew. */
export async function forgetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5');
}

async function waitFor(
  server: BenchServer,
  token: string,
  id: string,
  states: readonly LoanImport['state'][],
): Promise<LoanImport> {
  for (;;) {
    const answer = await fetch(`${server.url}/api/v1/loans/imports/${id}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const found = (await answer.json()) as LoanImport;
    if (states.includes(found.state)) return found;
    await new Promise((resolve) => {
      setTimeout(resolve, pollMs);
    });
  }
}

/** What one import took, in seconds: from the upload's first byte to the pending list, and from there to the loans. */
export interface ImportTimes {
  readonly toPending: number;
  readonly toLoans: number;
  readonly result: LoanImport;
}

/** Uploads a file for a client, waits for its pending list, verifies it and waits for its loans. Throws when it fails. */
export async function timeImport(
  server: BenchServer,
  token: string,
  file: string,
  client: string,
): Promise<ImportTimes> {
  const headers = { authorization: `Bearer ${token}` };
  const form = new FormData();
  form.append('Client_Name', client);
  form.append('file', await openAsBlob(file), 'loans');
  const start = performance.now();
  const answer = await fetch(`${server.url}/api/v1/loans/csv/upload`, {
    method: 'POST',
    headers,
    body: form,
  });
  const upload = (await answer.json()) as LoanImport;
  if (!answer.ok) throw new Error(`Upload refused: ${JSON.stringify(upload)}`);
  const pending = await waitFor(server, token, upload._id, ['PENDING', 'FAILED']);
  const middle = performance.now();
  if (pending.state === 'FAILED') throw new Error(`Import failed: ${pending.error}`);
  await fetch(`${server.url}/api/v1/loans/csv/verify`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ _id: upload._id }),
  });
  const result = await waitFor(server, token, upload._id, ['DONE', 'PENDING', 'FAILED']);
  if (result.state !== 'DONE') throw new Error(`Saving failed: ${result.error}`);
  return {
    toPending: (middle - start) / 1000,
    toLoans: (performance.now() - middle) / 1000,
    result,
  };
}
