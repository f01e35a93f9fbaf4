import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { WorkerOptions } from 'node:worker_threads';
import { packageRoot } from './package-root.ts';

/** Whether this is the built server, not the sources that tests run. */
export const isBuilt = import.meta.url.endsWith('.js');

/** Tests run from the sources: a thread's are put together once, since translating them costs more than most threads do. */
const bundler = isBuilt ? null : await import('esbuild');
const bundles = new Map<string, string>();

function bundleOf(module: string): string {
  const root = packageRoot();
  if (bundler === null) return join(root, 'dist/server', `${module}.js`);
  const known = bundles.get(module);
  if (known !== undefined) return known;
  const outfile = join(root, '.cache/threads', `${module}-${process.pid}.mjs`);
  bundler.buildSync({
    entryPoints: [join(root, 'server', `${module}.ts`)],
    outfile,
    bundle: true,
    // They are found from the bundle's folder as from the sources'.
    packages: 'external',
    format: 'esm',
    platform: 'node',
    sourcemap: 'inline',
  });
  bundles.set(module, outfile);
  return outfile;
}

/** A thread's file in the server's folder, without its ending. */
export type ThreadModule = `${string}-worker`;

/** Starts a thread with a task. */
export const startThread = (
  module: ThreadModule,
  task: unknown,
  options: Omit<WorkerOptions, 'workerData' | 'eval'> = {},
): Worker => new Worker(bundleOf(module), { ...options, workerData: task });
