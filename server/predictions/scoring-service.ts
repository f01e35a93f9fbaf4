import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { MODEL_SIGNS } from '../../contract/prediction.ts';
import type { RecoveryInsight } from '../../contract/recovery-model.ts';
import type { Actor } from '../access/actor.ts';
import { businessDay } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { trySessionLock } from '../database/locks.ts';
import { againstRules } from '../errors.ts';
import { startRescuedQueue } from '../jobs/rescued-queue.ts';
import type { Upkeep } from '../upkeep.ts';
import { emptyCounts, scoreLoans } from './loan-scoring.ts';
import type { BinCounts } from './loan-scoring.ts';
import { stabilityIndex } from './model-figures.ts';
import { openUsedModel } from './model-records.ts';
import { dropOldExpectations } from './month-expectation-service.ts';
import { SCORING_QUEUE, addScoring, newestScoring } from './scoring-records.ts';
import type { Model } from './stored-model.ts';
import { isPredicted } from './training-set.ts';

type Scoring = NonNullable<RecoveryInsight['scoring']>;

/**
 * Loans read, scored and stored at once: the server answers others in between. Of larger pieces much outlives the collection of
 * young objects, and the heap grows by a hundred megabytes before they are collected.
 */
const PIECE = 1000;

/** Has all loans scored now; while that is under way, it is that. Throws 422 without a model. */
export async function askScoring(context: Context, actor: Actor): Promise<Scoring> {
  if ((await openUsedModel(context.db)) === null)
    throw againstRules('NO_MODEL', 'There is no model to score by. Train one first.');
  const scoring = await runCommand(context.db, actor, async ({ tx, audit }) => {
    await addScoring(context, tx, actor);
    audit({ action: 'recovery.score', entity: 'recovery-scoring' });
    return newestScoring(tx);
  });
  context.jobs.wake(SCORING_QUEUE);
  if (scoring === null) throw new Error('The scoring that was asked for is not there.');
  return scoring;
}

interface Begun {
  readonly after: string | null;
  readonly counts: BinCounts;
  readonly done: number;
}

/** Where a scoring stands; one by another model begins anew. Null: it is over. */
async function begin(db: Db, id: string, version: number, model: Model): Promise<Begun | null> {
  const { rows } = await db.execute<{ after: string | null; bins: BinCounts; done: number }>(sql`
    update recovery_scorings s set state = 'RUNNING', model_version = ${version},
      last_loan_id = case when s.model_version = ${version} then s.last_loan_id end,
      done = case when s.model_version = ${version} then s.done else 0 end,
      total = (select count(*) from loans l where l.status = 'ACTIVE' and ${isPredicted})
    where s.id = ${id} and s.state in ('WAITING', 'RUNNING')
    returning last_loan_id as after, bins, done`);
  const [row] = rows;
  if (!row) return null;
  const counts = row.after === null ? emptyCounts(model) : row.bins;
  return { after: row.after, counts, done: row.done };
}

function driftOf({ bins }: Model, counts: BinCounts): Scoring['drift'] {
  const names = [...MODEL_SIGNS, 'chance'] as const;
  return bins
    .flatMap(({ counts: before }, at) => {
      const sign = names[at];
      return sign === undefined ? [] : [{ sign, psi: stabilityIndex(before, counts[at] ?? []) }];
    })
    .toSorted((a, b) => b.psi - a.psi);
}

/** Before every id. */
const NO_LOAN = '00000000-0000-0000-0000-000000000000';

async function nextId(db: Db, after: string): Promise<string | null> {
  const { rows } = await db.execute<{ id: string | null }>(sql`select max(n.id::text) as id
    from (select l.id from loans l where l.id > ${after}::uuid order by l.id limit ${PIECE}) n`);
  return rows[0]?.id ?? null;
}

async function scoreAll(context: Context, db: Db, id: string, signal: AbortSignal): Promise<void> {
  const used = await openUsedModel(db);
  if (used === null) return failScoring(context, id);
  const begun = await begin(db, id, used.version, used.model);
  if (begun === null) return;
  let { done } = begun;
  let after = begun.after ?? NO_LOAN;
  for (;;) {
    signal.throwIfAborted();
    const upTo = await nextId(db, after);
    if (upTo === null) break;
    const zone = context.settings.businessTz;
    done += await scoreLoans(
      db,
      zone,
      used,
      sql`l.id > ${after}::uuid and l.id <= ${upTo}::uuid`,
      begun.counts,
    );
    after = upTo;
    await db.execute(sql`update recovery_scorings set last_loan_id = ${after}, done = ${done},
      bins = ${JSON.stringify(begun.counts)}::jsonb where id = ${id}`);
  }
  // Loans that are worked no more, and those of clients that do without, have no score.
  await db.execute(sql`delete from loan_scores s using recovery_scorings r
    where r.id = ${id} and (s.scored_at < r.created_at or not exists (
      select 1 from loans l where l.id = s.loan_id and l.status = 'ACTIVE' and ${isPredicted}))`);
  await dropOldExpectations(db, businessDay(context.settings.businessTz));
  await finish(context, db, id, done === 0 ? [] : driftOf(used.model, begun.counts));
}

/** Ends a scoring; the one that was asked for meanwhile begins in the same moment, whatever ends this process. */
async function finish(
  context: Context,
  db: Db,
  id: string,
  drift: Scoring['drift'],
): Promise<void> {
  const isAgain = await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{
      again: boolean;
    }>(sql`update recovery_scorings set state = 'DONE',
      finished_at = now(), drift = ${JSON.stringify(drift)}::jsonb
      where id = ${id} and state = 'RUNNING' returning is_again as again`);
    const [ended] = rows;
    if (ended?.again === true) await addScoring(context, tx, null);
    return ended?.again === true;
  });
  if (isAgain) context.jobs.wake(SCORING_QUEUE);
}

async function failScoring({ db }: Context, id: string): Promise<void> {
  await db.execute(sql`update recovery_scorings set state = 'FAILED', finished_at = now()
    where id = ${id} and state in ('WAITING', 'RUNNING')`);
}

/** Scores all loans, from where a killed process left off. Nothing when another process is at it. */
export async function scoreOnce(context: Context, id: string, signal: AbortSignal): Promise<void> {
  const client = await context.database.pool.connect();
  try {
    if (!(await trySessionLock(client, 'recoveryModel', id))) return;
    await client.query('set statement_timeout = 0');
    await scoreAll(context, drizzle({ client }), id, signal);
  } finally {
    // Ending the connection gives the lock back.
    client.release(true);
  }
}

/** Scores in this process, beginning with what was interrupted. Returns the upkeep that finds it. */
export const startScoringJobs = (context: Context): Promise<Upkeep> =>
  startRescuedQueue(context, {
    queue: SCORING_QUEUE,
    name: 'recovery scoring',
    open: sql`select id from recovery_scorings where state in ('WAITING', 'RUNNING')`,
    work: (id, signal) => scoreOnce(context, id, signal),
    giveUp: (id) => failScoring(context, id),
  });

/** Adds the day's scoring, where a model is in use and none was begun since midnight. */
export const scoringUpkeep: Upkeep = {
  name: 'nightly scoring',
  every: 10 * 60_000,
  work: async (context) => {
    const { db, settings } = context;
    const today = businessDay(settings.businessTz);
    const { rows } =
      await db.execute(sql`select 1 where exists (select 1 from recovery_models where is_used)
      and not exists (select 1 from recovery_scorings
        where created_at >= ${today}::date::timestamp at time zone ${settings.businessTz})`);
    if (rows.length === 0) return;
    await addScoring(context, db, null);
    context.jobs.wake(SCORING_QUEUE);
  },
};

/** Loans scored again after events, at once. */
const MOST_EVENTS = 2000;

/** Scores again the loans on which something was recorded or paid since they were scored. */
export const rescoringUpkeep: Upkeep = {
  name: 'scoring after events',
  every: 60_000,
  work: async ({ db, settings }) => {
    const used = await openUsedModel(db);
    if (used === null) return;
    const { rows } = await db.execute<{ id: string }>(sql`
      select s.loan_id as id from loan_scores s join (
          select d.loan_id, d.created_at from dispositions d
            where d.channel in ('CALL', 'FIELD') and d.recorded_at > now() - interval '1 day'
          union all select p.loan_id, p.created_at from payments p
            where p.paid_on > ${businessDay(settings.businessTz)}::date - 7) e on e.loan_id = s.loan_id
        where e.created_at > s.scored_at group by 1 limit ${MOST_EVENTS}`);
    if (rows.length === 0) return;
    const ids = sql.param(rows.map(({ id }) => id));
    await scoreLoans(db, settings.businessTz, used, sql`l.id = any(${ids}::uuid[])`);
  },
};
