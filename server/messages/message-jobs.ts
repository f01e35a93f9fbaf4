import { sql } from 'drizzle-orm';
import { MESSAGE_CHANNELS } from '../../contract/message-template.ts';
import type { Context } from '../context.ts';
import type { Part } from '../lifecycle.ts';
import { MESSAGE_QUEUES, resolveStale, sendDue } from './message-sending.ts';
import { MESSAGE_RUN_QUEUE, giveUpRun, workOnRun } from './message-run-work.ts';
import { providerOf } from './providers/providers.ts';

/** Messages whose time has come, claims whose process died and interrupted sendings are looked for this often. */
const LOOK_MS = 3000;

async function look(context: Context): Promise<void> {
  const { db, jobs, settings } = context;
  for (const channel of MESSAGE_CHANNELS) {
    if (!(await resolveStale(db, channel, providerOf(settings, channel)))) continue;
    await jobs.add(db, MESSAGE_QUEUES[channel], channel);
    jobs.wake(MESSAGE_QUEUES[channel]);
  }
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from message_runs where state = 'QUEUEING'`,
  );
  for (const { id } of rows) await jobs.add(db, MESSAGE_RUN_QUEUE, id);
  if (rows.length > 0) jobs.wake(MESSAGE_RUN_QUEUE);
}

/** Begins to send messages in this process. Returns the part to stop before the job queue ends. */
export async function startMessageJobs(context: Context): Promise<Part> {
  for (const channel of MESSAGE_CHANNELS) {
    const provider = providerOf(context.settings, channel);
    await context.jobs.handle(MESSAGE_QUEUES[channel], {
      work: (_key, signal) => sendDue(context, channel, provider, signal),
      // Due messages stand in their table and are looked for again.
      giveUp: async () => undefined,
    });
  }
  await context.jobs.handle(MESSAGE_RUN_QUEUE, {
    work: (runId, signal) => workOnRun(context, runId, signal),
    giveUp: (runId) => giveUpRun(context.db, runId),
  });
  let running = Promise.resolve();
  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    running = look(context)
      .catch((error: Error) => console.error(`Messages: ${error.message}`))
      .finally(() => {
        isLooking = false;
      });
  }, LOOK_MS);
  timer.unref();
  return {
    name: 'message jobs',
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
