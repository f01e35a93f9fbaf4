import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { addDays } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { keepsUsualOrder } from '../predictions/score-order-service.ts';
import { PAST_DAYS, instalmentsPaid, instantAt, lot } from './demo-past-ask.ts';
import type { PastAsk } from './demo-past-ask.ts';

const key = sql`l.loan_number`;
const HEADERS = ['Loan Account No', 'Amount Paid', 'Payment Date', 'Mode', 'UTR No', 'Agent'];

/** The chance that a borrower pays in a month: those whose loans ended as paid more, those whose lenders recalled them less. */
const readiness = (age: SQL): SQL => sql`(case l.status
  when 'ACTIVE' then least(0.9, 30.0 * ${instalmentsPaid(key)} / greatest(${age}, 30)
    * case when w.experiment_from is null then 1 when ${keepsUsualOrder} then 0.8 else 1.08 end)
  when 'PAID' then 0.15 + 0.6 * ${lot(key, sql`'good'`)} else 0.3 * ${lot(key, sql`'good'`)} ^ 2 end)`;

/** A lender's file of payments comes in the middle and at the end of each month, and came yesterday. */
async function addSheets(tx: Db, { today, zone, adminId }: PastAsk): Promise<void> {
  await tx.execute(sql`
    insert into activity_sheets (id, kind, client_id, file_name, store_key, state, headers, mapping, created_by, created_at,
      finished_at, decided_by)
    select s.id, 'PAYMENT', s.client_id, 'payments-' || s.day || '.csv', 'activity-sheets/' || s.id, 'DONE',
      ${JSON.stringify(HEADERS)}::jsonb, '{}', ${adminId}, s.at, s.at + interval '2 minutes', ${adminId}
    from (select gen_random_uuid() as id, c.id as client_id, d.day::date as day, ${instantAt(sql`d.day`, sql`'19:30'`, zone)} as at
      from clients c join lateral (
        select g.day from generate_series(${addDays(today, -PAST_DAYS)}::timestamp, ${addDays(today, -1)}::timestamp, '1 day') as g(day)
        where extract(day from g.day) = 15 or extract(day from g.day + interval '1 day') = 1
          or g.day = ${addDays(today, -1)}::timestamp) d on true) s`);
}

/** What borrowers paid: once in a while between a loan's coming and its end, and on the day on which it was paid. */
const paid = (today: string, zone: string): SQL => sql`
  select l.id, l.client_id, l.loan_number, x.day, x.amount
  from loans l left join loan_closures c on c.loan_id = l.id
    left join prediction_switches w on w.client_id = l.client_id
    cross join lateral (select (l.created_at at time zone ${zone})::date as came, coalesce((c.closed_at at time zone ${zone})::date - 1, ${today}::date - 1) as upto,
      ${readiness(sql`(${today}::date - (l.created_at at time zone ${zone})::date)`)} as ready) g
    cross join lateral (
      select p.day, (500 + 50 * round(least(coalesce(l.emi_amount, 3000), 1000 + g.ready * 3600 + ${lot(key, sql`'much' || p.nth`)} * 2600) / 50))::bigint as amount
      from (select n as nth, g.came + 30 * n + 3 + floor(${lot(key, sql`'day' || n`)} * 25)::int as day from generate_series(0, 11) n) p
      where p.day <= g.upto
        and ${lot(key, sql`'pays' || p.nth`)} < g.ready
      union all
      select (c.closed_at at time zone ${zone})::date, (500 + 50 * round(coalesce(l.emi_amount, 3000) / 150.0))::bigint where l.status = 'PAID') x`;

/** Who had the loan of a payment `p` on its day. */
const held = (
  kinds: SQL,
): SQL => sql`(select a.assignee_id from allocations a where a.loan_id = p.loan_id
  and a.kind in (${kinds}) and a.allocated_at < p.day_end and (a.ended_at is null or a.ended_at >= p.day_start)
  order by a.kind = 'COLLECTOR' desc, a.allocated_at desc limit 1)`;

/** The rows of the files, each in the first file after its day, and the payments that came of them. */
export async function postPastPayments(tx: Db, ask: PastAsk): Promise<void> {
  const { today, zone, adminId } = ask;
  await addSheets(tx, ask);
  await tx.execute(sql`
    insert into activity_sheet_rows (sheet_id, row, outcome, loan_number, loan_id, amount, applied_amount, on_date, mode, reference, payment_key, person, person_id)
    select f.sheet_id, 1 + row_number() over (partition by f.sheet_id order by f.day, f.loan_number), 'MATCHED',
      f.loan_number, f.id, f.amount, f.amount, f.day, f.mode, f.mode || to_char(f.day, 'YYMMDD') || right(f.loan_number, 5),
      'past ' || f.loan_number || ' ' || f.day || ' ' || f.amount, v.username, v.id
    from (
      select distinct on (x.id, x.day) x.*, s.id as sheet_id,
        (array['UPI', 'NEFT', 'CASH', 'UPI', 'CHEQUE'])[1 + (hashtext(x.loan_number || x.day) & 3) + (x.amount % 2)] as mode
      from (${paid(today, zone)}) x
        join lateral (select s.id from activity_sheets s where s.client_id = x.client_id and s.kind = 'PAYMENT'
          and (s.created_at at time zone ${zone})::date >= x.day order by s.created_at limit 1) s on true
      order by x.id, x.day, x.amount) f
      left join lateral (select u.id, u.username from allocations a join users u on u.id = a.assignee_id
        where a.loan_id = f.id and a.kind = 'FIELD' and a.allocated_at < ${instantAt(sql`f.day`, sql`'09:00'`, zone)}
          and a.ended_at is null and f.mode <> 'NEFT' and ${lot(sql`f.loan_number`, sql`'visited' || f.day`)} < 0.6) v on true`);
  await tx.execute(sql`
    insert into payments (id, client_id, loan_id, source, sheet_id, row, amount, applied_amount, paid_on, mode, reference,
      collector_id, manager_id, holder_id, leader_id, had_id, day_ends_at, payment_key, loan_then, created_by, created_at)
    select gen_random_uuid(), p.client_id, p.loan_id, 'PAYMENT', p.sheet_id, p.row, p.amount, p.amount, p.on_date, p.mode,
      p.reference, coalesce(p.person_id, p.had), p.led, coalesce(p.person_id, p.had), p.led, p.had, p.day_end, p.payment_key, p.loan_then, ${adminId}, p.created_at
    from (
      select p.*, ${held(sql`'COLLECTOR', 'FIELD'`)} as had, ${held(sql`'MANAGER'`)} as led
      from (
        select r.*, s.client_id, s.created_at, ${instantAt(sql`r.on_date`, sql`'00:00'`, zone)} as day_start,
          ${instantAt(sql`r.on_date + 1`, sql`'00:00'`, zone)} as day_end,
          jsonb_build_object('product', l.product, 'bucket', l.bucket, 'dpd', l.dpd) as loan_then
        from activity_sheet_rows r join activity_sheets s on s.id = r.sheet_id join loans l on l.id = r.loan_id
        where r.payment_key like 'past %') p) p`);
  await tx.execute(
    sql`delete from activity_sheets s where not exists (select 1 from activity_sheet_rows r where r.sheet_id = s.id)`,
  );
  await tx.execute(sql`
    update activity_sheets s set done_rows = r.rows, total_rows = r.rows,
      counts = jsonb_build_object('MATCHED', jsonb_build_object('rows', r.rows, 'amount', r.amount))
    from (select sheet_id, count(*)::int as rows, sum(amount) as amount from activity_sheet_rows group by 1) r
    where r.sheet_id = s.id and s.state = 'DONE'`);
}

/** A paid loan was closed by the file that told of its last payment; what a lender last said of an ended loan it said then. */
export async function closeByPayments(tx: Db): Promise<void> {
  await tx.execute(sql`
    update loan_closures c set closed_at = s.finished_at, command_id = s.id, note = s.file_name
    from (select distinct on (loan_id) loan_id, sheet_id from payments order by loan_id, paid_on desc) p
      join activity_sheets s on s.id = p.sheet_id
    where p.loan_id = c.loan_id and c.reason = 'PAID'`);
  await tx.execute(sql`
    update allocations a set ended_at = c.closed_at from loan_closures c
    where c.loan_id = a.loan_id and c.reason = 'PAID' and a.kind = 'COLLECTOR'
      and a.ended_at = (select max(b.ended_at) from allocations b where b.loan_id = a.loan_id)`);
  await tx.execute(sql`
    update loans l set due_date = d.due_on, dpd = c.closed_at::date - d.due_on,
      bucket = case when c.closed_at::date - d.due_on > 150 then '6+'
        else greatest(1, ceil((c.closed_at::date - d.due_on) / 30.0))::text end
    from loan_closures c cross join lateral (select k.due_date + 30 * count(p.id)::int as due_on
      from loans k left join payments p on p.loan_id = k.id where k.id = c.loan_id group by k.id) d
    where l.id = c.loan_id`);
  await tx.execute(sql`
    update lender_figures f set told_at = greatest(c.closed_at, (select max(p.created_at) from payments p where p.loan_id = f.loan_id))
    from loan_closures c where c.loan_id = f.loan_id`);
}

/**
 * How the loans stood before each month's file of their lender: each file put another instalment on top, and the due date on
 * by a month where one was paid since the file before.
 */
export async function rollPastFigures(tx: Db, { today, zone }: PastAsk): Promise<void> {
  await tx.execute(sql`
    insert into loan_past_figures (loan_id, span, until, due_date, dpd, due_amount)
    select l.id, (date_trunc('month', f.at at time zone 'UTC') + interval '1 day') at time zone 'UTC', f.at,
      l.due_date - 30 * p.paid::int, coalesce(l.dpd, 0),
      greatest(coalesce(l.total_due_amount, 0) + p.amount - f.later * round(coalesce(l.emi_amount, 0) * f.share), 500)::bigint
    from loans l left join loan_closures c on c.loan_id = l.id
      cross join lateral (select m.later, case l.status when 'PAID' then 0 else 0.15 end as share,
          ${instantAt(sql`date_trunc('month', ${today}::date - m.later * interval '1 month') + interval '3 days'`, sql`'10:30'`, zone)} as at
        from generate_series(0, 11) as m(later)) f
      cross join lateral (select coalesce(sum(q.amount) filter (where q.created_at >= f.at), 0) as amount,
        count(*) filter (where q.created_at >= f.at - interval '1 month') as paid from payments q where q.loan_id = l.id) p
    where f.at > l.created_at and f.at < coalesce(c.closed_at, now())
    on conflict do nothing`);
}

/** Stores the files that the payments came in. */
export async function storePastFiles({ fileStore }: Context, tx: Db): Promise<void> {
  const { rows } = await tx.execute<{ key: string; text: string }>(sql`
    select s.store_key as key, string_agg(concat_ws(',', r.loan_number, r.amount, r.on_date, r.mode, r.reference, coalesce(r.person, '')), E'\n'
      order by r.row) as text
    from activity_sheets s join activity_sheet_rows r on r.sheet_id = s.id
    where r.payment_key like 'past %' group by s.id`);
  await Promise.all(
    rows.map(({ key: name, text }) =>
      fileStore.write(name, Buffer.from(`${HEADERS.join(',')}\n${text}\n`)),
    ),
  );
}
