import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';
import { instantAt, lot } from './demo-past-ask.ts';
import type { PastAsk } from './demo-past-ask.ts';

/** Calls and visits are some weeks apart. */
const STEP_DAYS = 21;
/** Within so many days the demo's people worked by the product itself: loans with such contacts get no others. */
const WORKED_DAYS = 26;

/** Condition on a loan `l`: the demo's people worked on it; what the past tells was known as soon as it was. */
const isWorked = sql`exists (select 1 from dispositions d where d.loan_id = l.id and d.created_at > d.recorded_at)`;

/** Who had the loan `k.id` at `k.at`, as `h`. */
const holder = sql`join lateral (select a.id, a.assignee_id, a.kind, u.manager_id from allocations a join users u on u.id = a.assignee_id
  where a.loan_id = k.id and a.kind in ('COLLECTOR', 'FIELD') and a.allocated_at <= k.at and (a.ended_at is null or a.ended_at > k.at)
  order by case when k.is_visit then a.kind = 'FIELD' else a.kind = 'COLLECTOR' end desc, a.allocated_at desc limit 1) h on true`;

const insertOf = (contacts: SQL): SQL => sql`
  insert into dispositions (id, loan_id, channel, agent_id, manager_id, allocation_id, code, disposition_class, call_status,
    duration, person_met, remarks, promise_amount, on_date, at_time, recorded_at, created_at, updated_at, dialled_number)
  select gen_random_uuid(), k.id, c.channel, h.assignee_id, h.manager_id, h.id, c.code, c.disposition_class,
    case when c.channel = 'CALL' then 'CALL_ENDED' end,
    case when c.channel = 'CALL' then case c.disposition_class when 'NOT_CONTACTED' then 6 + k.seconds / 12 else 30 + k.seconds end end,
    case when c.needs_person_met then 'Borrower' end, x.remarks, k.promise_amount, k.on_date,
    case when k.on_date is not null then '17:00'::time end, k.at, k.at, k.at,
    case when c.channel = 'CALL' then k.mobile_number end
  from (${contacts}) k ${holder}
    cross join lateral (select case when h.kind = 'FIELD' then case k.says when 'NONE' then 'FIELD_DOOR_LOCKED' when 'AWAY' then 'FIELD_NOT_AT_HOME'
        when 'TOLD' then 'FIELD_MET_OTHER' when 'PTP' then 'FIELD_PTP' else 'FIELD_REFUSED' end
      else case k.says when 'NONE' then 'RINGING' when 'AWAY' then 'SWITCHED_OFF' when 'TOLD' then 'LEFT_MESSAGE'
        when 'PTP' then 'PTP' else 'REFUSED_TO_PAY' end end as code,
      case k.says when 'NONE' then 'No answer.' when 'AWAY' then 'Not there, will try in the evening.'
        when 'TOLD' then 'Family informed, will call back.' when 'PTP' then 'Agreed to pay one EMI on the date.'
        else 'Says business is slow, will not pay now.' end as remarks) x
    join disposition_codes c on c.code = x.code`;

/** Promises that payments followed, most of them on the day. */
const promised = (zone: string, today: string): SQL => sql`
  select l.id, l.mobile_number, false as is_visit, 'PTP' as says, p.amount as promise_amount, 60 + (hashtext(p.payment_key) & 127) as seconds,
    p.paid_on - case when ${lot(sql`p.payment_key`, sql`'late'`)} < 0.75 then 0 else 2 end as on_date,
    ${instantAt(sql`p.paid_on - 3 - floor(${lot(sql`p.payment_key`, sql`'before'`)} * 5)::int`, sql`time '09:10' + floor(${lot(sql`p.payment_key`, sql`'minute'`)} * 540) * interval '1 minute'`, zone)} as at
  from payments p join loans l on l.id = p.loan_id
  where p.payment_key like 'past %' and ${lot(sql`p.payment_key`, sql`'told'`)} < 0.55
    and (p.paid_on < ${today}::date - ${WORKED_DAYS}::int or not ${isWorked})`;

/** The other calls and visits; who pays is more often there, each borrower at hours of its own. */
const tried = (zone: string, today: string): SQL => {
  const reached = lot(sql`s.loan_number`, sql`'there' || s.nth`);
  const good = lot(sql`s.loan_number`, sql`'good'`);
  return sql`
  select s.id, s.mobile_number, ${lot(sql`s.loan_number`, sql`'visit' || s.nth`)} < 0.2 as is_visit,
    case when ${reached} < 0.14 + 0.34 * ${good} then case when ${lot(sql`s.loan_number`, sql`'no' || s.nth`)} < 0.72 then 'TOLD' else 'NO' end
      when ${reached} < 0.75 then 'NONE' else 'AWAY' end as says,
    null::bigint as promise_amount, (hashtext(s.loan_number || s.nth) & 127)::int as seconds, null::date as on_date,
    ${instantAt(
      sql`s.day`,
      sql`make_time(case when ${reached} < 0.14 + 0.34 * ${good} then 9 + 2 * floor(${lot(sql`s.loan_number`, sql`'hour'`)} * 4)::int
      else 9 + floor(${lot(sql`s.loan_number`, sql`'hour' || s.nth`)} * 9)::int end, (hashtext(s.loan_number || s.nth) & 31) + 9, 0)`,
      zone,
    )} as at
  from (
    select l.id, l.loan_number, l.mobile_number, n as nth,
      (l.created_at at time zone ${zone})::date + 2 + ${STEP_DAYS}::int * n + floor(${lot(sql`l.loan_number`, sql`'on' || n`)} * ${STEP_DAYS - 2})::int as day,
      coalesce((c.closed_at at time zone ${zone})::date, ${today}::date) as upto,
      ${isWorked} as is_worked
    from loans l left join loan_closures c on c.loan_id = l.id cross join generate_series(0, 15) n
    where ${lot(sql`l.loan_number`, sql`'tried' || n`)} < 0.5) s
  where s.day < s.upto and (not s.is_worked or s.day < ${today}::date - ${WORKED_DAYS}::int)`;
};

/** Calls and visits of the months before, by whoever had the loans. */
export async function recordPastContacts(tx: Db, { zone, today }: PastAsk): Promise<void> {
  await tx.execute(insertOf(tried(zone, today)));
  await tx.execute(insertOf(promised(zone, today)));
}

/** Their promises, to be judged with the others; nobody is told of what was broken long ago. */
export async function recordPastPromises(tx: Db, { zone }: PastAsk): Promise<void> {
  await tx.execute(sql`
    insert into promises (id, loan_id, agent_id, amount, made_at, made_on, due_on, is_stale, told_at)
    select d.id, d.loan_id, d.agent_id, d.promise_amount, d.recorded_at, (d.recorded_at at time zone ${zone})::date, d.on_date,
      true, d.recorded_at
    from dispositions d where d.disposition_class = 'PTP' and d.promise_amount > 0 and d.on_date is not null
    on conflict do nothing`);
}
