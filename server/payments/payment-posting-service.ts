import { sql } from 'drizzle-orm';
import { POSTED_OUTCOMES } from '../../contract/activity-sheet.ts';
import type { Command } from '../command.ts';
import type { Db } from '../database/connection.ts';
import { managerAtEnd } from '../identity/team-span-service.ts';
import { closeLoans } from '../loan-closures/loan-closing-service.ts';
import { refreshDues } from './due-service.ts';

/** Which sheet's payments are posted, for which client, in whose name. */
export interface PostingOrder {
  readonly sheetId: string;
  readonly clientId: string;
  readonly source: 'PAYMENT' | 'BANK_PAID';
  readonly actorId: string;
  readonly fileName: string;
  /** The day of rows that name none. */
  readonly undatedOn: string;
  /** The business time zone. */
  readonly zone: string;
}

/** Rows that are posted. */
const isPosted = (order: PostingOrder) =>
  sql`s.sheet_id = ${order.sheetId} and s.outcome = any(${sql.param([...POSTED_OUTCOMES[order.source]])}::text[])`;

/** Who had the loan on the day of payment: whoever came to it last when it changed hands on that day. */
const holderThen = (kinds: readonly string[]) => sql`
  select a.assignee_id from allocations a
  where a.loan_id = t.loan_id and a.kind = any(${sql.param([...kinds])}::text[]) and a.allocated_at < t.day_end
    and (a.ended_at is null or a.ended_at >= t.day_start)
  order by a.kind = 'COLLECTOR' desc, a.allocated_at desc limit 1`;

async function insertPayments(tx: Db, order: PostingOrder): Promise<void> {
  const day = sql`coalesce(s.on_date, ${order.undatedOn}::date)`;
  await tx.execute(sql`
    insert into payments (id, client_id, loan_id, source, sheet_id, row, amount, applied_amount, paid_on, mode, reference,
      collector_id, manager_id, holder_id, leader_id, had_id, day_ends_at, payment_key, last_paid_on_before, last_paid_before, loan_then,
      created_by)
    select gen_random_uuid(), ${order.clientId}, t.loan_id, ${order.source}, ${order.sheetId}, t.row, t.amount,
      t.applied_amount, t.paid_on, t.mode, t.reference, u.id, led.id, u.id, led.id, had.assignee_id, t.day_end, t.payment_key,
      t.last_payment_date, t.last_payment_amount, t.loan_then, ${order.actorId}
    from (
      select s.loan_id, s.row, coalesce(s.amount, s.applied_amount) as amount, s.applied_amount, ${day} as paid_on,
        s.mode, s.reference, s.payment_key, s.person_id, l.last_payment_date, l.last_payment_amount,
        jsonb_build_object('product', l.product, 'bucket', l.bucket, 'dpd', l.dpd) as loan_then,
        (${day}::timestamp at time zone ${order.zone}) as day_start,
        ((${day} + 1)::timestamp at time zone ${order.zone}) as day_end
      from activity_sheet_rows s join loans l on l.id = s.loan_id
      where ${isPosted(order)} and coalesce(s.amount, s.applied_amount) > 0) t
      left join lateral (${holderThen(['COLLECTOR', 'FIELD'])}) had on true
      left join users u on u.id = coalesce(t.person_id, had.assignee_id)
      left join lateral (select coalesce((${holderThen(['MANAGER'])}), ${managerAtEnd(sql`u.id`, sql`t.day_end`)}) as id) led on true`);
}

/** The loans' last payment is the newest that the sheet posted, unless they have a newer one. Returns the loans. */
async function noteLastPayments(tx: Db, sheetId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    update loans l set
      last_payment_date = case when p.last_on >= coalesce(l.last_payment_date, p.last_on) then p.last_on
        else l.last_payment_date end,
      last_payment_amount = case when p.last_on >= coalesce(l.last_payment_date, p.last_on) then p.last_amount
        else l.last_payment_amount end
    from (select loan_id, max(paid_on) as last_on, (array_agg(amount order by paid_on desc, row desc))[1] as last_amount
      from payments where sheet_id = ${sheetId} and reversed_at is null group by loan_id) p
    where l.id = p.loan_id returning l.id`);
  return rows.map(({ id }) => id);
}

/**
 * Posts the good rows of a checked sheet: one payment each, credited to whom the row names, else to whoever had the loan
 * on that day; the dues go down, and loans with nothing due any more are closed as PAID, so that all contact stops. The
 * caller holds the loans' locks and has just had the rows decided.
 */
export async function postPayments(command: Command, order: PostingOrder): Promise<void> {
  const { tx } = command;
  await insertPayments(tx, order);
  await refreshDues(tx, await noteLastPayments(tx, order.sheetId));
  const { rows } = await tx.execute<{ id: string }>(sql`
    select l.id from loans l
    where l.id in (select s.loan_id from activity_sheet_rows s where ${isPosted(order)})
      and l.total_due_amount <= 0 and l.status not in ('PAID', 'DELETED') order by l.id`);
  await closeLoans(command, order.actorId, {
    loanIds: rows.map(({ id }) => id),
    reason: 'PAID',
    note: order.fileName,
    commandId: order.sheetId,
  });
}
