import { sql } from 'drizzle-orm';
import type { RecoveryInsight } from '../../contract/recovery-model.ts';
import type { Actor } from '../access/actor.ts';
import { isoInstant, isoInstantOrNull } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { newId } from '../ids.ts';

/** The queue of scorings. */
export const SCORING_QUEUE = 'recovery-scoring';

type Scoring = NonNullable<RecoveryInsight['scoring']>;

/** The newest scoring; null: there was none. */
export async function newestScoring(db: Db): Promise<Scoring | null> {
  const { rows } = await db.execute<
    Scoring & Record<string, unknown>
  >(sql`select state, done, total,
      created_at as "startedAt", finished_at as "finishedAt", drift
    from recovery_scorings order by created_at desc, id desc limit 1`);
  const [row] = rows;
  if (!row) return null;
  const { startedAt, finishedAt, ...rest } = row;
  return {
    ...rest,
    startedAt: isoInstant(startedAt),
    finishedAt: isoInstantOrNull(finishedAt),
  };
}

/**
 * Has all loans scored, in the caller's transaction; wake the queue after its commit. While one is under way another one
 * follows it: what was changed since may stand behind the loans that it scored already.
 */
export async function addScoring(context: Context, tx: Db, actor: Actor | null): Promise<void> {
  const id = newId();
  for (;;) {
    // By the clock, not by the transaction's begin: what an earlier scoring stored meanwhile is older than this one.
    const added = await tx.execute(sql`
      insert into recovery_scorings (id, asked_by, created_at) values (${id}, ${actor?.userId ?? null}, clock_timestamp())
      on conflict do nothing returning id`);
    if (added.rows.length > 0) return context.jobs.add(tx, SCORING_QUEUE, id);
    const open = await tx.execute(sql`update recovery_scorings set is_again = state = 'RUNNING'
      where state in ('WAITING', 'RUNNING') returning id`);
    if (open.rows.length > 0) return;
  }
}
