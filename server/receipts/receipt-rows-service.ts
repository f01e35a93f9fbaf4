import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';

/** Where a receipt's money is, from `r`: exactly one of contract/receipt.ts's states. */
export const receiptState = sql`case when r.cancelled_at is not null then 'CANCELLED'
  when r.deposit_id is not null then 'DEPOSITED'
  when r.mode in ('UPI', 'ONLINE') then 'DIRECT' else 'IN_HAND' end`;

/** Condition on `r`: money that its agent still has. */
export const isInHand = sql`(r.cancelled_at is null and r.deposit_id is null and not r.is_claim
  and (r.mode is null or r.mode not in ('UPI', 'ONLINE')))`;

/** The amounts of `r` summed by where the money is: `collected` is the sum of the other three. */
export const receiptSums: SQL = sql`coalesce(sum(r.amount), 0)::bigint as collected,
  coalesce(sum(r.amount) filter (where r.cancelled_at is null and not ${isInHand}), 0)::bigint as deposited,
  coalesce(sum(r.amount) filter (where r.cancelled_at is null and r.deposit_id is null and not ${isInHand}), 0)::bigint
    as direct,
  coalesce(sum(r.amount) filter (where ${isInHand}), 0)::bigint as "inHand",
  (count(*) filter (where ${isInHand}))::int as "inHandCount",
  coalesce(sum(r.amount) filter (where r.cancelled_at is not null), 0)::bigint as cancelled`;
