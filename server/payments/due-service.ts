import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';
import { sameReferenceOf } from '../payment-reference.ts';
import { attributePayments } from './attribution-service.ts';

/*
 * What a borrower owes, in one place: the lender's last figure less the payments since, and less what a fulfilled settlement
 * wrote off since. Figure and payments are kept, so
 * that files, payments and reversals give the same due in whatever order they come. `loans.total_due_amount`,
 * `paid_amount` and `unverified_amount` and `payments.applied_amount` are what comes of it.
 */

/** When a figure was told: as of the end of a day, or (null) of the instant it came to us. */
interface FigureTime {
  readonly asOf: SQL;
  readonly toldAt: SQL;
}

/** Condition on a payment `p`: it came after a figure, so that it lowers it. */
const isSince = ({ asOf, toldAt }: FigureTime): SQL =>
  sql`p.reversed_at is null and case when ${asOf} is null then p.created_at > ${toldAt} else p.paid_on > ${asOf} end`;

/** Condition on a settlement `s` and a figure `f`: what it wrote off is not in that figure yet. */
const isWaivedSince = sql`s.waived_amount is not null
  and case when f.as_of is null then s.fulfilled_at > f.told_at else s.fulfilled_on >= f.as_of end`;

/** Condition on a loan `k`: it ended by a settlement that stands as paid, so what its lender's books still say is not owed. */
const isSettled = sql`k.status = 'SETTLED' and exists (select 1 from settlements s where s.loan_id = k.id and s.state = 'FULFILLED')`;

const ofLoans = (loanIds: readonly string[]): SQL => sql`any(${sql.param(loanIds)}::uuid[])`;

/** Condition on a payment `p`: its file named whom it is credited to. */
const isNamed = sql`exists (select 1 from activity_sheet_rows s
  where s.sheet_id = p.sheet_id and s.row = p.row and s.person_id is not null)`;

/**
 * Receipts of cancelled money, and of payments that were reversed, are unconfirmed again, and so is a claim whose payment a
 * receipt may be about. Payments that no receipt is about any more are credited to who had the loan.
 */
async function unpair(tx: Db, loanIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    with undone as (
      select r.id, r.is_claim, p.id as payment_id from receipts r join payments p on p.id = r.payment_id
      where r.loan_id = ${ofLoans(loanIds)} and (p.reversed_at is not null or r.cancelled_at is not null
        or (r.is_claim and exists (select 1 from receipts o where o.loan_id = r.loan_id and o.amount = r.amount
          and not o.is_claim and o.payment_id is null and o.cancelled_at is null)))),
    credited as (update payments p set collector_id = p.holder_id, manager_id = p.leader_id from undone u
      where p.id = u.payment_id and not u.is_claim and not ${isNamed})
    update receipts r set payment_id = null from undone u where r.id = u.id`);
}

/** The last day on which the money of a receipt or claim `r` shows at the bank. */
const lastAtBank = sql`coalesce(r.paid_on, r.collected_on) + 10`;

/** Condition: a payment `p` lies within the days in which the money of a receipt or claim `r` shows at the bank. */
const isNear = sql`p.paid_on between case when r.is_claim then coalesce(r.paid_on - 3, r.collected_on - 31)
  else r.collected_on - 1 end and ${lastAtBank}`;

/** Condition on a receipt `r`: no payment confirms it, and one of today still would. */
export const isAwaitedReceipt = (today: string): SQL =>
  sql`(r.payment_id is null and r.cancelled_at is null and not r.is_claim and ${today}::date <= ${lastAtBank})`;

/**
 * Pairs each payment with the receipt that it confirms: the same loan and amount, collected up to ten days before it (or
 * a day after, by the bank's calendar); the oldest first. The payment is credited to the receipt's agent unless its file
 * named somebody. What no receipt is about confirms a claim of that amount: around the day that the borrower told, the
 * same reference first, else up to a month before it was told. Claims credit nobody.
 */
async function pair(tx: Db, loanIds: readonly string[]): Promise<void> {
  for (const isClaim of [false, true])
    for (;;) {
      const { rowCount } = await tx.execute(sql`
      with open as (
        select r.id as receipt_id, p.id as payment_id, p.paid_on, p.row, r.collected_on, r.agent_id, r.manager_id,
          coalesce(${sameReferenceOf(sql`p.reference`)} = ${sameReferenceOf(sql`r.reference`)}, false) as is_same, d.channel
        from receipts r join payments p on p.loan_id = r.loan_id and p.amount = r.amount and p.reversed_at is null
            and ${isNear} and not exists (select 1 from receipts o where o.payment_id = p.id)
          left join dispositions d on d.id = r.disposition_id
        where r.loan_id = ${ofLoans(loanIds)} and r.payment_id is null and r.cancelled_at is null
          and r.is_claim = ${isClaim}),
      first_receipt as (select distinct on (payment_id) * from open
        order by payment_id, is_same desc, channel = 'FIELD' desc nulls last, collected_on, receipt_id),
      paired as (select distinct on (receipt_id) * from first_receipt
        order by receipt_id, is_same desc, paid_on, row, payment_id),
      credited as (update payments p set collector_id = x.agent_id, manager_id = coalesce(x.manager_id, p.manager_id)
        from paired x where p.id = x.payment_id and not ${isClaim} and p.collector_id is distinct from x.agent_id
          and not ${isNamed})
      update receipts r set payment_id = x.payment_id from paired x where r.id = x.receipt_id`);
      if ((rowCount ?? 0) === 0) break;
    }
}

/** How much of each payment since the figure lowers it: the earlier posted ones first, none by more than is left. */
async function spread(tx: Db, loanIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    with since as (
      select p.id, p.amount, greatest(f.amount, 0) - (sum(p.amount) over (partition by p.loan_id
        order by p.created_at, p.sheet_id, p.row, p.id) - p.amount) as remaining
      from lender_figures f join payments p on p.loan_id = f.loan_id
      where f.loan_id = ${ofLoans(loanIds)} and ${isSince({ asOf: sql`f.as_of`, toldAt: sql`f.told_at` })})
    update payments p set applied_amount = least(greatest(s.remaining, 0), s.amount)::bigint from since s
    where p.id = s.id and p.applied_amount <> least(greatest(s.remaining, 0), s.amount)`);
}

/** What a loan would owe without what a settlement writes off. */
export interface DueBeforeWaiver extends Record<string, unknown> {
  /** The figure less the payments since, below 0 where more was paid; null: nothing is told of its due. */
  readonly due: number | null;
  /** What was written off lowers this figure; an older write-off is in it already. */
  readonly isWaivedSince: boolean;
}

/** What the loan of a settlement would owe without that settlement. */
export async function dueBeforeWaiver(tx: Db, settlementId: string): Promise<DueBeforeWaiver> {
  const { rows } = await tx.execute<DueBeforeWaiver>(sql`
    select (case when f.amount > 0 then f.amount - (select coalesce(sum(p.amount), 0) from payments p
          where p.loan_id = own.loan_id and ${isSince({ asOf: sql`f.as_of`, toldAt: sql`f.told_at` })})
        - (select coalesce(sum(s.waived_amount), 0) from settlements s where s.loan_id = own.loan_id
          and s.id <> own.id and ${isWaivedSince}) else f.amount end)::bigint as due,
      exists (select 1 from settlements s where s.id = own.id and ${isWaivedSince}) as "isWaivedSince"
    from settlements own left join lender_figures f on f.loan_id = own.loan_id where own.id = ${settlementId}`);
  return rows[0] ?? { due: null, isWaivedSince: false };
}

/**
 * Works out anew what is owed on these loans, what was paid, and what agents collected that no payment confirms yet. Call
 * it after every change of figures, payments or receipts; it locks the loans.
 */
export async function refreshDues(tx: Db, loanIds: readonly string[]): Promise<void> {
  if (loanIds.length === 0) return;
  await tx.execute(
    sql`select 1 from loans l where l.id = ${ofLoans(loanIds)} order by l.id for no key update of l`,
  );
  await unpair(tx, loanIds);
  await pair(tx, loanIds);
  await attributePayments(tx, loanIds);
  await spread(tx, loanIds);
  await tx.execute(sql`
    update loans l set total_due_amount = n.due, paid_amount = n.paid, unverified_amount = n.unverified
    from (
      select k.id, case when f.amount > 0 and ${isSettled} then 0 when f.amount > 0 then greatest(f.amount - (select coalesce(sum(p.amount), 0) from payments p
            where p.loan_id = k.id and ${isSince({ asOf: sql`f.as_of`, toldAt: sql`f.told_at` })})
            - (select coalesce(sum(s.waived_amount), 0) from settlements s where s.loan_id = k.id and ${isWaivedSince}), 0)
          else f.amount end::bigint as due,
        (select coalesce(sum(p.amount), 0) from payments p where p.loan_id = k.id and p.reversed_at is null)::bigint as paid,
        (select coalesce(sum(r.amount), 0) from receipts r where r.loan_id = k.id and r.payment_id is null
          and r.cancelled_at is null and not r.is_claim)::bigint as unverified
      from loans k left join lender_figures f on f.loan_id = k.id where k.id = ${ofLoans(loanIds)}) n
    where l.id = n.id and (l.total_due_amount, l.paid_amount, l.unverified_amount)
      is distinct from (n.due, n.paid, n.unverified)`);
  await markSettlements(tx, loanIds);
}

/**
 * Settlements end when nothing is due any more, and come back with the due; a receipt says on which day a borrower paid. They
 * are followed anew.
 */
async function markSettlements(tx: Db, loanIds: readonly string[]): Promise<void> {
  await tx.execute(sql`update settlements s set is_stale = true from loans l
    where s.loan_id = ${ofLoans(loanIds)} and l.id = s.loan_id and not s.is_stale and (case
      when s.waits_for is not null then l.total_due_amount <= 0
      else s.state = 'WITHDRAWN' and s.letter_at is not null and l.total_due_amount > 0 end
      or (s.letter_at is not null and exists (select 1 from receipts r where r.loan_id = s.loan_id and not r.is_claim
        and r.collected_on >= s.offered_on)))`);
}

/** Keeps what the lender (or whoever corrected it by hand) says is due on a loan from now on. */
export async function tellFigure(tx: Db, loanId: string, amount: number | null): Promise<void> {
  if (amount === null) await tx.execute(sql`delete from lender_figures where loan_id = ${loanId}`);
  else
    await tx.execute(sql`insert into lender_figures (loan_id, amount, told_at)
      values (${loanId}, ${amount}, clock_timestamp())
      on conflict (loan_id) do update set amount = excluded.amount, as_of = null, told_at = excluded.told_at`);
  await refreshDues(tx, [loanId]);
}
