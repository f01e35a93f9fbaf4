import { sql } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';

/**
 * Brings loans' newest disposition and open promise up to date from their dispositions, whatever order those arrived in:
 * late ones change nothing when newer ones are there. A promise stays open until a newer one, a payment, a refusal or a
 * dispute; calls that reached nobody don't close it. A closed loan has none. Call with the loans' rows locked.
 */
export async function refreshLoanSummaries(tx: Db, loanIds: readonly string[]): Promise<void> {
  if (loanIds.length === 0) return;
  await tx.execute(sql`
    update loans l set disposition = n.code, disposition_class = n.disposition_class, disposition_at = n.recorded_at,
      promise_date = n.on_date, promise_amount = n.promise_amount
    from (select asked.id as loan_id, newest.*, promise.on_date, promise.promise_amount
      from (select distinct id from unnest(${sql.param(loanIds)}::uuid[]) as given(id)) asked
        cross join lateral (select d.code, d.disposition_class, d.recorded_at from dispositions d
          where d.loan_id = asked.id and d.code <> 'CALL_STARTED' order by d.recorded_at desc, d.id desc limit 1) newest
        join loans k on k.id = asked.id
        left join lateral (select case when d.disposition_class = 'PTP' then d.on_date end as on_date,
            case when d.disposition_class = 'PTP' then d.promise_amount end as promise_amount
          from dispositions d
          where k.status = 'ACTIVE' and d.loan_id = asked.id and d.disposition_class in ('PTP', 'PAID', 'REFUSED', 'DISPUTE')
          order by d.recorded_at desc, d.id desc limit 1) promise on true) n
    where l.id = n.loan_id
      and (l.disposition, l.disposition_class, l.disposition_at, l.promise_date, l.promise_amount)
        is distinct from (n.code, n.disposition_class, n.recorded_at, n.on_date, n.promise_amount)`);
}

/** The same for one loan. */
export async function refreshLoanSummary(tx: Db, loanId: string): Promise<void> {
  await refreshLoanSummaries(tx, [loanId]);
}
