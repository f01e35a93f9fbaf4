import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { RunState } from '../../contract/allocation-run.ts';
import { JOB_WORDS } from '../../contract/job-words.ts';
import type { Context } from '../context.ts';
import { isDiskFull } from '../errors.ts';
import { startRescuedQueue } from '../jobs/rescued-queue.ts';
import { notify } from '../notifications/notification-service.ts';
import type { Upkeep } from '../upkeep.ts';
import { carryOutRun } from './run-applying.ts';
import { planRun, RunProblem } from './run-planning.ts';
import { findRun, moveRun, UNDO_HOURS } from './run-record.ts';

/** The queue of runs that wait for planning, carrying out, taking back or clearing away. */
export const RUN_QUEUE = 'allocation-run';

/** Plan rows are removed in pieces: a million at once would hold up others' writing. */
const CLEARED_AT_ONCE = 20_000;

/** Condition on `r`: nobody needs the plan's loans any more. Dropped runs, and others a day after their end. */
const planIsOver = sql`r.has_plan and (r.state = 'CANCELLED'
  or (r.state in ('DONE', 'UNDONE', 'FAILED') and r.finished_at < now() - make_interval(hours => ${UNDO_HOURS})))`;

/** Jobs are found late and twice: a plan that waits for its confirmation, or can still be taken back, stays. */
async function isPlanOver(context: Context, runId: string): Promise<boolean> {
  const { rows } = await context.db.execute(
    sql`select 1 from allocation_runs r where r.id = ${runId} and ${planIsOver}`,
  );
  return rows.length > 0;
}

/** Removes the loans of a plan that nobody looks at any more. */
async function clearPlan(context: Context, runId: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const { rowCount } = await context.db.execute(sql`delete from allocation_run_loans
      where run_id = ${runId} and loan_id in (select loan_id from allocation_run_loans
        where run_id = ${runId} order by loan_id limit ${CLEARED_AT_ONCE})`);
    if ((rowCount ?? 0) < CLEARED_AT_ONCE) break;
  }
  await context.db.execute(sql`update allocation_runs set has_plan = false where id = ${runId}
    and state in ('CANCELLED', 'FAILED', 'DONE', 'UNDONE')`);
}

async function workOn(context: Context, runId: string, signal: AbortSignal): Promise<void> {
  const state = (await findRun(context.db, runId))?.wire.state;
  try {
    if (state === 'PLANNING') await planRun(context, runId, signal);
    else if (state === 'APPLYING' || state === 'UNDOING')
      await carryOutRun(context, runId, state, signal);
    else if (await isPlanOver(context, runId)) await clearPlan(context, runId, signal);
  } catch (error) {
    if (!(error instanceof RunProblem)) throw error;
    await failRun(context, runId, ['PLANNING', 'APPLYING', 'UNDOING'], error.message);
  }
}

/** Ends a run that does not go on, and tells whoever ordered it. False when it is not in one of these states. */
async function failRun(
  { db }: Context,
  runId: string,
  from: readonly RunState[],
  error: string,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await moveRun(tx, runId, from, 'FAILED', error))) return false;
    const run = await findRun(tx, runId);
    const told = [run?.createdById, run?.confirmedById, run?.undoneById];
    const notices = told
      .filter((id) => typeof id === 'string')
      .map((userId) => ({
        to: { userId },
        kind: 'SHARING_OUT_FAILED' as const,
        clientId: run?.clientId ?? null,
      }));
    await notify(tx, notices);
    return true;
  });
}

async function giveUp(context: Context, runId: string, error: unknown): Promise<void> {
  const why = isDiskFull(error) ? 'no-room-for' : 'fault-of';
  if (await failRun(context, runId, ['PLANNING'], JOB_WORDS[`${why}-plan`])) return;
  await failRun(context, runId, ['APPLYING', 'UNDOING'], JOB_WORDS[`${why}-run`]);
}

/** Runs in work, and those whose plan is no longer needed. */
const openRuns = sql`select r.id from allocation_runs r
  where (r.has_plan and r.state in ('PLANNING', 'APPLYING', 'UNDOING')) or (${planIsOver})`;

/** Runs that need a job. A plan that nobody confirmed within a day speaks of a book that has changed: it is dropped. */
async function findOpen({ db }: Context): Promise<SQL> {
  await db.execute(sql`update allocation_runs set state = 'CANCELLED', finished_at = now()
    where has_plan and state = 'PLANNED' and created_at < now() - make_interval(hours => ${UNDO_HOURS})`);
  return openRuns;
}

/** Takes runs in this process, beginning with those that were interrupted. Returns the upkeep that finds them. */
export const startAllocationRunJobs = (context: Context): Promise<Upkeep> =>
  startRescuedQueue(context, {
    queue: RUN_QUEUE,
    name: 'allocation run jobs',
    open: () => findOpen(context),
    work: (runId, signal) => workOn(context, runId, signal),
    giveUp: (runId, error) => giveUp(context, runId, error),
  });
