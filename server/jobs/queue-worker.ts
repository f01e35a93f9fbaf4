import type PgBoss from 'pg-boss';
import { log } from '../log.ts';
import { inSpan } from '../tracing.ts';

/** What a queue's jobs do. A job is named by its key; all else it reads from the database. */
export interface JobHandler {
  /** Does the work, again from the start after a kill: it must be harmless to repeat. Heeds `signal` when the process ends. */
  work(key: string, signal: AbortSignal): Promise<void>;
  /** The last of several tries failed: leave a state that a person understands. */
  giveUp(key: string, error: unknown): Promise<void>;
}

/** A loop that takes one queue's jobs, one after the other. */
export interface QueueWorker {
  /** There may be a job: looks for it, also after the one under way. */
  wake(): void;
  stop(): Promise<void>;
}

function pauseThatWakes(): { pause: () => Promise<void>; wake: () => void } {
  let wakeNow: (() => void) | null = null;
  let isWoken = false;
  return {
    pause: async () => {
      if (!isWoken)
        await new Promise<void>((resolve) => {
          wakeNow = resolve;
        });
      isWoken = false;
      wakeNow = null;
    },
    wake: () => {
      isWoken = true;
      wakeNow?.();
    },
  };
}

async function runJob(
  boss: PgBoss,
  queue: string,
  job: PgBoss.JobWithMetadata<{ key: string }>,
  handler: JobHandler,
  signal: AbortSignal,
): Promise<void> {
  try {
    await inSpan(`job ${queue}`, () => handler.work(job.data.key, signal));
    await boss.complete(queue, job.id);
  } catch (error) {
    if (!signal.aborted) log.error({ err: error }, `A job of ${queue} failed.`);
    const isLast = job.retryCount >= job.retryLimit && !signal.aborted;
    if (isLast) await handler.giveUp(job.data.key, error);
    await boss.fail(queue, job.id);
  }
}

/** Takes the queue's jobs, as often as it is woken, until stopped. */
export function workQueue(boss: PgBoss, queue: string, handler: JobHandler): QueueWorker {
  const ending = new AbortController();
  const { pause, wake } = pauseThatWakes();
  const loop = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      try {
        const [job] = await boss.fetch<{ key: string }>(queue, {
          includeMetadata: true,
          batchSize: 1,
        });
        if (job) await runJob(boss, queue, job, handler, ending.signal);
        else await pause();
      } catch (error) {
        log.error({ err: error }, `The queue ${queue} can not be read.`);
        await pause();
      }
    }
  };
  const running = loop();
  return {
    wake,
    stop: async () => {
      ending.abort();
      wake();
      await running;
    },
  };
}
