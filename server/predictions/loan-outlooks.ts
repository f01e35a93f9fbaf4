import { sql } from 'drizzle-orm';
import type { LoanOutlook } from '../../contract/recovery-model.ts';
import type { Actor } from '../access/actor.ts';
import { activeLoansOf } from '../access/scope.ts';
import type { Context } from '../context.ts';
import { readBestTimes } from './best-time-service.ts';
import { orderingChance, scoreJoins } from './score-order-service.ts';

/** More loans than this are no day's work. */
const MOST_LOANS = 5000;

interface OutlookRow extends Record<string, unknown> {
  readonly loanId: string;
  readonly expectedAmount: number | null;
  readonly isFirst: boolean;
}

/**
 * What the actor's loans are expected to bring and when their borrowers answer, for whoever plans a day by it. A loan that
 * keeps the usual order has no expectation; loans of which nothing is known are left out.
 */
export async function listOutlooks(context: Context, actor: Actor): Promise<LoanOutlook[]> {
  const { rows } = await context.db.execute<OutlookRow>(sql`
    select * from (
      select l.id as "loanId", case when ${orderingChance(false)} is not null then s.expected_amount end as "expectedAmount",
        ${orderingChance(true)} is not null as "isFirst", b.from_hour
      from loans l ${scoreJoins} left join loan_best_hours b on b.loan_id = l.id
      where ${activeLoansOf(actor)}) x
    where x."expectedAmount" is not null or x.from_hour is not null
    order by x."expectedAmount" desc nulls last, x."loanId" limit ${MOST_LOANS}`);
  const times = await readBestTimes(
    context,
    rows.map(({ loanId }) => loanId),
  );
  return rows.map(({ loanId, expectedAmount, isFirst }) => ({
    loanId,
    expectedAmount,
    isFirst,
    bestTime: times.get(loanId) ?? null,
  }));
}
