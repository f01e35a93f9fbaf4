import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallAnswer } from '../../contract/call.ts';
import type { allocationCalls } from '../../contract/allocation.ts';
import type { LoanFilter } from '../../contract/loan-calls.ts';
import type { Actor } from '../access/actor.ts';
import { activeLoansOf, loansVisibleTo } from '../access/scope.ts';
import { isoInstant } from '../clock.ts';
import type { Command } from '../command.ts';
import { allOf } from '../database/list-page.ts';
import { againstRules, badInput, notFound } from '../errors.ts';
import { loanFilterConditions } from '../loans/loan-filter-service.ts';
import { notify } from '../notifications/notification-service.ts';
import { conflictsSince, refuseConflicts } from './allocation-conflicts.ts';
import { allocationNotices } from './allocation-notices.ts';
import {
  countClosed,
  lockLoans,
  readLocked,
  refuseClosed,
  writeHoldings,
} from './allocation-rows.ts';
import type { LockedLoan, NewHolding } from './allocation-rows.ts';
import { holdingAfter, isSameHolding } from './allocation-rules.ts';
import type { AllocationKind, AllocationOrder } from './allocation-rules.ts';
import { checkAssignees, readManagers } from './assignees.ts';
import { beginAllocation } from './holding-service.ts';

type AllocationAnswer = CallAnswer<typeof allocationCalls.assignCollector>;

/** Loans named one by one, all that matched a filter when it was read, or all that a person has now. */
export type AllocationTargets =
  | { readonly orders: readonly AllocationOrder[] }
  | {
      /** A person whom the caller may see and has locked. Its loans go whatever they are: nobody looked at a list. */
      readonly heldBy: { readonly kind: AllocationKind; readonly personId: string };
      readonly order: Omit<AllocationOrder, 'loanId' | 'revision'>;
    }
  | {
      readonly matching: LoanFilter;
      readonly asOf: string;
      readonly order: Omit<AllocationOrder, 'loanId' | 'revision'>;
    };

/** The largest number of loans that one filter may allocate at once. */
const MOST_MATCHING = 100_000;
/** So many loan ids stand in the audit row of a command; who has which loan since when is in the allocations. */
const MOST_AUDITED = 1000;

const holderColumn: Readonly<Record<AllocationKind, SQL>> = {
  COLLECTOR: sql`l.collector_id`,
  MANAGER: sql`l.manager_id`,
  FIELD: sql`l.field_agent_id`,
};

type OrderOf = (loanId: string) => AllocationOrder | undefined;

function ordersByLoan(orders: readonly AllocationOrder[]): Map<string, AllocationOrder> {
  const byLoan = new Map<string, AllocationOrder>();
  for (const given of orders) {
    // Ids compare as PostgreSQL writes them.
    const order = { ...given, loanId: given.loanId.toLowerCase() };
    const other = byLoan.get(order.loanId);
    if (other && (other.assigneeId !== order.assigneeId || other.visitDate !== order.visitDate))
      throw badInput('A loan is in the list twice. Name each loan once.');
    byLoan.set(order.loanId, order);
  }
  return byLoan;
}

async function lockTargets(
  { tx }: Command,
  actor: Actor,
  targets: AllocationTargets,
): Promise<{ ids: string[]; orderOf: OrderOf; closed?: number }> {
  if ('orders' in targets) {
    const byLoan = ordersByLoan(targets.orders);
    const named = sql`l.id = any(${sql.param([...byLoan.keys()])}::uuid[])`;
    const ids = await lockLoans(tx, allOf([named, loansVisibleTo(actor)]), byLoan.size);
    if (ids.length < byLoan.size) throw notFound('A loan of the list');
    await refuseClosed(tx, ids);
    return { ids, orderOf: (id) => byLoan.get(id) };
  }
  if ('heldBy' in targets) {
    const { kind, personId } = targets.heldBy;
    const ids = await lockLoans(tx, sql`${holderColumn[kind]} = ${personId}`, null);
    return { ids, orderOf: (loanId) => ({ loanId, ...targets.order }) };
  }
  // The instant came cut to the millisecond: loans of that very millisecond were on the list.
  const wasThere = sql`l.created_at < ${targets.asOf}::timestamptz + interval '1 millisecond'`;
  // A list shows paid and recalled loans too: they are not given out, but counted.
  const matched = [wasThere, ...loanFilterConditions(targets.matching, actor.role)];
  const ids = await lockLoans(tx, allOf([activeLoansOf(actor), ...matched]), MOST_MATCHING + 1);
  if (ids.length > MOST_MATCHING)
    throw againstRules('TOO_MANY', `Narrow the filter to at most ${MOST_MATCHING} loans.`);
  const closed = await countClosed(tx, allOf([loansVisibleTo(actor), ...matched]));
  return { ids, orderOf: (loanId) => ({ loanId, ...targets.order }), closed };
}

function hasMovedOn(
  loan: LockedLoan,
  order: AllocationOrder,
  asOf: string | undefined = order.asOf,
): boolean {
  if (asOf !== undefined)
    return (
      loan.allocatedElsewhereAt !== null &&
      Date.parse(loan.allocatedElsewhereAt) >= Date.parse(asOf)
    );
  return order.revision === undefined ? loan.isFresh : order.revision !== loan.revision;
}

async function refuseChanged(
  { tx }: Command,
  actor: Actor,
  targets: AllocationTargets,
  changed: readonly { loan: LockedLoan; order: AllocationOrder }[],
): Promise<void> {
  if ('heldBy' in targets) return;
  const asOf = 'asOf' in targets ? targets.asOf : undefined;
  const moved = changed.filter(({ loan, order }) => hasMovedOn(loan, order, asOf));
  const conflicts = moved.map(({ loan }) => ({
    _id: loan.id,
    Loan_ID: loan.loanNumber,
    changedBy: loan.changedBy,
    changedAt: isoInstant(loan.changedAt),
  }));
  if ('asOf' in targets) {
    const known = new Set(conflicts.map((one) => one._id));
    const since = await conflictsSince(tx, actor, targets.matching, targets.asOf);
    conflicts.push(...since.filter((one) => !known.has(one._id)));
  }
  await refuseConflicts(tx, conflicts);
}

function auditAllocation(
  { audit }: Command,
  kind: AllocationKind,
  targets: AllocationTargets,
  holdings: readonly NewHolding[],
  unchanged: number,
): void {
  const holder = { COLLECTOR: 'collectorId', MANAGER: 'managerId', FIELD: 'fieldAgentId' } as const;
  const assignees: Record<string, number> = {};
  for (const holding of holdings) {
    const assigneeId = holding[holder[kind]] ?? 'nobody';
    assignees[assigneeId] = (assignees[assigneeId] ?? 0) + 1;
  }
  const loanIds = holdings.slice(0, MOST_AUDITED).map((holding) => holding.id);
  const [only] = holdings.length === 1 ? loanIds : [];
  audit({
    action: 'loan.allocate',
    entity: 'loan',
    ...(only === undefined ? {} : { entityId: only }),
    details: {
      kind,
      allocated: holdings.length,
      unchanged,
      assignees,
      loanIds,
      ...('heldBy' in targets ? { heldBy: targets.heldBy } : {}),
      ...('matching' in targets ? { matching: targets.matching, asOf: targets.asOf } : {}),
    },
  });
}

/**
 * Allocates loans to people of one kind (spec 7.5: `PUT /loans/assign/*`), all or none. Throws 404 when a loan is not
 * one the actor may see, 403 and 422 for a wrong assignee, 409 ALLOCATED_MEANWHILE when someone else was first.
 */
export async function allocate(
  command: Command,
  actor: Actor,
  kind: AllocationKind,
  targets: AllocationTargets,
): Promise<AllocationAnswer> {
  const { tx } = command;
  const orders = 'orders' in targets ? targets.orders : [targets.order];
  const named = orders.map((order) => order.assigneeId).filter((id) => id !== null);
  const assigneeIds = [...new Set(named)];
  await checkAssignees(tx, actor, kind, assigneeIds);
  const at = await beginAllocation(tx);
  const { ids, orderOf, closed } = await lockTargets(command, actor, targets);
  const locked = await readLocked(tx, ids, kind, actor.userId);
  const managerOf = await readManagers(tx, assigneeIds, locked);
  const changed = locked.flatMap((loan) => {
    const order = orderOf(loan.id);
    if (!order) return [];
    const after = holdingAfter(kind, loan, order, managerOf);
    const holding: NewHolding = { ...after, id: loan.id, before: loan };
    return isSameHolding(loan, after) ? [] : [{ loan, order, holding }];
  });
  await refuseChanged(command, actor, targets, changed);
  const holdings = changed.map(({ holding }) => holding);
  await writeHoldings(tx, holdings, actor.userId, at);
  const moved = changed.map(({ loan, holding }) => ({
    loanId: loan.id,
    clientId: loan.clientId,
    before: loan,
    after: holding,
  }));
  await notify(tx, allocationNotices(actor, moved));
  const unchanged = locked.length - holdings.length;
  auditAllocation(command, kind, targets, holdings, unchanged);
  return { allocated: holdings.length, unchanged, ...(closed !== undefined && { closed }) };
}
