import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { AutoAllocationSpec } from '../../contract/allocation-rule.ts';
import type { Db } from '../database/connection.ts';

/*
 * A run is carried out (and taken back) in pieces, one short transaction each, in the order of the loans' ids:
 *
 * - One transaction over a million loans would hold the lock of every loan for minutes, and as the oldest transaction
 *   running it would keep every phone's pull from anything that changed since it began. A piece holds some thousand loans
 *   for well under a second, locked in the same order as everybody locks them.
 * - It is all or nothing all the same: the confirmation is the decision, stored before the first piece. How far each lane
 *   is (run-lanes.ts) is stored with each piece, so whoever follows a killed process goes on from there, and no piece
 *   happens twice. What was given out can be taken back whole.
 */

/** Loans of a piece: so many that its statements' fixed costs don't count, so few that nobody waits for it. */
const PIECE = 5_000;

/** Loans of one run by their ids, the first excluded (null: from the start), the last included (null: to the end). */
export interface Piece {
  readonly runId: string;
  readonly after: string | null;
  readonly last: string | null;
}

/** Condition on `r` (allocation_run_loans): loans of the piece that the plan gives to somebody. */
function inPiece({ runId, after, last }: Piece): SQL {
  return sql`r.run_id = ${runId}::uuid and r.assignee_id is not null
    ${after === null ? sql`` : sql`and r.loan_id > ${after}::uuid`}
    ${last === null ? sql`` : sql`and r.loan_id <= ${last}::uuid`}`;
}

/** The first piece of what is left of a range; null when nothing is. */
export async function nextPiece(tx: Db, range: Piece): Promise<Piece | null> {
  const { rows } = await tx.execute<{ id: string }>(sql`select n.id from
    (select r.loan_id as id from allocation_run_loans r where ${inPiece(range)} order by r.loan_id limit ${PIECE}) n
    order by n.id desc limit 1`);
  const last = rows[0]?.id;
  return last === undefined ? null : { ...range, last };
}

/** The loan in the middle of the plan: half of it goes up to there. Null when it is too short to be halved. */
export async function middleOf(tx: Db, runId: string): Promise<string | null> {
  const whole = inPiece({ runId, after: null, last: null });
  const { rows } = await tx.execute<{ id: string }>(sql`
    with n as (select count(*) as loans from allocation_run_loans r where ${whole})
    select r.loan_id as id from allocation_run_loans r where ${whole} and (select loans from n) > ${2 * PIECE}
    order by r.loan_id offset (select loans / 2 from n) limit 1`);
  return rows[0]?.id ?? null;
}

/** Where in a piece something stands in the way of a loan's moving. */
interface PieceState {
  /** Loans that changed since they were planned, or are no longer worked. */
  readonly changed: number;
  /** Loans of people who are gone. */
  readonly gone: number;
}

/** Condition on `r` and `l` (its loan): it changed since it was planned. */
export const changedSincePlan = sql`(l.revision <> r.revision or l.status <> 'ACTIVE')`;

/** Condition on `r`: its person is none of those who can take loans, or went to another team than its manager's. */
export const personGone = (takers: readonly string[]): SQL =>
  sql`(r.assignee_id <> all(${sql.param([...takers])}::uuid[]) or exists (select 1 from users t
    where t.id = r.assignee_id and t.role <> 'MANAGER' and t.manager_id <> r.before_manager_id))`;

/**
 * Locks the loans of a piece, in one order for everybody, and says what stands in their way. What the next statements read
 * of them stays so.
 */
export async function lockPiece(
  tx: Db,
  piece: Piece,
  takers: readonly string[] = [],
): Promise<PieceState> {
  const { rows } = await tx.execute<{ changed: number; gone: number }>(sql`
    select count(*) filter (where changed)::int as changed, count(*) filter (where gone)::int as gone
    from (select ${changedSincePlan} as changed, ${personGone(takers)} as gone
      from allocation_run_loans r join loans l on l.id = r.loan_id
      where ${inPiece(piece)} order by l.id for no key update of l) locked`);
  return rows[0] ?? { changed: 0, gone: 0 };
}

/** Reasons of loans that are not moved (any more). */
const notMoved = sql`r.reason not in ('CHANGED', 'GONE', 'KEPT')`;

/** Sets loans of a piece aside for a reason, where `condition` on `r` and `l` (its loan) holds; says how many. */
export async function setAside(
  tx: Db,
  piece: Piece,
  reason: 'CHANGED' | 'GONE' | 'KEPT',
  condition: SQL,
): Promise<number> {
  const { rowCount } = await tx.execute(sql`update allocation_run_loans r set reason = ${reason}
    from loans l where ${inPiece(piece)} and ${notMoved} and l.id = r.loan_id and ${condition}`);
  return rowCount ?? 0;
}

/** An agent whom a new manager takes over: its own, or nobody's. */
const keptUnder = (agent: SQL, manager: SQL) =>
  sql`case when ${manager} is null or ${manager} = r.assignee_id then ${agent} end`;

const afterOf: Readonly<Record<AutoAllocationSpec['kind'], SQL>> = {
  COLLECTOR: sql`r.assignee_id as collector_id, coalesce(r.before_manager_id, u.manager_id) as manager_id,
    r.before_field_agent_id as field_agent_id, r.before_visit_date as visit_date`,
  // A visit that was planned for somebody else is planned anew.
  FIELD: sql`r.before_collector_id as collector_id, coalesce(r.before_manager_id, u.manager_id) as manager_id,
    r.assignee_id as field_agent_id, null::date as visit_date`,
  MANAGER: sql`${keptUnder(sql`r.before_collector_id`, sql`bc.manager_id`)} as collector_id, r.assignee_id as manager_id,
    ${keptUnder(sql`r.before_field_agent_id`, sql`bf.manager_id`)} as field_agent_id,
    ${keptUnder(sql`r.before_visit_date`, sql`bf.manager_id`)} as visit_date`,
};

/** A piece's loans as `giveHoldings` takes them: into the hands that the plan says (as `holdingAfter` for single loans). */
export function plannedHoldings(piece: Piece, kind: AutoAllocationSpec['kind']): SQL {
  const agentsBefore =
    kind === 'MANAGER'
      ? sql`left join users bc on bc.id = r.before_collector_id left join users bf on bf.id = r.before_field_agent_id`
      : sql``;
  return sql`(select r.loan_id as id, ${afterOf[kind]}, r.before_collector_id as had_collector_id,
      r.before_manager_id as had_manager_id, r.before_field_agent_id as had_field_agent_id
    from allocation_run_loans r join users u on u.id = r.assignee_id ${agentsBefore}
    where ${inPiece(piece)} and ${notMoved})`;
}

/** Locks everybody who had loans of a piece: nobody leaves, or changes teams, before the piece's end. */
export async function lockFormer(tx: Db, piece: Piece): Promise<void> {
  await tx.execute(sql`select u.id from users u where u.id in (select h.id from allocation_run_loans r
      cross join lateral (values (r.before_collector_id), (r.before_manager_id), (r.before_field_agent_id)) as h(id)
      where ${inPiece(piece)})
    order by u.id for share of u`);
}

/** Condition: `who` (of users) still does this work, for the loan's manager where it has one. */
const stillWorks = (who: SQL, role: 'COLLECTOR' | 'FIELD_AGENT', manager: SQL) =>
  sql`${who}.role = ${role} and ${who}.disabled_at is null
    and (${who}.manager_id is null or ${who}.manager_id = coalesce(${manager}, ${who}.manager_id))`;

/**
 * A piece's loans back in the hands they were in; an allocation is opened wherever none is. Who left since, does other
 * work or is in another team gets nothing back; where the manager left, its agents' loans come to whom they are under now.
 */
export function formerHoldings(piece: Piece): SQL {
  return sql`(select r.loan_id as id, c.id as collector_id,
      coalesce(m.id, case when r.before_manager_id is not null then s.id end) as manager_id, f.id as field_agent_id,
      case when f.id is not null then r.before_visit_date end as visit_date,
      null::uuid as had_collector_id, null::uuid as had_manager_id, null::uuid as had_field_agent_id
    from allocation_run_loans r
      left join users m on m.id = r.before_manager_id and m.role = 'MANAGER' and m.disabled_at is null
      left join users c on c.id = r.before_collector_id and ${stillWorks(sql`c`, 'COLLECTOR', sql`m.id`)}
      left join users f on f.id = r.before_field_agent_id
        and ${stillWorks(sql`f`, 'FIELD_AGENT', sql`coalesce(m.id, c.manager_id)`)}
      left join users s on s.id = coalesce(c.manager_id, f.manager_id) and s.disabled_at is null
    where ${inPiece(piece)} and ${notMoved})`;
}
