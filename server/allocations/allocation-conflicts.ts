import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { LoanFilter } from '../../contract/loan-calls.ts';
import type { Actor } from '../access/actor.ts';
import { loansVisibleTo } from '../access/scope.ts';
import { isoInstant } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { allOf } from '../database/list-page.ts';
import { conflict } from '../errors.ts';
import { currentHolders, loanFilterConditions } from '../loans/loan-filter-service.ts';
import { readAsOf } from '../loans/loan-list-service.ts';

/** A loan that someone else changed meanwhile. */
export interface AllocationConflict {
  readonly _id: string;
  readonly Loan_ID: string;
  /** Null when it was not changed by allocating, but by a contact, an edit or an import. */
  readonly changedBy: string | null;
  readonly changedAt: string;
}

/** So many conflicts are named; all are counted. */
const MOST_NAMED = 100;

/** Throws 409 when there are conflicts; `asOf`: what is told is what stood then, for whoever overwrites it knowingly. */
export async function refuseConflicts(
  tx: Db,
  conflicts: readonly AllocationConflict[],
): Promise<void> {
  if (conflicts.length === 0) return;
  const one = conflicts.length === 1 ? conflicts[0] : undefined;
  const what = one ? `Loan ${one.Loan_ID} was` : `${conflicts.length} of these loans were`;
  const who = one?.changedBy ? ` by ${one.changedBy}` : '';
  throw conflict(
    'ALLOCATED_MEANWHILE',
    `${what} changed meanwhile${who}. Nothing was allocated: look at the list again and repeat.`,
    {
      conflicts: conflicts.slice(0, MOST_NAMED),
      count: conflicts.length,
      asOf: await readAsOf(tx),
    },
  );
}

interface ConflictRow extends Record<string, unknown> {
  id: string;
  loan_number: string;
  full_name: string | null;
  changed_at: string;
}

/** Who had the loan at `asOf`: as now, unless allocations of the kind began or ended since. */
const heldThen = (
  kind: string,
  now: SQL,
  asOf: string,
) => sql`(case when exists (select 1 from allocations a
    where a.loan_id = l.id and a.kind = ${kind} and (a.allocated_at >= ${asOf}::timestamptz or a.ended_at >= ${asOf}::timestamptz))
  then (select a.assignee_id from allocations a where a.loan_id = l.id and a.kind = ${kind}
    and a.allocated_at < ${asOf}::timestamptz and a.ended_at >= ${asOf}::timestamptz
    order by a.allocated_at desc limit 1) else ${now} end)`;

/**
 * Loans that matched the filter at `asOf` and were allocated by someone else since, whether or not they match now. Who
 * had a loan then is read from the allocations.
 */
export async function conflictsSince(
  tx: Db,
  actor: Actor,
  filter: LoanFilter,
  asOf: string,
): Promise<AllocationConflict[]> {
  const manager = heldThen('MANAGER', currentHolders.manager, asOf);
  const visibleThen =
    actor.role === 'MANAGER' ? sql`${manager} = ${actor.userId}::uuid` : loansVisibleTo(actor);
  const matchedThen = loanFilterConditions(filter, actor.role, {
    collector: heldThen('COLLECTOR', currentHolders.collector, asOf),
    manager,
    fieldAgent: heldThen('FIELD', currentHolders.fieldAgent, asOf),
  });
  const result = await tx.execute<ConflictRow>(sql`
    select l.id, l.loan_number, u.full_name, l.allocation_changed_at as changed_at
    from loans l left join users u on u.id = l.allocation_changed_by
    where l.allocation_changed_at >= ${asOf}::timestamptz
      and l.allocation_changed_by is distinct from ${actor.userId}::uuid
      and ${allOf([visibleThen, ...matchedThen])} order by l.id`);
  return result.rows.map((row) => ({
    _id: row.id,
    Loan_ID: row.loan_number,
    changedBy: row.full_name,
    changedAt: isoInstant(row.changed_at),
  }));
}
