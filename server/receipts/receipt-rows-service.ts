import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';
import { againstRules } from '../errors.ts';

/** Where a receipt's money is, from `r`: exactly one of contract/receipt.ts's states. */
export const receiptState = sql`case when r.cancelled_at is not null then 'CANCELLED'
  when r.deposit_id is not null then 'DEPOSITED'
  when r.mode in ('UPI', 'ONLINE') then 'DIRECT' else 'IN_HAND' end`;

/** Condition on `r`: money that its agent still has. */
export const isInHand = sql`(r.cancelled_at is null and r.deposit_id is null and not r.is_claim
  and (r.mode is null or r.mode not in ('UPI', 'ONLINE')))`;

/** Condition on `r`: its agent asks that it be cancelled, and nobody has decided. */
export const isCancelAsked = sql`(r.cancel_asked_at is not null and r.cancelled_at is null)`;

/** Condition on `r`: more than was owed was taken in, which a manager has to look at. */
export const isExcessOpen = sql`(r.excess_amount > 0 and r.excess_known_at is null and r.cancelled_at is null)`;

/** Days around a receipt for which what was taken in on its loan is shown beside an excess. */
const OTHERS_DAYS = 60;

/** What else was taken in around `r` on its loan and stands, newest first: an array of `Agent_Name`, `amount`, `collectedOn`. */
export const otherReceipts = sql`coalesce((select jsonb_agg(jsonb_build_object('Agent_Name', e.name, 'amount', e.amount,
    'collectedOn', e.collected_on) order by e.created_at desc, e.id desc)
  from (select o.id, o.amount, o.collected_on, o.created_at, (select full_name from users where id = o.agent_id) as name
    from receipts o where o.loan_id = r.loan_id and o.id <> r.id and o.cancelled_at is null and not o.is_claim
      and abs(o.collected_on - r.collected_on) < ${OTHERS_DAYS}::int
    order by o.created_at desc, o.id desc limit 5) e), '[]')`;

/** What `r` says of taking in more than was owed. */
export const excessColumns = sql`r.excess_amount as "excessAmount", r.excess_reason as "excessReason",
  r.excess_known_at as "excessKnownAt", (select full_name from users where id = r.excess_known_by) as "Excess_Known_By",
  case when r.excess_amount > 0 then ${otherReceipts} else '[]' end as others`;

/** The amounts of `r` summed by where the money is: `collected` is the sum of the other three. */
export const receiptSums: SQL = sql`coalesce(sum(r.amount), 0)::bigint as collected,
  coalesce(sum(r.amount) filter (where r.cancelled_at is null and not ${isInHand}), 0)::bigint as deposited,
  coalesce(sum(r.amount) filter (where r.cancelled_at is null and r.deposit_id is null and not ${isInHand}), 0)::bigint
    as direct,
  coalesce(sum(r.amount) filter (where ${isInHand}), 0)::bigint as "inHand",
  (count(*) filter (where ${isInHand}))::int as "inHandCount",
  coalesce(sum(r.amount) filter (where r.cancelled_at is not null), 0)::bigint as cancelled`;

/** The refusal to whoever sees a receipt and is neither its agent nor over them. */
export const notOverAgent = () =>
  againstRules(
    'NOT_OVER_AGENT',
    'Only the manager of the agent who took the money in, or an administrator, can do this.',
  );

/** What a person took in and still has, whole rupees. */
export async function readInHand(db: Db, personId: string): Promise<number> {
  const { rows } = await db.execute<{ amount: number }>(sql`
    select coalesce(sum(r.amount), 0)::bigint as amount from receipts r where r.agent_id = ${personId} and ${isInHand}`);
  return rows[0]?.amount ?? 0;
}
