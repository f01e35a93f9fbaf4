import { sql } from 'drizzle-orm';
import type { BodyOf } from '../../contract/call.ts';
import type { CollectionReceipt, receiptCalls } from '../../contract/receipt.ts';
import type { Actor } from '../access/actor.ts';
import { runCommand } from '../command.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { conflict, notFound } from '../errors.ts';
import { notify } from '../notifications/notification-service.ts';
import { findReceipt } from './receipt-list.ts';
import { otherReceipts, isExcessOpen, notOverAgent } from './receipt-rows-service.ts';

/*
 * More than is owed is taken in knowingly only. Phones without a network can't know of each other, nor a phone of the desk:
 * what both took in stands, and the receipt that came into the books when less was left is marked with how much it was
 * more. Whoever knew all of that said why; else a manager is told, and looks at it.
 */

/** Receipts of a loan that no payment confirms, in the order in which they take of what is due: what is above is excess. */
const standingOf = (loanIds: readonly string[], isLast: ReturnType<typeof sql>) => sql`
  select r.id, least(r.amount, greatest(sum(r.amount) over (partition by r.loan_id
    order by ${isLast}, r.created_at, r.id) - greatest(l.total_due_amount, 0), 0))::bigint as excess
  from receipts r join loans l on l.id = r.loan_id
  where r.loan_id = any(${sql.param(loanIds)}::uuid[]) and r.payment_id is null and r.cancelled_at is null
    and not r.is_claim and l.total_due_amount is not null`;

/** A receipt as far as its excess goes. */
interface NewReceipt {
  readonly id: string;
  readonly loanId: string;
  readonly excessReason?: string | undefined;
  readonly isAtOnce?: boolean;
}

interface MarkedRow extends Record<string, unknown> {
  id: string;
  loan_id: string;
  client_id: string;
  agent_name: string;
  amount: number;
  excess: number;
  is_open: boolean;
  managers: string[];
  others: { Agent_Name: string; amount: number }[];
}

/** Condition on `r`: another agent's money or a payment may have come which whoever recorded it could not know of. */
const isBlind = sql`(exists (select 1 from receipts o where o.loan_id = r.loan_id and o.agent_id <> r.agent_id
    and o.payment_id is null and o.cancelled_at is null and not o.is_claim)
  or exists (select 1 from payments p join dispositions d on d.id = r.disposition_id
    where p.loan_id = r.loan_id and p.reversed_at is null and p.created_at > d.recorded_at))`;

/** Managers of a loan and of everyone whose money stands on it. */
const concerned = sql`array(select distinct m.id from (
    select l.manager_id as id union select u.manager_id from receipts o join users u on u.id = o.agent_id
      where o.loan_id = r.loan_id and o.cancelled_at is null and not o.is_claim) m
  where m.id is not null and m.id <> r.agent_id)`;

/** Marks what of new receipts is more than was left and tells the managers of what nobody knew. After `refreshDues`. */
export async function markExcess(
  { tx, audit }: Command,
  receipts: readonly NewReceipt[],
): Promise<void> {
  if (receipts.length === 0) return;
  const said = receipts.map(({ id, excessReason, isAtOnce }) => ({
    id,
    reason: excessReason ?? null,
    at_once: isAtOnce ?? false,
  }));
  const ids = said.map(({ id }) => id);
  const loanIds = receipts.map(({ loanId }) => loanId);
  const { rows } = await tx.execute<MarkedRow>(sql`
    with marked as (
      update receipts r set excess_amount = x.excess, excess_reason = n.reason,
        excess_known_at = case when k.is_known then now() end, excess_known_by = case when k.is_known then r.agent_id end
      from (${standingOf(loanIds, sql`r.id = any(${sql.param(ids)}::uuid[])`)}) x
        join jsonb_to_recordset(${JSON.stringify(said)}::jsonb) as n(id uuid, reason text, at_once boolean) on n.id = x.id
        cross join lateral (select n.reason is not null and (n.at_once or not (
          select ${isBlind} from receipts r where r.id = x.id)) as is_known) k
      where r.id = x.id and x.excess > 0 returning r.*)
    select r.id, r.loan_id, r.client_id, u.full_name as agent_name, r.amount, r.excess_amount as excess,
      ${isExcessOpen} as is_open, ${concerned} as managers, ${otherReceipts} as others
    from marked r join users u on u.id = r.agent_id join loans l on l.id = r.loan_id order by r.created_at, r.id`);
  for (const { id, amount, excess, is_open: isOpen } of rows)
    audit({
      action: 'receipt.excess',
      entity: 'receipt',
      entityId: id,
      details: { amount, excess, isKnown: !isOpen },
    });
  await notify(
    tx,
    rows.filter((row) => row.is_open).flatMap((row) => row.managers.map((to) => noticeOf(row, to))),
  );
}

function noticeOf(row: MarkedRow, userId: string) {
  const others = row.others.map((one) => ({ personName: one.Agent_Name, amount: one.amount }));
  const left = row.amount - row.excess;
  return {
    to: { userId },
    kind: 'RECEIPT_EXCESS' as const,
    facts: { amount: row.amount, personName: row.agent_name, left, others },
    clientId: row.client_id,
    loanId: row.loan_id,
  };
}

/** After money of a loan was cancelled: what was more than was left is so no longer, as far as that goes. */
export async function lowerExcess(tx: Db, loanId: string): Promise<void> {
  await tx.execute(sql`update receipts r set excess_amount = least(r.excess_amount, x.excess)
    from (${standingOf([loanId], sql`r.excess_amount > 0`)}) x
    where r.id = x.id and r.excess_amount > x.excess`);
}

/**
 * Says why a receipt of more than was owed stands. Throws 404, 409 when it waits for nobody, 422 for whoever is not over
 * its agent.
 */
export async function explainExcess(
  { db }: Context,
  actor: Actor,
  { receiptId, reason }: BodyOf<typeof receiptCalls.explainExcess>,
): Promise<CollectionReceipt> {
  return runCommand(db, actor, async ({ tx, audit }) => {
    await tx.execute(sql`select 1 from receipts where id = ${receiptId} for update`);
    const receipt = await findReceipt(tx, actor, receiptId);
    if (!receipt) throw notFound('This receipt');
    const { excessAmount, excessKnownAt, state, mayExplain, amount } = receipt;
    if (excessAmount === 0 || excessKnownAt !== null || state === 'CANCELLED')
      throw conflict(
        'NO_EXCESS',
        'This receipt waits for nobody any more. Look at the list again.',
      );
    if (!mayExplain) throw notOverAgent();
    await tx.execute(sql`update receipts set excess_reason = ${reason}, excess_known_at = now(),
      excess_known_by = ${actor.userId} where id = ${receiptId}`);
    const details = { amount, excess: excessAmount, reason };
    audit({ action: 'receipt.explain', entity: 'receipt', entityId: receiptId, details });
    const after = await findReceipt(tx, actor, receiptId);
    if (!after) throw new Error(`The receipt ${receiptId} is gone although it is locked.`);
    return after;
  });
}
