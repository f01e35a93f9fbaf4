import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import type {
  ReconciliationDifference,
  reconciliationCalls,
} from '../../contract/reconciliation.ts';
import { paymentsVisibleTo, toldMoneyCountedFor } from '../access/scope.ts';
import type { Actor } from '../access/actor.ts';
import { addDays } from '../clock.ts';
import type { Context } from '../context.ts';
import { pageLimit } from '../database/list-page.ts';
import { attributedPayments } from '../payments/attribution-service.ts';
import { isReceipted, isVerified } from '../payments/collected-service.ts';
import { reconciliationScope } from './reconciliation-scope.ts';
import type { ReconciliationScope } from './reconciliation-scope.ts';

type Call = typeof reconciliationCalls.listReconciliationDifferences;

interface DifferenceRow extends ReconciliationDifference, Record<string, unknown> {}

/** Money of the same loan is looked for so many days before and after: banks are slow, and agents hand over. */
const NEAR_DAYS = 7;
const MOST_ELSEWHERE = 6;

/** The loans whose entries and payments in the scope don't come to the same, as a table `g`. */
const differingLoans = ({ receipts, payments }: ReconciliationScope): SQL => sql`(
  select m.loan_id, sum(m.collected)::bigint as collected, sum(m.bank_paid)::bigint as bank_paid,
    sum(m.collected - m.bank_paid)::bigint as difference
  from (select r.loan_id, r.amount as collected, 0::bigint as bank_paid from receipts r
      where ${receipts} and ${isReceipted}
    union all select p.loan_id, 0, p.amount from ${attributedPayments} p where ${payments}) m
  group by m.loan_id having sum(m.collected - m.bank_paid) <> 0) g`;

/** What else there is of a loan `g` around these days: with another agent, or on another day. */
function elsewhere(actor: Actor, { from, to, receipts, payments }: ReconciliationScope): SQL {
  const near = (day: SQL) =>
    sql`${day} between ${addDays(from, -NEAR_DAYS)}::date and ${addDays(to, NEAR_DAYS)}::date`;
  return sql`select jsonb_agg(jsonb_build_object('kind', e.kind, 'day', e.day, 'Agent_Name', e.name, 'amount', e.amount)
      order by e.day, e.kind) as entries
    from (select 'collected' as kind, r.collected_on as day, u.full_name as name, r.amount
        from receipts r join users u on u.id = r.agent_id
        where r.loan_id = g.loan_id and ${isReceipted} and ${toldMoneyCountedFor(actor)}
          and ${near(sql`r.collected_on`)} and (${receipts}) is not true
      union all
      select 'bankPaid', p.paid_on, u.full_name, p.amount
        from ${attributedPayments} p left join users u on u.id = p.collector_id
        where p.loan_id = g.loan_id and ${isVerified} and ${paymentsVisibleTo(actor)}
          and ${near(sql`p.paid_on`)} and (${payments}) is not true
      order by 2, 1 limit ${MOST_ELSEWHERE}) e`;
}

/**
 * A page of the loans behind a difference, the largest first, each with what else there is of it around these days: a
 * payment is credited to who had the loan, cash to who took it in, and the bank may tell of it days later.
 */
export async function listDifferences(
  { db, settings }: Context,
  actor: Actor,
  query: CallRequest<Call>['query'],
): Promise<CallAnswer<Call>> {
  const { page, pageSize } = query;
  const scope = reconciliationScope(settings.businessTz, actor, query);
  return db.transaction(
    async (tx) => {
      const summed = await tx.execute<{ n: number; amount: number }>(
        sql`select count(*)::int as n, coalesce(sum(g.difference), 0)::bigint as amount from ${differingLoans(scope)}`,
      );
      const { n: totalCount, amount } = summed.rows[0] ?? { n: 0, amount: 0 };
      const order = sql`order by abs(g.difference) desc, g.loan_id`;
      const { rows } = await tx.execute<DifferenceRow>(sql`
        select g.loan_id as "_id", l.loan_number as "Loan_ID", l.customer_name as "Customer_Name",
          c.name as "Client_Name", g.collected, g.bank_paid as "bankPaid", g.difference,
          coalesce(x.entries, '[]'::jsonb) as elsewhere
        from (select g.* from ${differingLoans(scope)} ${order}
            ${pageLimit({ page, pageSize })}) g
          join loans l on l.id = g.loan_id join clients c on c.id = l.client_id
          left join lateral (${elsewhere(actor, scope)}) x on true
        ${order}`);
      return { data: rows, totalCount, page, pageSize, amount };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
