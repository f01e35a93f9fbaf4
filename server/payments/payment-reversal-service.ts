import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Command } from '../command.ts';
import type { Db } from '../database/connection.ts';
import { allowLongWork } from '../database/long-work.ts';
import { reopenLoans } from '../loan-closures/loan-closing-service.ts';
import { refreshDues } from './due-service.ts';

/** What a reversal took back. */
export interface Reversal {
  readonly payments: number;
  /** Rupees. */
  readonly amount: number;
  readonly reopenedLoans: number;
}

interface ReversedRow extends Record<string, unknown> {
  loan_id: string;
  amount: number;
}

/** The loan's last payment is again the last one that stands: one of ours, or what the lender told before. */
async function restoreLastPayment(tx: Db, reversed: SQL): Promise<void> {
  await tx.execute(sql`
    update loans l set last_payment_date = best.paid_on, last_payment_amount = best.amount
    from (select distinct p.loan_id from payments p where ${reversed}) gone
      left join lateral (
        select c.paid_on, c.amount from (
          select o.paid_on, o.amount from payments o where o.loan_id = gone.loan_id and o.reversed_at is null
          union all
          select o.last_paid_on_before, o.last_paid_before from payments o
          where o.loan_id = gone.loan_id and o.last_paid_on_before is not null
            and not exists (select 1 from payments r where r.loan_id = gone.loan_id and r.reversed_at is not null
              and r.paid_on = o.last_paid_on_before and r.amount = o.last_paid_before)) c
        order by c.paid_on desc limit 1) best on true
    where l.id = gone.loan_id
      and exists (select 1 from payments p where ${reversed} and p.loan_id = l.id
        and p.paid_on = l.last_payment_date and p.amount = l.last_payment_amount)`);
}

async function reverse(
  command: Command,
  actorId: string,
  which: SQL,
  reason: string,
): Promise<{ rows: ReversedRow[]; loans: string[] }> {
  const { tx } = command;
  await allowLongWork(tx);
  await tx.execute(sql`select l.id from loans l where l.id in
    (select p.loan_id from payments p where ${which} and p.reversed_at is null) order by l.id for update of l`);
  const now = await tx.execute<{ at: string }>(sql`select clock_timestamp()::text as at`);
  const at = now.rows[0]?.at ?? '';
  const { rows } = await tx.execute<ReversedRow>(sql`
    update payments p set reversed_at = ${at}::timestamptz, reversed_by = ${actorId}, reverse_reason = ${reason}
    where ${which} and p.reversed_at is null returning p.loan_id, p.amount`);
  const reversed = sql`${which} and p.reversed_at = ${at}::timestamptz`;
  const loans = [...new Set(rows.map((row) => row.loan_id))];
  await refreshDues(tx, loans);
  await restoreLastPayment(tx, reversed);
  return { rows, loans };
}

const outcomeOf = (rows: readonly ReversedRow[], reopenedLoans: number): Reversal => ({
  payments: rows.length,
  amount: rows.reduce((sum, row) => sum + row.amount, 0),
  reopenedLoans,
});

async function stillOwing(tx: Db, loanIds: readonly string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`select l.id from loans l
    where l.id = any(${sql.param(loanIds)}::uuid[]) and l.status = 'PAID' and l.total_due_amount > 0`);
  return rows.map(({ id }) => id);
}

/**
 * Reverses one payment: dues, last payment and state of its loan are as if it had never been posted. Reverses nothing when
 * it is reversed already. The caller has made sure that the actor may.
 */
export async function reversePayment(
  command: Command,
  actorId: string,
  order: { readonly paymentId: string; readonly reason: string },
): Promise<Reversal> {
  const { rows, loans } = await reverse(
    command,
    actorId,
    sql`p.id = ${order.paymentId}`,
    order.reason,
  );
  const loanIds = await stillOwing(command.tx, loans);
  const { reopened } = await reopenLoans(command, actorId, { loanIds });
  return outcomeOf(rows, reopened);
}

/** Reverses all payments of a sheet, and opens the loans that it closed without a payment. */
export async function reverseSheetPayments(
  command: Command,
  actorId: string,
  order: { readonly sheetId: string; readonly reason: string },
): Promise<Reversal> {
  const { sheetId, reason } = order;
  const { rows, loans } = await reverse(command, actorId, sql`p.sheet_id = ${sheetId}`, reason);
  const owing = await stillOwing(command.tx, loans);
  // A bank's list may say "paid" of a loan that owed nothing.
  const closed = await command.tx.execute<{ id: string }>(sql`
    select c.loan_id as id from loan_closures c
    where c.command_id = ${sheetId} and c.reopened_at is null
      and not exists (select 1 from payments p where p.loan_id = c.loan_id and p.sheet_id = ${sheetId})`);
  const loanIds = [...new Set([...owing, ...closed.rows.map(({ id }) => id)])];
  const { reopened } = await reopenLoans(command, actorId, { loanIds });
  return outcomeOf(rows, reopened);
}
