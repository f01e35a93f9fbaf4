import { Worker } from 'node:worker_threads';
import type { WorkerOptions } from 'node:worker_threads';

/** Only the built server has a thread's file as JavaScript. */
export const isBuilt = import.meta.url.endsWith('.js');

/** A program that runs a module of TypeScript, as tests do. */
const fromSources = ({ href }: URL): string =>
  `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(href)}); });`;

/** Starts a thread with a task. `worker` is a module's JavaScript file; from the sources it is the module itself. */
export const startThread = (
  worker: URL,
  task: unknown,
  options: Omit<WorkerOptions, 'workerData' | 'eval'> = {},
): Worker =>
  new Worker(isBuilt ? worker : fromSources(worker), {
    ...options,
    workerData: task,
    eval: !isBuilt,
  });
