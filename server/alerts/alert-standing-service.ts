import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';

/** The loan's promise `p` is not what lists show of it any more: kept, closed, paid late, or another one was made. */
const isPromiseOver = sql`exists (select 1 from loans k where k.id = p.loan_id and k.promise_date is null)
  or exists (select 1 from promises n where n.loan_id = p.loan_id and (n.made_at, n.id) > (p.made_at, p.id))`;

/** After the contact (by its alias) somebody spoke to the borrower, or learnt that nobody can. */
const isTalkedSince = (alias: 's' | 'd'): SQL => {
  const contact = sql.raw(alias);
  return sql`exists (select 1 from dispositions n where n.loan_id = ${contact}.loan_id
    and (n.recorded_at, n.id) > (${contact}.recorded_at, ${contact}.id) and n.code <> 'CALL_STARTED'
    and n.disposition_class <> 'NOT_CONTACTED')`;
};

/**
 * Condition on a call back `d` of a loan `l`: the borrower waits for it, as whoever has the loan is reminded. A call that nobody
 * took before its time changes nothing; once it is due, any contact of who calls for the loan answers it.
 */
export const isCallBackOpen = (zone: string): SQL => sql`(not ${isTalkedSince('d')}
  and not exists (select 1 from dispositions n where n.loan_id = d.loan_id and n.id <> d.id
    and n.agent_id = coalesce(l.collector_id, d.agent_id)
    and n.recorded_at >= (d.on_date + coalesce(d.at_time, '00:00')) at time zone ${zone}))`;

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
      else ${isTalkedSince('s')} end))`;
}
