import { sql } from 'drizzle-orm';
import type { LoanStatus } from '../../contract/loan.ts';
import type { Command } from '../command.ts';
import type { Db } from '../database/connection.ts';
import { allowLongWork } from '../database/long-work.ts';
import { endWork } from './open-work.ts';
import { lockReopenable, giveBack } from './loan-reopening.ts';

/** Why a loan is no longer worked. */
export type ClosingReason = Exclude<LoanStatus, 'ACTIVE'>;

/** Which loans end, and why. Loans closed by one order share its `commandId`: it opens them again. */
export interface ClosingOrder {
  readonly loanIds: readonly string[];
  readonly reason: ClosingReason;
  readonly note?: string | undefined;
  readonly commandId: string;
}

/** Which closed loans are to be opened: all of one order that are still closed by it, or loans one by one. */
export type ReopeningOrder =
  | { readonly commandId: string }
  | { readonly loanIds: readonly string[] };

/** From where a loan may come to an end: a deletion hides any, a payment settles an expired one too. */
export const CLOSES_FROM: Readonly<Record<ClosingReason, readonly LoanStatus[]>> = {
  PAID: ['ACTIVE', 'EXPIRED', 'WITHDRAWN'],
  SETTLED: ['ACTIVE', 'EXPIRED', 'WITHDRAWN'],
  WITHDRAWN: ['ACTIVE', 'EXPIRED'],
  EXPIRED: ['ACTIVE'],
  DELETED: ['ACTIVE', 'EXPIRED', 'WITHDRAWN', 'PAID', 'SETTLED'],
};

/** So many loan ids stand in the audit row of a command; all of them are in the closures. */
const MOST_AUDITED = 1000;

async function lockClosable(tx: Db, order: ClosingOrder): Promise<{ ids: string[]; at: string }> {
  await allowLongWork(tx);
  const { rows } = await tx.execute<{ id: string }>(sql`
    select l.id from loans l where l.id = any(${sql.param(order.loanIds)}::uuid[])
      and l.status = any(${sql.param(CLOSES_FROM[order.reason])}::text[])
    order by l.id for update of l`);
  const now = await tx.execute<{ at: string }>(sql`select clock_timestamp()::text as at`);
  return { ids: rows.map(({ id }) => id), at: now.rows[0]?.at ?? new Date().toISOString() };
}

/** Keeps who had the loans. One that was closed already hands on what its former closing kept. */
async function keepHolders(
  tx: Db,
  actorId: string | null,
  order: ClosingOrder,
  { ids, at }: { ids: readonly string[]; at: string },
): Promise<void> {
  const among = sql`any(${sql.param(ids)}::uuid[])`;
  await tx.execute(sql`update loan_closures set reopened_at = ${at}::timestamptz, reopened_by = ${actorId},
    superseded_by = ${order.commandId} where loan_id = ${among} and reopened_at is null`);
  await tx.execute(sql`
    insert into loan_closures (id, command_id, loan_id, reason, note, collector_id, manager_id, field_agent_id,
      visit_date, former_status, promise_date, promise_amount, closed_by, closed_at)
    select gen_random_uuid(), ${order.commandId}, l.id, ${order.reason}, ${order.note ?? null},
      coalesce(l.collector_id, p.collector_id), coalesce(l.manager_id, p.manager_id),
      coalesce(l.field_agent_id, p.field_agent_id), coalesce(l.visit_date, p.visit_date), l.status,
      coalesce(l.promise_date, p.promise_date), coalesce(l.promise_amount, p.promise_amount), ${actorId}::uuid,
      ${at}::timestamptz
    from loans l left join loan_closures p on p.loan_id = l.id and p.superseded_by = ${order.commandId}
    where l.id = ${among}`);
}

/** A paid or settled loan stays in its manager's lists; any other end takes it from everybody. */
async function takeFromHolders(
  tx: Db,
  actorId: string | null,
  reason: ClosingReason,
  { ids, at }: { ids: readonly string[]; at: string },
): Promise<void> {
  const among = sql`any(${sql.param(ids)}::uuid[])`;
  const staysWithManager = reason === 'PAID' || reason === 'SETTLED';
  await tx.execute(sql`update allocations set ended_at = ${at}::timestamptz
    where loan_id = ${among} and ended_at is null ${staysWithManager ? sql`and kind <> 'MANAGER'` : sql``}`);
  await endWork(tx, ids, at);
  await tx.execute(sql`
    update loans set status = ${reason}, collector_id = null, field_agent_id = null, visit_date = null,
      ${staysWithManager ? sql`` : sql`manager_id = null,`} promise_date = null, promise_amount = null,
      promise_broken_on = null, allocation_changed_at = ${at}::timestamptz, allocation_changed_by = ${actorId}::uuid
    where id = ${among}`);
}

/**
 * Ends loans (PAID, SETTLED, WITHDRAWN, EXPIRED, DELETED): they leave work lists and phones, their open promises and alerts close,
 * and who had them is kept for `reopenLoans`. Loans that already ended so stay as they are. Returns how many ended. The
 * caller has made sure that the actor may do this to them; `actorId` null is the server itself.
 */
export async function closeLoans(
  { tx, audit }: Command,
  actorId: string | null,
  order: ClosingOrder,
): Promise<number> {
  if (order.loanIds.length === 0) return 0;
  const locked = await lockClosable(tx, order);
  const { ids } = locked;
  if (ids.length === 0) return 0;
  await keepHolders(tx, actorId, order, locked);
  await takeFromHolders(tx, actorId, order.reason, locked);
  const [only] = ids.length === 1 ? ids : [];
  audit({
    action: `loan.${order.reason.toLowerCase()}`,
    entity: 'loan',
    ...(only === undefined ? {} : { entityId: only }),
    details: {
      commandId: order.commandId,
      count: ids.length,
      loanIds: ids.slice(0, MOST_AUDITED),
      ...(order.note === undefined ? {} : { note: order.note }),
    },
  });
  return ids.length;
}

/**
 * Opens closed loans again and gives them back to who had them, their promises and alerts too; people who left since get
 * nothing back. `kept` stay closed: closed again by something later, or, deleted ones, their number was given anew.
 */
export async function reopenLoans(
  { tx, audit }: Command,
  actorId: string | null,
  order: ReopeningOrder,
): Promise<{ reopened: number; kept: number }> {
  const { closures, kept } = await lockReopenable(tx, order);
  if (closures.length > 0) await giveBack(tx, actorId, closures);
  const loanIds = closures.map(({ loanId }) => loanId);
  const [only] = loanIds.length === 1 ? loanIds : [];
  if (loanIds.length > 0)
    audit({
      action: 'loan.reopen',
      entity: 'loan',
      ...(only === undefined ? {} : { entityId: only }),
      details: {
        ...('commandId' in order ? { commandId: order.commandId } : {}),
        count: loanIds.length,
        kept,
        loanIds: loanIds.slice(0, MOST_AUDITED),
      },
    });
  return { reopened: loanIds.length, kept };
}
