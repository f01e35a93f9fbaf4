import { sql } from 'drizzle-orm';
import type { AutoAllocationSpec } from '../../contract/allocation-rule.ts';
import type { AllocationRun, RunState } from '../../contract/allocation-run.ts';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import {
  agentsNamedBy,
  haveRulesChanged,
  readAgents,
} from '../allocation-rules/rule-sql-service.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { holdLock } from '../database/locks.ts';
import { againstRules, conflict, notAllowed, notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import { allocatable, holderOf } from './allocatable.ts';
import { RUN_QUEUE } from './run-jobs.ts';
import { closeLanes } from './run-lanes.ts';
import { moveRun, readRun, UNDO_HOURS } from './run-record.ts';
import type { RunRecord } from './run-record.ts';

const whyNotPlanned: Readonly<Record<RunState, string>> = {
  PLANNING: 'The plan is still being made. Wait until it is ready.',
  PLANNED: 'Someone decided about this plan at the same moment. Look at it again.',
  APPLYING: 'This plan was confirmed already; its loans are being given out.',
  DONE: 'This plan was confirmed already; its loans are given out.',
  FAILED: 'This plan failed. Plan it again.',
  CANCELLED: 'This plan was dropped. Plan it again.',
  UNDOING: 'This plan was carried out and is being taken back.',
  UNDONE: 'This plan was carried out and taken back. Plan it again.',
};

/** Throws 403 for a kind that the actor may not give out, 404 for somebody it may not name, 422 when there is nobody. */
async function checkTakers(db: Db, actor: Actor, spec: AutoAllocationSpec): Promise<void> {
  if (spec.kind === 'MANAGER' && !isAdmin(actor))
    throw notAllowed('Only an admin shares loans out among managers.', 'WRONG_ROLE');
  const agents = await readAgents(db, actor);
  const named = agentsNamedBy(spec, agents);
  if (spec.assigneeIds.length > 0 && named.length < new Set(spec.assigneeIds).size)
    throw notFound('A person of the list');
  if (named.length === 0)
    throw againstRules(
      'NOBODY_THERE',
      'There is nobody whom these loans could go to. Add people first, or choose another kind.',
    );
}

/** Begins to plan a sharing-out. Throws 400, 403, 404 and 422. */
export async function createRun(
  context: Context,
  actor: Actor,
  spec: AutoAllocationSpec,
): Promise<AllocationRun> {
  await checkTakers(context.db, actor, spec);
  // A filter that can't be read is refused now, not by the job.
  allocatable(actor, spec);
  const id = newId();
  await runCommand(context.db, actor, async ({ tx, audit }) => {
    await tx.execute(sql`insert into allocation_runs (id, kind, state, spec, created_by, client_id)
      values (${id}, ${spec.kind}, 'PLANNING', ${JSON.stringify(spec)}::jsonb, ${actor.userId}, ${actor.clientId})`);
    await context.jobs.add(tx, RUN_QUEUE, id);
    audit({
      action: 'allocation-run.plan',
      entity: 'allocation-run',
      entityId: id,
      details: { ...spec },
    });
  });
  context.jobs.wake(RUN_QUEUE);
  return (await readRun(context.db, actor, id)).wire;
}

interface Taker extends Record<string, unknown> {
  fullName: string;
}

/**
 * Throws 409 when the plan counts on room that is no longer there: another run is giving loans to the same people, or
 * somebody has more loans by now.
 */
async function refuseStale(tx: Db, { wire }: RunRecord): Promise<void> {
  const takers = (wire.summary?.agents ?? []).filter((agent) => agent.getsLoans > 0);
  const limited = takers.filter(({ capacity }) => wire.spec.respectsCapacity && capacity !== null);
  if (limited.length === 0) return;
  const ids = sql.param(limited.map((agent) => agent._id));
  const running =
    await tx.execute(sql`select 1 from allocation_runs r where r.state = 'APPLYING' and r.kind = ${wire.kind}
    and r.id <> ${wire._id} and exists (select 1 from jsonb_to_recordset(r.summary -> 'agents') as a("_id" uuid, "getsLoans" int)
      where a."_id" = any(${ids}::uuid[]) and a."getsLoans" > 0) limit 1`);
  if (running.rows.length > 0)
    throw conflict(
      'RUN_IN_WORK',
      'Another sharing-out is giving loans to the same people. Confirm this one when that is done.',
    );
  const gets = sql.param(limited.map((agent) => agent.getsLoans - agent.givesUpLoans));
  const { rows } = await tx.execute<Taker>(sql`
    select u.full_name as "fullName" from unnest(${ids}::uuid[], ${gets}::int[]) as p(id, gets)
      join users u on u.id = p.id join agent_skills s on s.user_id = u.id
    where (select count(*) from loans l where ${holderOf[wire.kind]} = p.id and l.status = 'ACTIVE') + p.gets > s.capacity
    order by u.full_name limit 1`);
  if (rows[0])
    throw conflict(
      'PLAN_OUTDATED',
      `${rows[0].fullName} has more loans than when this was planned. Plan it again.`,
    );
}

/** Throws 409 when the rules by which the plan gives loans are others by now: who turned one off wants it heeded. */
async function refuseFormerRules(tx: Db, { wire }: RunRecord): Promise<void> {
  if (wire.ruleVersion !== null && (await haveRulesChanged(tx, wire.kind, wire.ruleVersion)))
    throw conflict(
      'RULES_CHANGED',
      'The rules were changed since this was planned. Plan it again.',
    );
}

/** Confirms a plan: a job gives its loans out. Throws 404, 409 and 422. */
export async function confirmRun(
  context: Context,
  actor: Actor,
  id: string,
): Promise<AllocationRun> {
  const run = await readRun(context.db, actor, id);
  const { wire } = run;
  if (wire.state !== 'PLANNED') throw conflict('NOT_PLANNED', whyNotPlanned[wire.state]);
  const planned = wire.takenByRules + wire.sharedOut;
  if (planned === 0)
    throw againstRules('NOTHING_TO_GIVE', 'This plan gives no loan to anybody. Plan another one.');
  await runCommand(context.db, actor, async ({ tx, audit }) => {
    await holdLock(tx, 'runConfirm');
    // First: who confirms what somebody else just confirmed is told so, and not that another one is in work.
    if (!(await moveRun(tx, id, ['PLANNED'], 'APPLYING')))
      throw conflict('NOT_PLANNED', whyNotPlanned.PLANNED);
    await refuseFormerRules(tx, run);
    await refuseStale(tx, run);
    await tx.execute(sql`update allocation_runs set done_loans = 0, total_loans = ${planned},
      confirmed_by = ${actor.userId}, confirmed_at = now() where id = ${id}`);
    await context.jobs.add(tx, RUN_QUEUE, id);
    audit({
      action: 'allocation-run.confirm',
      entity: 'allocation-run',
      entityId: id,
      details: { kind: wire.kind, planned },
    });
  });
  context.jobs.wake(RUN_QUEUE);
  return (await readRun(context.db, actor, id)).wire;
}

/** Takes a run back, in the background, within a day of its end. Throws 404 and 409. */
export async function undoRun(context: Context, actor: Actor, id: string): Promise<AllocationRun> {
  const { wire } = await readRun(context.db, actor, id);
  if (wire.state === 'UNDOING' || wire.state === 'UNDONE')
    throw conflict('NOT_PLANNED', whyNotPlanned[wire.state]);
  if (wire.state !== 'DONE' && wire.state !== 'FAILED')
    throw conflict(
      'NOT_GIVEN_OUT',
      'Only a plan whose loans were given out can be taken back. Look at it again.',
    );
  const until = wire.undoableUntil;
  if (until === null || Date.parse(until) < Date.now())
    throw conflict(
      'TOO_LATE',
      `Only what was given out within the last ${UNDO_HOURS} hours can be taken back as a whole. Take the loans back from the list of loans.`,
    );
  await runCommand(context.db, actor, async ({ tx, audit }) => {
    if (!(await moveRun(tx, id, ['DONE', 'FAILED'], 'UNDOING')))
      throw conflict('NOT_PLANNED', whyNotPlanned.UNDOING);
    const given = wire.takenByRules + wire.sharedOut - wire.changedLoans;
    await closeLanes(tx, id);
    await tx.execute(sql`update allocation_runs set done_loans = 0, total_loans = ${given},
      undone_loans = 0, kept_loans = 0, undone_by = ${actor.userId} where id = ${id}`);
    await context.jobs.add(tx, RUN_QUEUE, id);
    audit({ action: 'allocation-run.take-back', entity: 'allocation-run', entityId: id });
  });
  context.jobs.wake(RUN_QUEUE);
  return (await readRun(context.db, actor, id)).wire;
}

/** Drops a plan; nothing was given out. Throws 404, or 409 when it is too late. */
export async function cancelRun(
  context: Context,
  actor: Actor,
  id: string,
): Promise<AllocationRun> {
  const { wire } = await readRun(context.db, actor, id);
  await runCommand(context.db, actor, async ({ tx, audit }) => {
    if (!(await moveRun(tx, id, ['PLANNING', 'PLANNED'], 'CANCELLED')))
      throw conflict('NOT_PLANNED', whyNotPlanned[wire.state]);
    await context.jobs.add(tx, RUN_QUEUE, id);
    audit({ action: 'allocation-run.cancel', entity: 'allocation-run', entityId: id });
  });
  context.jobs.wake(RUN_QUEUE);
  return (await readRun(context.db, actor, id)).wire;
}
