import { sql } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';
import { attributePayments, hasRuledPayment } from '../payments/attribution-service.ts';
import { hasPromise, refreshPromises } from '../promises/promise-service.ts';
import { idArray } from '../database/prepared.ts';

interface SummedRow extends Record<string, unknown> {
  id: string;
  has_promise: boolean;
  has_ruled_payment: boolean;
}

/**
 * Brings loans' newest disposition and their promises up to date from their dispositions, whatever order those arrived in:
 * late ones change nothing when newer ones are there. Call with the loans' rows locked; `businessTz` is the zone in which
 * days end.
 */
export async function refreshLoanSummaries(
  tx: Db,
  loanIds: readonly string[],
  businessTz: string,
): Promise<void> {
  if (loanIds.length === 0) return;
  const { rows } = await tx.execute<SummedRow>(sql`
    with /* prepared */ summed as (update loans l set disposition = n.code, disposition_class = n.disposition_class, disposition_at = n.recorded_at
    from (select asked.id as loan_id, newest.*
      from (select distinct id from unnest(${idArray(loanIds)}) as given(id)) asked
        cross join lateral (select d.code, d.disposition_class, d.recorded_at from dispositions d
          where d.loan_id = asked.id and d.code <> 'CALL_STARTED' order by d.recorded_at desc, d.id desc limit 1) newest) n
    where l.id = n.loan_id
      and (l.disposition, l.disposition_class, l.disposition_at)
        is distinct from (n.code, n.disposition_class, n.recorded_at))
    select l.id, ${hasPromise} as has_promise, ${hasRuledPayment} as has_ruled_payment
    from loans l where l.id = any(${idArray(loanIds)})`);
  // Most contacts are about loans without either.
  const promised = rows.filter((row) => row.has_promise).map(({ id }) => id);
  if (promised.length > 0) await refreshPromises(tx, promised, businessTz);
  if (rows.some((row) => row.has_ruled_payment)) await attributePayments(tx, loanIds);
}

/** The same for one loan. */
export async function refreshLoanSummary(
  tx: Db,
  loanId: string,
  businessTz: string,
): Promise<void> {
  await refreshLoanSummaries(tx, [loanId], businessTz);
}

/** Takes the newest disposition and the promise off loans that have no recorded outcome any more. */
export async function clearLoanSummaries(tx: Db, loanIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update loans l set disposition = null, disposition_class = null, disposition_at = null, promise_date = null,
      promise_amount = null
    where l.id = any(${sql.param(loanIds)}::uuid[]) and l.disposition is not null
      and not exists (select 1 from dispositions d where d.loan_id = l.id and d.code <> 'CALL_STARTED')`);
}
