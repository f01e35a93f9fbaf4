import { sql } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';

/**
 * Brings a loan's newest disposition and open promise up to date from its dispositions, whatever order they arrived in:
 * late ones change nothing when newer ones are there. A promise stays open until a newer one, a payment, a refusal or a
 * dispute; calls that reached nobody don't close it. Call with the loan's row locked.
 */
export async function refreshLoanSummary(tx: Db, loanId: string): Promise<void> {
  await tx.execute(sql`
    update loans l set disposition = n.code, disposition_class = n.disposition_class, disposition_at = n.recorded_at,
      promise_date = p.on_date, promise_amount = p.promise_amount
    from (select d.loan_id, d.code, d.disposition_class, d.recorded_at from dispositions d
        where d.loan_id = ${loanId} and d.code <> 'CALL_STARTED' order by d.recorded_at desc, d.id desc limit 1) n
      left join (select d.loan_id, d.disposition_class,
          case when d.disposition_class = 'PTP' then d.on_date end as on_date,
          case when d.disposition_class = 'PTP' then d.promise_amount end as promise_amount
        from dispositions d
        where d.loan_id = ${loanId} and d.disposition_class in ('PTP', 'PAID', 'REFUSED', 'DISPUTE')
        order by d.recorded_at desc, d.id desc limit 1) p on p.loan_id = n.loan_id
    where l.id = n.loan_id
      and (l.disposition, l.disposition_class, l.disposition_at, l.promise_date, l.promise_amount)
        is distinct from (n.code, n.disposition_class, n.recorded_at, p.on_date, p.promise_amount)`);
}
