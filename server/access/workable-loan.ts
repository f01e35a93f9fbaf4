import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { LoanStatus } from '../../contract/loan.ts';
import type { Role } from '../../contract/roles.ts';
import type { Db } from '../database/connection.ts';
import { askedRows } from '../database/prepared.ts';
import { againstRules, conflict, notFound } from '../errors.ts';
import { managerAt } from '../identity/team-span-service.ts';
import type { Actor } from './actor.ts';
import { loansVisibleTo } from './scope.ts';
import { DoubtfulWork } from './work-origin.ts';
import type { WorkOrigin } from './work-origin.ts';

/** Days without contact after which a device refuses an offline login. */
export const OFFLINE_LOGIN_DAYS = 7;
/** A phone's clock may be a little off even after correction. */
const CLOCK_TOLERANCE_MINUTES = 10;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const KIND_OF_ROLE: Partial<Record<Role, string>> = {
  COLLECTOR: 'COLLECTOR',
  FIELD_AGENT: 'FIELD',
  MANAGER: 'MANAGER',
};

/** The kind of allocation that gives the actor loans; the empty text when its role is given none. */
export function allocationKindOf(actor: Actor): string {
  return KIND_OF_ROLE[actor.role] ?? '';
}

/** A loan that the actor may work on, with the allocation the work is done under (null: visible without one). */
export interface WorkableLoan {
  readonly loanId: string;
  readonly allocationId: string | null;
  readonly revision: number;
  /** The allocation had ended by now: the work comes late. */
  readonly isLate: boolean;
  /** Who led the actor when the work was done, however late it comes; null: nobody. */
  readonly leaderId: string | null;
}

/** A piece of work: on which loan, and when. */
export interface LoanWork {
  readonly loanId: string;
  readonly at: Date;
  readonly origin: WorkOrigin;
  /** The id under which a call's outcome is recorded: its call's own. */
  readonly callId?: string | undefined;
}

interface WorkableRow extends Record<string, unknown> {
  place: number;
  id: string;
  revision: number;
  allocation_id: string | null;
  ended_at: string | null;
  is_visible: boolean;
  is_own_call: boolean;
  is_foreign_call: boolean;
  loan_number: string;
  status: LoanStatus;
  leader_id: string | null;
}

/** Days for which a manager may still take in work of who had the loan. */
const APPROVED_DAYS = 366;

/** Days for which a call that the dialer connected lets its agent record its outcome. */
const CALL_DAYS = OFFLINE_LOGIN_DAYS;

/** An outcome whose call began this long before belongs to another call, hours. */
export const SAME_CALL_HOURS = 4;

/**
 * Condition on `w`, `l` and `begun`: the work is the outcome of a call in which the dialer connected the actor with this
 * borrower, or of one that the actor began while the loan was its own, so it is the actor's to record, whoever has the loan by
 * now. That call's only: its loan is not the actor's.
 */
const isOwnCall = (
  actor: Actor,
): SQL => sql`(begun.id is not null or exists (select 1 from dialer_calls k
  where k.id = w.call_id and k.loan_id = l.id and k.agent_id = ${actor.userId} and k.source = 'ENGINE'
    and k.connected_at is not null and k.placed_at >= now() - make_interval(days => ${CALL_DAYS})))`;

/** Condition on `w` and `l`: the id is that of a call of somebody else, or with another borrower. */
const isForeignCall = (
  actor: Actor,
): SQL => sql`exists (select 1 from dialer_calls k where k.id = w.call_id
  and (k.loan_id is distinct from l.id or k.agent_id is distinct from ${actor.userId}::uuid))`;

const toWorkableLoan = (row: WorkableRow): WorkableLoan => ({
  loanId: row.id,
  allocationId: row.allocation_id,
  revision: row.revision,
  isLate: !(row.is_visible || row.is_own_call) || row.status !== 'ACTIVE',
  leaderId: row.leader_id,
});

/** Days after its end for which an allocation covers work. */
function graceOf({ opId, isApproved }: WorkOrigin): number {
  if (isApproved) return APPROVED_DAYS;
  return opId === null ? 0 : OFFLINE_LOGIN_DAYS;
}

/** What was saved after its device had heard that the loan is no longer its user's needs a manager. Throws DoubtfulWork. */
function refuseKnownEnd(row: WorkableRow, { toldAt, isApproved }: WorkOrigin): void {
  if (row.is_visible || row.is_own_call || isApproved || toldAt === null) return;
  if (row.ended_at !== null && toldAt >= new Date(row.ended_at))
    throw new DoubtfulWork('TAKEN_AWAY');
}

/**
 * Locks the loans, always in the same order, and says for each piece of work under which allocation the actor did it: the
 * loan is the actor's now, or it was then, or when the call began. Delivered work counts up to OFFLINE_LOGIN_DAYS after an allocation ended: the
 * agent could not know yet. Throws 404 when one of them is not the actor's, 409 for the id of another's call, 422 when it is
 * no longer worked, DoubtfulWork when the device knew.
 */
export async function workableLoans(
  tx: Db,
  actor: Actor,
  works: readonly LoanWork[],
): Promise<WorkableLoan[]> {
  const asked = works.map(({ loanId, at, origin, callId = null }, place) => ({
    place,
    loan_id: loanId,
    at: at.toISOString(),
    call_id: callId,
    grace: graceOf(origin),
  }));
  const result = await tx.execute<WorkableRow>(sql`
    select /* prepared */ w.place, l.id, l.revision, l.loan_number, l.status,
      ${loansVisibleTo(actor)} as is_visible, ${isOwnCall(actor)} as is_own_call,
      ${isForeignCall(actor)} as is_foreign_call,
      coalesce(t.id, begun.allocation_id) as allocation_id, t.ended_at,
      ${managerAt(sql`${actor.userId}::uuid`, sql`w.at`)} as leader_id
    from ${askedRows(asked, 'w', 'place int, loan_id uuid, at timestamptz, call_id uuid, grace int')}
      join loans l on l.id = w.loan_id
      left join lateral (select a.id, a.ended_at from allocations a
        where a.loan_id = l.id and a.assignee_id = ${actor.userId} and a.kind = ${allocationKindOf(actor)}
          and (a.ended_at is null
            or (a.allocated_at <= w.at + make_interval(mins => ${CLOCK_TOLERANCE_MINUTES})
              and a.ended_at >= w.at - make_interval(days => w.grace)))
        order by (a.allocated_at <= w.at and coalesce(a.ended_at, 'infinity') >= w.at) desc,
          a.ended_at is null desc, a.allocated_at desc
        limit 1) t on true
      left join dispositions begun on begun.id = w.call_id and begun.loan_id = l.id and begun.channel = 'CALL'
        and begun.agent_id = ${actor.userId} and begun.recorded_at >= w.at - make_interval(hours => ${SAME_CALL_HOURS})
    order by l.id, w.place for no key update of l`);
  const found = new Map(result.rows.map((row) => [row.place, row]));
  return works.map(({ origin }, place) => {
    const row = found.get(place);
    const isMine = row && (row.is_visible || row.is_own_call || row.allocation_id !== null);
    if (!isMine) throw notFound('This loan');
    refuseKnownEnd(row, origin);
    if (row.is_foreign_call)
      throw conflict('OTHER_CONTENT', 'This id is that of another call. Record it as a new one.');
    // What a phone saved before it could know is taken; at the desk the loan is seen to be over. A call that was under way
    // still gets its outcome.
    if (row.status !== 'ACTIVE' && origin.opId === null && !row.is_own_call)
      throw againstRules(
        'LOAN_CLOSED',
        `Loan ${row.loan_number} is ${row.status.toLowerCase()}: it is not worked any more. Nothing was saved.`,
      );
    return toWorkableLoan(row);
  });
}

/** Whether the loan is, or ever was, the actor's to work. */
export async function everHadLoan(db: Db, actor: Actor, loanId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from loans l where l.id = ${UUID.test(loanId) ? loanId : null}::uuid and (${loansVisibleTo(actor)}
      or exists (select 1 from allocations a where a.loan_id = l.id and a.assignee_id = ${actor.userId})
      or exists (select 1 from dialer_calls k where k.loan_id = l.id and k.agent_id = ${actor.userId}))`);
  return rows.length > 0;
}

/** The same for one piece of work. Throws 404, 409, 422. */
export async function workableLoan(tx: Db, actor: Actor, work: LoanWork): Promise<WorkableLoan> {
  const [loan] = await workableLoans(tx, actor, [work]);
  if (!loan) throw notFound('This loan');
  return loan;
}
