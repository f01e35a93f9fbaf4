import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { fieldProblem } from '../../contract/errors.ts';
import type { LoanStatus } from '../../contract/loan.ts';
import type { Db } from '../database/connection.ts';
import { againstRules } from '../errors.ts';
import type { AllocationKind, Holding } from './allocation-rules.ts';
import { giveHoldings } from './holding-service.ts';

/** A loan locked for allocation, as it stands now. */
export interface LockedLoan extends Holding, Record<string, unknown> {
  readonly id: string;
  readonly loanNumber: string;
  readonly clientId: string;
  readonly revision: number;
  /** Someone else gave it out or took it back, for the same kind of work, within the last minute. */
  readonly isFresh: boolean;
  /** Last change of any kind, and who made it when it was an allocation. */
  readonly changedAt: string;
  readonly changedBy: string | null;
  /** Its last allocation by someone else; null when there is none. */
  readonly allocatedElsewhereAt: string | null;
}

/** Within this time two people who name no revision are taken to have acted on the same list. */
const FRESH_SECONDS = 60;

/** Locks the loans of a condition on `l`, in one order for everybody, and returns their ids: at most `most`, all when null. */
export async function lockLoans(tx: Db, where: SQL, most: number | null): Promise<string[]> {
  const result = await tx.execute<{ id: string }>(
    sql`select l.id from loans l where ${where} order by l.id limit ${most}::bigint for update of l`,
  );
  return result.rows.map((row) => row.id);
}

/** How many loans of a condition on `l` are no longer worked. */
export async function countClosed(tx: Db, where: SQL): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from loans l where l.status <> 'ACTIVE' and ${where}`,
  );
  return rows[0]?.count ?? 0;
}

/** So many closed loans are named; all are counted. */
const MOST_NAMED = 100;

/** Throws 422 when some of the locked loans are no longer worked: paid, recalled or expired. */
export async function refuseClosed(tx: Db, ids: readonly string[]): Promise<void> {
  const { rows } = await tx.execute<{ id: string; loanNumber: string; status: LoanStatus }>(sql`
    select l.id, l.loan_number as "loanNumber", l.status from loans l
    where l.id = any(${sql.param(ids)}::uuid[]) and l.status <> 'ACTIVE' order by l.id`);
  if (rows.length === 0) return;
  const closed = rows.slice(0, MOST_NAMED);
  const names = closed.slice(0, 3).map(({ loanNumber, status }) => `${loanNumber} (${status})`);
  const more = rows.length > names.length ? ` and ${rows.length - names.length} more` : '';
  throw againstRules(
    'LOAN_CLOSED',
    `Paid, recalled and expired loans can't be allocated: ${names.join(', ')}${more}. Take them out and repeat.`,
    closed.map(({ id, loanNumber, status }) =>
      fieldProblem('loanIds', 'loan-closed', {
        _id: id,
        Loan_ID: loanNumber,
        status,
        count: rows.length,
      }),
    ),
  );
}

/** Locked loans as they stand now, in the order of their ids. */
export async function readLocked(
  tx: Db,
  ids: readonly string[],
  kind: AllocationKind,
  actorId: string,
): Promise<LockedLoan[]> {
  // Read after the lock was got: only a new statement sees what the one before us in the queue has committed.
  const result = await tx.execute<LockedLoan>(sql`
    select l.id, l.loan_number as "loanNumber", l.client_id as "clientId", l.revision, l.collector_id as "collectorId",
      l.manager_id as "managerId", l.field_agent_id as "fieldAgentId", l.visit_date as "visitDate",
      l.updated_at as "changedAt",
      case when l.allocation_changed_at >= l.updated_at then u.full_name end as "changedBy",
      case when l.allocation_changed_by is distinct from ${actorId}::uuid then l.allocation_changed_at end
        as "allocatedElsewhereAt",
      exists (select 1 from allocations a where a.loan_id = l.id and a.kind = ${kind} and (
        (a.allocated_by is distinct from ${actorId}::uuid
          and a.allocated_at > clock_timestamp() - make_interval(secs => ${FRESH_SECONDS}))
        or (l.allocation_changed_by is distinct from ${actorId}::uuid
          and a.ended_at > clock_timestamp() - make_interval(secs => ${FRESH_SECONDS})))) as "isFresh"
    from loans l left join users u on u.id = l.allocation_changed_by
    where l.id = any(${sql.param(ids)}::uuid[]) order by l.id`);
  return result.rows;
}

/** A loan, who has it from now on and who had it before. */
export interface NewHolding extends Holding {
  readonly id: string;
  readonly before: Holding;
}

function wanted(holdings: readonly NewHolding[]): SQL {
  const column = (pick: (holding: NewHolding) => string | null) => sql.param(holdings.map(pick));
  return sql`(select * from unnest(${column((h) => h.id)}::uuid[], ${column((h) => h.collectorId)}::uuid[],
    ${column((h) => h.managerId)}::uuid[], ${column((h) => h.fieldAgentId)}::uuid[],
    ${column((h) => h.visitDate)}::date[], ${column((h) => h.before.collectorId)}::uuid[],
    ${column((h) => h.before.managerId)}::uuid[], ${column((h) => h.before.fieldAgentId)}::uuid[])
    as n(id, collector_id, manager_id, field_agent_id, visit_date, had_collector_id, had_manager_id, had_field_agent_id))`;
}

/** Puts locked loans into new hands: ends the allocations that are over, opens the new ones, changes the loans. */
export async function writeHoldings(
  tx: Db,
  holdings: readonly NewHolding[],
  allocatedBy: string,
  at: string,
): Promise<void> {
  if (holdings.length > 0) await giveHoldings(tx, wanted(holdings), allocatedBy, at);
}
