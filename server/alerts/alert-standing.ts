import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';

/** The loan's promise `p` is not what lists show of it any more: kept, closed, paid late, or another one was made. */
const isPromiseOver = sql`exists (select 1 from loans k where k.id = p.loan_id and k.promise_date is null)
  or exists (select 1 from promises n where n.loan_id = p.loan_id and (n.made_at, n.id) > (p.made_at, p.id))`;

/** After the contact `s` somebody spoke to the borrower, or learnt that nobody can. */
const isTalkedSince = sql`exists (select 1 from dispositions n where n.loan_id = s.loan_id
  and (n.recorded_at, n.id) > (s.recorded_at, s.id) and n.code <> 'CALL_STARTED' and n.disposition_class <> 'NOT_CONTACTED')`;

/**
 * Condition on an alert (by its alias): the promise or call back that it reminds of was not overtaken. Worked out as it is
 * read, so that a correction or a payment that is reversed brings the reminder back. Word of a visit, and what a person
 * asked for by hand, stay until they are acted on.
 */
export function isStillMeant(alias: 'a' | 't'): SQL {
  const alert = sql.raw(alias);
  return sql`(${alert}.disposition_id is null or ${alert}.is_field_disposition or not exists (
    select 1 from dispositions s where s.id = ${alert}.disposition_id and case ${alert}.alert_type
      when 'PTP' then exists (select 1 from promises p where p.id = s.id and (${isPromiseOver}))
      else ${isTalkedSince} end))`;
}
