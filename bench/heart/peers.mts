import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Where the peers of these measurements lie, with their packages. */
export const peersFolder = join(import.meta.dirname, '../peers');

/** Installs the peers' packages as their lock says, at the first use: the product's own install stays clean of them. */
export function installPeers(): void {
  const lock = join(peersFolder, 'package-lock.json');
  const installed = join(peersFolder, 'node_modules/.package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  console.error("Installing the peers' packages ...");
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: peersFolder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error("The peers' packages could not be installed.");
}

/** A peer's server in a process of its own. */
export interface PeerServer {
  readonly url: string;
  stop(): void;
}

/** Starts a program of the peers' folder, which prints its address when it is ready. */
export async function startPeer(program: string, args: readonly string[]): Promise<PeerServer> {
  const child: ChildProcess = spawn(process.execPath, [join(peersFolder, program), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill());
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = /https?:\/\/[^\s/]+:\d+/.exec(output);
      if (found) resolve(found[0]);
    });
    child.once('exit', () => reject(new Error(`The peer ended before it was ready. ${output}`)));
  });
  return { url, stop: () => void child.kill() };
}
