import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import type { Db } from '../database/connection.ts';
import { allOf } from '../database/list-page.ts';
import { reviewsVisibleTo } from './work-review-list.ts';
import { saidAmount } from './work-review.ts';

/** Money of work in review, whole rupees, and in how many visits it was taken in. */
interface MoneyInReview extends Record<string, unknown> {
  amount: number;
  count: number;
}

async function sumOf(db: Db, whose: SQL): Promise<MoneyInReview> {
  const amount = saidAmount('amountCollected');
  const { rows } = await db.execute<MoneyInReview>(sql`
    select coalesce(sum(${amount}), 0)::bigint as amount, count(*)::int as count
    from work_reviews w join users u on u.id = w.user_id
    where ${allOf([
      sql`w.decided_at is null and w.call = 'createFieldDisposition' and ${amount} > 0`,
      sql`coalesce(w.said->>'paymentMode', 'CASH') in ('CASH', 'CHEQUE')`,
      whose,
    ])}`);
  return rows[0] ?? { amount: 0, count: 0 };
}

/**
 * Cash and cheques of visits that wait for a decision: the actor's own and those that it decides on, or of these one agent's.
 */
export const readMoneyInReview = (
  db: Db,
  actor: Actor,
  agentId: string | undefined,
): Promise<MoneyInReview> =>
  sumOf(
    db,
    allOf([
      sql`(u.id = ${actor.userId} or ${reviewsVisibleTo(actor)})`,
      agentId && sql`u.id = ${agentId}`,
    ]),
  );

/** Cash and cheques of one person's visits that wait for a decision, whole rupees, whoever decides on them. */
export async function amountInReview(db: Db, personId: string): Promise<number> {
  return (await sumOf(db, sql`u.id = ${personId}`)).amount;
}
