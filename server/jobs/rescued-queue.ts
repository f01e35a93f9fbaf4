import type { SQL } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Upkeep } from '../upkeep.ts';
import type { JobHandler } from './queue-worker.ts';

/** A queue whose jobs stand for rows that are in work by their state. */
export interface RescuedQueue extends JobHandler {
  readonly queue: string;
  /** What its upkeep is called. */
  readonly name: string;
  /** Selects `id` of the rows in work. */
  readonly open: SQL | (() => Promise<SQL>);
}

/** Work that a killed process left behind is looked for this often. */
const LOOK_MS = 10_000;

/**
 * Takes the queue's jobs in this process, beginning with those that were interrupted, and adds one for every row in work now
 * and then: what a living process works on is left alone by its locks. A job may be found late, when its row is no longer
 * in work: the handler goes by the state it finds. Returns the upkeep that finds them.
 */
export async function startRescuedQueue(context: Context, wanted: RescuedQueue): Promise<Upkeep> {
  const { queue, name, open } = wanted;
  const work = async ({ db, jobs }: Context): Promise<void> => {
    const { rows } = await db.execute<{ id: string }>(
      typeof open === 'function' ? await open() : open,
    );
    for (const { id } of rows) await jobs.add(db, queue, id);
    if (rows.length > 0) jobs.wake(queue);
  };
  await context.jobs.handle(queue, wanted);
  await work(context);
  return { name, every: LOOK_MS, work };
}
