import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { JobCancelled } from '../jobs/job-progress.ts';
import { startRescuedQueue } from '../jobs/rescued-queue.ts';
import { fileRefusal, whyGivenUp } from '../spreadsheets/file-refusal.ts';
import type { Upkeep } from '../upkeep.ts';
import { eraseInsight } from './data-insight-removal-service.ts';
import { stageInsight } from './data-insight-staging.ts';
import type { WaitingInsight } from './data-insight-staging.ts';

/** The queue of files that wait to be read or erased. */
export const DATA_INSIGHT_QUEUE = 'data-insight';

interface QueuedInsight extends WaitingInsight, Record<string, unknown> {
  readonly isReading: boolean;
  readonly isGone: boolean;
}

async function fail({ db }: Context, id: string, reason: string): Promise<void> {
  await db.execute(
    sql`update data_insights set state = 'FAILED', error = ${reason} where id = ${id} and state = 'READING'`,
  );
}

async function workOn(context: Context, id: string, signal: AbortSignal): Promise<void> {
  const { rows } = await context.db.execute<QueuedInsight>(sql`
    select i.id, i.client_id as "clientId", i.store_key as "storeKey", i.sheet_name as "sheetName",
      i.join_column as "joinColumn", i.is_join_chosen as "isJoinChosen", i.state = 'READING' as "isReading",
      i.removed_at is not null as "isGone"
    from data_insights i where i.id = ${id}`);
  const [insight] = rows;
  if (!insight) return;
  if (insight.isGone) return eraseInsight(context, insight, signal);
  if (!insight.isReading) return;
  try {
    await stageInsight(context, insight, signal);
  } catch (error) {
    if (error instanceof JobCancelled) return;
    const reason = fileRefusal(error);
    if (reason === null) throw error;
    await fail(context, id, reason);
  }
}

/** Takes jobs of files in this process, beginning with those that were interrupted. Returns the upkeep that finds them. */
export const startDataInsightJobs = (context: Context): Promise<Upkeep> =>
  startRescuedQueue(context, {
    queue: DATA_INSIGHT_QUEUE,
    name: 'data insight jobs',
    open: sql`select i.id from data_insights i where i.state = 'READING' or i.removed_at is not null`,
    work: (id, signal) => workOn(context, id, signal),
    giveUp: (id, error) => fail(context, id, whyGivenUp(error, 'fault-of-reading')),
  });

/** Takes files away whose days are over; their queue erases them. */
export const dataInsightExpiry: Upkeep = {
  name: 'data insight expiry',
  every: 60 * 60_000,
  isAtStart: true,
  work: async ({ db }) => {
    await db.execute(
      sql`update data_insights set removed_at = now() where expires_at <= now() and removed_at is null`,
    );
  },
};
