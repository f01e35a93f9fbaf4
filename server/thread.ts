import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { WorkerOptions } from 'node:worker_threads';

/** Only the built server has a thread's file as JavaScript. */
export const isBuilt = import.meta.url.endsWith('.js');

/** Tests run from the sources: a thread's are put together once, since translating them costs more than most threads do. */
const bundler = isBuilt ? null : await import('esbuild');
const bundles = new Map<string, URL>();

function bundleOf(worker: URL): URL {
  const known = bundles.get(worker.href);
  if (known !== undefined || bundler === null) return known ?? worker;
  const name = `${worker.pathname.split('/').at(-1) ?? ''}-${process.pid}.mjs`;
  const bundle = new URL(`../.cache/threads/${name}`, import.meta.url);
  bundler.buildSync({
    entryPoints: [fileURLToPath(worker)],
    outfile: fileURLToPath(bundle),
    bundle: true,
    // They are found from the bundle's folder as from the sources'.
    packages: 'external',
    format: 'esm',
    platform: 'node',
    sourcemap: 'inline',
  });
  bundles.set(worker.href, bundle);
  return bundle;
}

/** Starts a thread with a task. `worker` is a module's JavaScript file; from the sources it is the module itself. */
export const startThread = (
  worker: URL,
  task: unknown,
  options: Omit<WorkerOptions, 'workerData' | 'eval'> = {},
): Worker => new Worker(bundleOf(worker), { ...options, workerData: task });
