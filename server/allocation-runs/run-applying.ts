import { sql } from 'drizzle-orm';
import { beginAllocation, giveHoldings } from '../allocations/holding-service.ts';
import type { Actor } from '../access/actor.ts';
import { runCommand } from '../command.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { allowLongWork } from '../database/long-work.ts';
import { actorOfDecision } from '../identity/actor-service.ts';
import { notify } from '../notifications/notification-service.ts';
import { closeLanes, lockLane, moveLane, openLanes } from './run-lanes.ts';
import type { Doing } from './run-lanes.ts';
import {
  changedSincePlan,
  formerHoldings,
  lockFormer,
  lockPiece,
  nextPiece,
  personGone,
  plannedHoldings,
  setAside,
} from './run-pieces.ts';
import type { Piece } from './run-pieces.ts';
import { RunProblem } from './run-planning.ts';
import { findRun } from './run-record.ts';
import type { RunRecord } from './run-record.ts';

/** What one piece came to. */
interface PieceEnd {
  readonly moved: number;
  readonly setAside: number;
}

const roleOf = { COLLECTOR: 'COLLECTOR', FIELD: 'FIELD_AGENT', MANAGER: 'MANAGER' } as const;

/** Somebody stopped the run, or called it done, while a piece of it was under way. */
class RunMoved extends Error {
  override readonly name = 'RunMoved';
}

/** People of the plan who can still be given loans to by this actor; nobody disables or moves them before the piece's end. */
async function lockTakers(tx: Db, actor: Actor, { wire }: RunRecord): Promise<string[]> {
  const ids = (wire.summary?.agents ?? []).filter((agent) => agent.getsLoans > 0);
  const { rows } = await tx.execute<{ id: string }>(sql`
    select u.id from users u where u.id = any(${sql.param(ids.map((agent) => agent._id))}::uuid[])
      and u.role = ${roleOf[wire.kind]} and u.disabled_at is null
      ${actor.role === 'MANAGER' ? sql`and u.manager_id = ${actor.userId}` : sql``}
    order by u.id for share of u`);
  return rows.map(({ id }) => id);
}

/** Gives a piece's loans out, except those that changed since they were planned and those whose person is gone. */
async function applyPiece(tx: Db, actor: Actor, run: RunRecord, piece: Piece): Promise<PieceEnd> {
  const at = await beginAllocation(tx);
  const takers = await lockTakers(tx, actor, run);
  const found = await lockPiece(tx, piece, takers);
  let aside = 0;
  // Almost always nothing is in the way: then a piece is not read twice more.
  if (found.changed > 0) aside += await setAside(tx, piece, 'CHANGED', changedSincePlan);
  if (found.gone > 0) aside += await setAside(tx, piece, 'GONE', personGone(takers));
  const moved = await giveHoldings(tx, plannedHoldings(piece, run.wire.kind), actor.userId, at);
  return { moved, setAside: aside };
}

/** Takes a piece's loans back, except those that anything changed since: the run itself raised their revision by one. */
async function undoPiece(tx: Db, actor: Actor, _run: RunRecord, piece: Piece): Promise<PieceEnd> {
  const at = await beginAllocation(tx);
  await lockFormer(tx, piece);
  await lockPiece(tx, piece);
  // A run that stopped half way never gave these out.
  await setAside(tx, piece, 'CHANGED', sql`l.revision = r.revision`);
  const touched = sql`(l.revision <> r.revision + 1 or l.status <> 'ACTIVE')`;
  const aside = await setAside(tx, piece, 'KEPT', touched);
  const moved = await giveHoldings(tx, formerHoldings(piece), actor.userId, at);
  return { moved, setAside: aside };
}

/** Counts the piece last of all: the lanes of a run meet at its row, and nobody holds it for longer than a commit. */
async function notePiece(tx: Db, doing: Doing, piece: Piece, end: PieceEnd): Promise<void> {
  const { moved, setAside: aside } = end;
  const counts =
    doing === 'APPLYING'
      ? sql`changed_loans = changed_loans + ${aside}`
      : sql`undone_loans = undone_loans + ${moved}, kept_loans = kept_loans + ${aside}`;
  const { rowCount } = await tx.execute(sql`update allocation_runs set ${counts},
    done_loans = done_loans + ${moved + aside} where id = ${piece.runId} and state = ${doing}`);
  if (rowCount === 0) throw new RunMoved();
}

/** One notification for each person who got loans, however many; who did it is told nothing. */
async function tell(tx: Db, actor: Actor, { wire }: RunRecord): Promise<void> {
  const { rows } = await tx.execute<{ id: string; loans: number; client_id: string | null }>(sql`
    select t.id, count(*)::int as loans,
      case when count(distinct l.client_id) = 1 then min(l.client_id::text) end as client_id
    from allocation_run_loans r join users u on u.id = r.assignee_id join loans l on l.id = r.loan_id
      cross join lateral (values (r.assignee_id),
        (case when ${wire.kind !== 'MANAGER'} and r.before_manager_id is null then u.manager_id end)) as t(id)
    where r.run_id = ${wire._id} and r.reason not in ('CHANGED', 'GONE') and t.id is not null
      and t.id <> ${actor.userId} group by t.id`);
  const notices = rows.map(({ id, loans, client_id: clientId }) => ({
    to: { userId: id },
    kind: 'ALLOCATION' as const,
    facts: { count: loans, personName: actor.fullName },
    clientId,
  }));
  await notify(tx, notices);
}

/** A run is not called done when its plan is not all there. Throws a RunProblem. */
async function refuseHalfPlan(tx: Db, { wire }: RunRecord): Promise<void> {
  const { rows } = await tx.execute<{ loans: number }>(sql`select count(*)::int as loans
    from allocation_run_loans r where r.run_id = ${wire._id} and r.assignee_id is not null`);
  if (rows[0]?.loans !== wire.takenByRules + wire.sharedOut)
    throw new RunProblem('run-part-missing');
}

/** The run has no piece left: it is done, those concerned are told, the audit trail has it. */
async function finish(
  { tx, audit }: Command,
  actor: Actor,
  run: RunRecord,
  doing: Doing,
): Promise<void> {
  const { wire } = run;
  const state = doing === 'APPLYING' ? 'DONE' : 'UNDONE';
  await allowLongWork(tx);
  const { rows } = await tx.execute<Record<string, number>>(sql`
    update allocation_runs set state = ${state}, finished_at = now(), done_loans = total_loans
    where id = ${wire._id} and state = ${doing}
    returning changed_loans as changed, undone_loans as undone, kept_loans as kept`);
  if (rows.length === 0) return;
  await closeLanes(tx, wire._id);
  if (doing === 'APPLYING') {
    await refuseHalfPlan(tx, run);
    await tell(tx, actor, run);
  }
  audit({
    action: doing === 'APPLYING' ? 'allocation-run.apply' : 'allocation-run.undo',
    entity: 'allocation-run',
    entityId: wire._id,
    details: {
      kind: wire.kind,
      ruleVersion: wire.ruleVersion,
      ...rows[0],
      planned: Object.fromEntries(
        (wire.summary?.agents ?? [])
          .filter((agent) => agent.getsLoans > 0)
          .map((agent) => [agent._id, agent.getsLoans]),
      ),
    },
  });
}

/** Does the lane's next piece; false when there is none, or the run is not at this (any more). */
async function nextStep(
  context: Context,
  actor: Actor,
  run: RunRecord,
  doing: Doing,
  lane: number,
): Promise<boolean> {
  return runCommand(context.db, actor, async ({ tx }) => {
    const left = await lockLane(tx, run.wire._id, lane, doing);
    const piece = left && (await nextPiece(tx, left));
    if (!piece) return false;
    const end = await (doing === 'APPLYING' ? applyPiece : undoPiece)(tx, actor, run, piece);
    await moveLane(tx, lane, piece);
    await notePiece(tx, doing, piece, end);
    return true;
  });
}

/** Does all lanes side by side. What stops one stops the others after their piece, and is thrown when all have stopped. */
async function doLanes(
  lanes: readonly number[],
  signal: AbortSignal,
  step: (lane: number) => Promise<boolean>,
): Promise<void> {
  const stop = new AbortController();
  const stopped = AbortSignal.any([signal, stop.signal]);
  const toTheEnd = async (lane: number): Promise<void> => {
    try {
      do stopped.throwIfAborted();
      while (await step(lane));
    } catch (error) {
      stop.abort(error);
      throw error;
    }
  };
  const ends = await Promise.allSettled(lanes.map(toTheEnd));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/**
 * Carries a confirmed run out, or takes one back, piece by piece from where it stands (see run-pieces.ts, run-lanes.ts). The
 * order stands though whoever gave it has left since: half of a book in new hands and half in old ones is nobody's wish.
 */
export async function carryOutRun(
  context: Context,
  runId: string,
  doing: Doing,
  signal: AbortSignal,
): Promise<void> {
  const run = await findRun(context.db, runId);
  if (!run) return;
  const orderedBy = doing === 'APPLYING' ? run.confirmedById : run.undoneById;
  if (orderedBy === null) throw new Error(`Nobody ordered the run ${runId}.`);
  const actor = await actorOfDecision(context.db, orderedBy);
  const lanes = await openLanes(context.db, runId, doing);
  try {
    await doLanes(lanes, signal, (lane) => nextStep(context, actor, run, doing, lane));
  } catch (error) {
    if (error instanceof RunMoved) return;
    throw error;
  }
  await runCommand(context.db, actor, (command) => finish(command, actor, run, doing));
}
