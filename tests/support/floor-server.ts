import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** A server process that is killed and started again on the same address. */
export interface FloorServer {
  readonly url: string;
  start(): Promise<void>;
  /** SIGKILL, as a power cut does. */
  kill(): Promise<void>;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
}

/** A built server of its own process, on a database and a folder; not started yet. */
export async function floorServer(
  databaseUrl: string,
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<FloorServer> {
  const port = await freePort();
  const main = join(import.meta.dirname, '../../dist/server/main.js');
  let child: ChildProcess | null = null;
  return {
    url: `http://127.0.0.1:${port}`,
    start: async () => {
      child = spawn(process.execPath, [main], {
        env: {
          PATH: process.env['PATH'],
          DATABASE_URL: databaseUrl,
          DATA_DIR: folder,
          DEMO: '0',
          PORT: String(port),
          ...settings,
        },
        // The channel lets it end by itself when the test run is killed.
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      });
      child.stderr?.resume();
      await once(child.stdout ?? child, 'data');
      child.stdout?.resume();
    },
    kill: async () => {
      if (child === null || child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
