import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Money } from '../../contract/collected.ts';
import type { Actor } from '../access/actor.ts';
import { paymentsVisibleTo, toldMoneyCountedFor } from '../access/scope.ts';
import type { Db } from '../database/connection.ts';
import { sameReferenceOf } from '../payment-reference.ts';
import { attributedPayments } from './attribution-service.ts';

/*
 * What "claimed", "receipted", "verified" and "collected" mean (contract/collected.ts), for every board, report and target.
 * Each amount counts on one day and for one person: a receipt or claim on its day for its agent, a payment on the day of
 * payment for whom it is attributed to (attribution-service.ts), the receipt that it confirms too where a rule shares it.
 */

/** Condition on `r`: a borrower told of the same amount under the same transaction number in another claim `t`, which is so. */
const isToldWhere = (
  which: SQL,
): SQL => sql`(r.reference is not null and exists (select 1 from receipts t
  where t.loan_id = r.loan_id and t.is_claim and t.cancelled_at is null and t.id <> r.id and t.amount = r.amount
  and ${sameReferenceOf(sql`t.reference`)} = ${sameReferenceOf(sql`r.reference`)} and ${which}))`;
/** Condition on `r`: it was told before, or the bank confirmed it there. */
const isToldBefore = isToldWhere(sql`(t.id < r.id or t.payment_id is not null)`);
/** Condition on `r`: it stands, confirmed or not, and is no claim that was told before. */
export const isToldFirst = sql`(r.cancelled_at is null and not (r.is_claim and ${isToldWhere(sql`t.id < r.id`)}))`;
/** Condition on `r`: it counts as claimed. */
export const isOpenClaim = sql`(r.is_claim and r.payment_id is null and r.cancelled_at is null and not ${isToldBefore})`;
/** Condition on `r`: it counts as receipted. */
export const isReceipted = sql`(not r.is_claim and r.cancelled_at is null)`;
/** Condition on `p`: it counts as verified. */
export const isVerified = sql`p.reversed_at is null`;

/** Condition on `r`: the rule of its lender shares out the payment that confirms it, and says whose it is. */
const isSharedOut = sql`exists (select 1 from payments q where q.id = r.payment_id and q.is_shared)`;

/** What became of the money of `r`, in the words of contract/disposition.ts. */
export const moneyState = sql`case when r.cancelled_at is not null then 'CANCELLED' when r.payment_id is not null then 'VERIFIED'
  when r.is_claim then 'CLAIMED' else 'RECEIPTED' end`;

/** Days, both included. */
export interface MoneyDays {
  readonly from: string;
  readonly to: string;
}

/** When the money line `m` was known, with the contact `e` that told of it: a union's columns are worked out where nobody asks for them. */
export const moneyKnownAt = sql`coalesce(e.recorded_at, m.created_at)`;

/**
 * The money of some days that the actor sees, as a table of `day`, `created_at`, `loan_id`, `client_id`, `person_id`,
 * `manager_id`, the four amounts and, of what a contact told, `disposition_id`. Its parts have the same types: else the database
 * would work out every column of every row, asked for or not. A manager sees what its people of that day took in, what they are credited for, and all of its
 * loans: what was paid before anybody had them is nobody's, and not hidden.
 */
export function moneyLines(actor: Actor, { from, to }: MoneyDays): SQL {
  return sql`(
    select r.collected_on as day, r.created_at, r.loan_id, r.client_id, r.agent_id as person_id, r.manager_id,
      case when r.is_claim then r.amount else 0 end as claimed, case when r.is_claim then 0 else r.amount end as receipted,
      0::bigint as verified, case when r.is_claim or ${isSharedOut} then 0 else r.amount end as collected,
      r.disposition_id
    from receipts r where (${isReceipted} or ${isOpenClaim}) and r.collected_on between ${from}::date and ${to}::date
      and ${toldMoneyCountedFor(actor)}
    union all
    select p.paid_on, p.created_at, p.loan_id, p.client_id, p.collector_id, p.manager_id, 0::bigint, 0::bigint, p.amount,
      case when exists (select 1 from receipts r where r.payment_id = p.id and ${isReceipted}) then 0 else p.amount end, null::uuid
    from ${attributedPayments} p where ${isVerified} and p.paid_on between ${from}::date and ${to}::date
      and ${paymentsVisibleTo(actor)}
    union all
    select r.collected_on, r.created_at, p.loan_id, p.client_id, p.collector_id, p.manager_id, 0::bigint, 0::bigint, 0::bigint,
      p.amount, null::uuid
    from receipts r join ${attributedPayments} p on p.id = r.payment_id and p.is_shared
    where ${isReceipted} and ${isVerified} and r.collected_on between ${from}::date and ${to}::date
      and ${paymentsVisibleTo(actor)})`;
}

/** The sums over `m` (`moneyLines`), as the actor sees them: columns of `Money`. */
export function moneySums(actor: Actor): SQL {
  const verified = sql`coalesce(sum(m.verified), 0)::bigint`;
  if (actor.clientId !== null)
    return sql`null::bigint as claimed, null::bigint as receipted, ${verified} as verified, ${verified} as collected`;
  return sql`coalesce(sum(m.claimed), 0)::bigint as claimed, coalesce(sum(m.receipted), 0)::bigint as receipted,
    ${verified} as verified, coalesce(sum(m.collected), 0)::bigint as collected`;
}

/** The amount of `m` that is collected as the actor sees it: of a lender's people what is verified. */
export function collectedAmount(actor: Actor): SQL {
  return actor.clientId === null ? sql`m.collected` : sql`m.verified`;
}

/** The measures of some days. */
export async function readMoney(db: Db, actor: Actor, days: MoneyDays): Promise<Money> {
  const { rows } = await db.execute<Money & Record<string, unknown>>(
    sql`select ${moneySums(actor)} from ${moneyLines(actor, days)} m`,
  );
  const [money] = rows;
  if (!money) throw new Error('A sum without groups gave no row.');
  return money;
}

/** The sums of several. */
export function sumMoney(list: readonly Money[]): Money {
  const sum = { claimed: 0, receipted: 0, verified: 0, collected: 0 };
  let isTold = true;
  for (const each of list) {
    if (each.claimed === null || each.receipted === null) isTold = false;
    sum.claimed += each.claimed ?? 0;
    sum.receipted += each.receipted ?? 0;
    sum.verified += each.verified;
    sum.collected += each.collected;
  }
  return isTold ? sum : { ...sum, claimed: null, receipted: null };
}
