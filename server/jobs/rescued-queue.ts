import type { SQL } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Part } from '../lifecycle.ts';
import type { JobHandler } from './queue-worker.ts';

/** A queue whose jobs stand for rows that are in work by their state. */
export interface RescuedQueue extends JobHandler {
  readonly queue: string;
  /** What the part is called when it is stopped, and in the log. */
  readonly name: string;
  /** Selects `id` of the rows in work. */
  readonly open: SQL | (() => Promise<SQL>);
}

/** Work that a killed process left behind is looked for this often. */
const LOOK_MS = 10_000;

/**
 * Takes the queue's jobs in this process, beginning with those that were interrupted, and adds one for every row in work now
 * and then: what a living process works on is left alone by its locks. A job may be found late, when its row is no longer
 * in work: the handler goes by the state it finds. Returns the part to stop before the job queue ends.
 */
export async function startRescuedQueue(context: Context, wanted: RescuedQueue): Promise<Part> {
  const { db, jobs } = context;
  const { queue, name, open } = wanted;
  const rescue = async (): Promise<void> => {
    const { rows } = await db.execute<{ id: string }>(
      typeof open === 'function' ? await open() : open,
    );
    for (const { id } of rows) await jobs.add(db, queue, id);
    if (rows.length > 0) jobs.wake(queue);
  };
  await jobs.handle(queue, wanted);
  await rescue();
  const timer = setInterval(() => {
    rescue().catch((error: Error) => console.error(`Looking for ${name}: ${error.message}`));
  }, LOOK_MS);
  timer.unref();
  return { name, stop: async () => clearInterval(timer) };
}
