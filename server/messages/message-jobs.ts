import { sql } from 'drizzle-orm';
import { MESSAGE_CHANNELS } from '../../contract/message-template.ts';
import type { Context } from '../context.ts';
import type { Upkeep } from '../upkeep.ts';
import { MESSAGE_QUEUES, resolveStale, sendDue } from './message-sending.ts';
import { MESSAGE_RUN_QUEUE, giveUpRun, workOnRun } from './message-run-work.ts';
import { providerOf } from './providers/providers.ts';

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

/** Takes the sending of messages in this process. */
export async function startMessageJobs(context: Context): Promise<void> {
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
}

/** Messages whose time has come, claims whose process died and interrupted sendings. */
export const messageUpkeep: Upkeep = { name: 'messages', every: 3000, work: look };
