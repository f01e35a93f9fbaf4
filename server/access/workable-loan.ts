import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { LoanStatus } from '../../contract/loan.ts';
import type { Role } from '../../contract/roles.ts';
import type { Db } from '../database/connection.ts';
import { againstRules, notFound } from '../errors.ts';
import type { Actor } from './actor.ts';
import { loansVisibleTo } from './scope.ts';
import type { WorkOrigin } from './work-origin.ts';

/** Days without contact after which a device refuses an offline login. */
export const OFFLINE_LOGIN_DAYS = 7;
/** A phone's clock may be a little off even after correction. */
const CLOCK_TOLERANCE_MINUTES = 10;

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
}

/** A piece of work: on which loan, and when. */
export interface LoanWork {
  readonly loanId: string;
  readonly at: Date;
  readonly origin: WorkOrigin;
}

interface WorkableRow extends Record<string, unknown> {
  place: number;
  id: string;
  revision: number;
  allocation_id: string | null;
  is_visible: boolean;
  loan_number: string;
  status: LoanStatus;
}

/** Days for which a call that the dialer connected lets its agent record its outcome; once it has one, a day to deliver again. */
const CALL_DAYS = OFFLINE_LOGIN_DAYS;

/**
 * Condition on `l`: the dialer connected the actor with this borrower, so the outcome of that call is the actor's to record,
 * whoever has the loan.
 */
const wasConnected = (actor: Actor): SQL => sql`exists (select 1 from dialer_calls k
  where k.loan_id = l.id and k.agent_id = ${actor.userId} and k.source = 'ENGINE' and k.connected_at is not null
    and k.placed_at >= now() - make_interval(days => ${CALL_DAYS})
    and (k.wrapped_at is null or k.wrapped_at >= now() - interval '1 day'))`;

const toWorkableLoan = (row: WorkableRow): WorkableLoan => ({
  loanId: row.id,
  allocationId: row.allocation_id,
  revision: row.revision,
  isLate: !row.is_visible || row.status !== 'ACTIVE',
});

/**
 * Locks the loans, always in the same order, and says for each piece of work under which allocation the actor did it: the
 * loan is the actor's now, or it was then. Delivered work counts up to OFFLINE_LOGIN_DAYS after an allocation ended: the
 * agent could not know yet. Throws 404 when one of them is not the actor's, 422 when it is no longer worked.
 */
export async function workableLoans(
  tx: Db,
  actor: Actor,
  works: readonly LoanWork[],
): Promise<WorkableLoan[]> {
  const asked = works.map(({ loanId, at, origin }, place) => ({
    place,
    loan_id: loanId,
    at: at.toISOString(),
    grace: origin.opId === null ? 0 : OFFLINE_LOGIN_DAYS,
  }));
  const result = await tx.execute<WorkableRow>(sql`
    select w.place, l.id, l.revision, l.loan_number, l.status,
      (${loansVisibleTo(actor)} or ${wasConnected(actor)}) as is_visible,
      (select a.id from allocations a
        where a.loan_id = l.id and a.assignee_id = ${actor.userId} and a.kind = ${allocationKindOf(actor)}
          and (a.ended_at is null
            or (a.allocated_at <= w.at + make_interval(mins => ${CLOCK_TOLERANCE_MINUTES})
              and a.ended_at >= w.at - make_interval(days => w.grace)))
        order by (a.allocated_at <= w.at and coalesce(a.ended_at, 'infinity') >= w.at) desc,
          a.ended_at is null desc, a.allocated_at desc
        limit 1) as allocation_id
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as w(place int, loan_id uuid, at timestamptz, grace int)
      join loans l on l.id = w.loan_id
    order by l.id, w.place for no key update of l`);
  const found = new Map(result.rows.map((row) => [row.place, row]));
  return works.map(({ origin }, place) => {
    const row = found.get(place);
    if (!row || (!row.is_visible && row.allocation_id === null)) throw notFound('This loan');
    // What a phone saved before it could know is taken; at the desk the loan is seen to be over.
    if (row.status !== 'ACTIVE' && origin.opId === null)
      throw againstRules(
        'LOAN_CLOSED',
        `Loan ${row.loan_number} is ${row.status.toLowerCase()}: it is not worked any more. Nothing was saved.`,
      );
    return toWorkableLoan(row);
  });
}

/** The same for one piece of work. Throws 404. */
export async function workableLoan(
  tx: Db,
  actor: Actor,
  loanId: string,
  at: Date,
  origin: WorkOrigin,
): Promise<WorkableLoan> {
  const [loan] = await workableLoans(tx, actor, [{ loanId, at, origin }]);
  if (!loan) throw notFound('This loan');
  return loan;
}
