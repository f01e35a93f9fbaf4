import { median, repeatedRow } from './bench-row.mts';
import type { BenchRow } from './bench-row.mts';
import { besideSql } from './beside-sql.mts';
import type { Asked } from './beside-sql.mts';
import { onOwnDatabase, onServer } from './own-database.mts';
import { fillReportBooks } from './report-books.mts';

/** What a month's report may take: as long as the best statement over the rows and a fifth, or a second. */
const MOST_TIMES = 1.2;
const ENOUGH_MS = 1000;
const MONTH = 'gte=2026-03-01&lte=2026-03-31';
const START = `timestamptz '2026-02-28 18:30Z'`;
const END = `timestamptz '2026-03-31 18:30Z'`;

const named = (grouped: string, order: string) =>
  `select u.full_name, s.* from (${grouped}) s left join users u on u.id = s.who order by s.${order} desc limit 25`;
const whole = (from: string, columns: string, who: string) =>
  `select ${who} as who, ${columns} from ${from} group by grouping sets ((), (${who}))`;
const inMonth = `d.recorded_at >= ${START} and d.recorded_at < ${END}`;
const moneyOfMonth = `(select loan_id, agent_id as who, amount as claimed, 0 as verified from receipts
    where collected_on between '2026-03-01' and '2026-03-31' and cancelled_at is null and payment_id is null
  union all select loan_id, collector_id, 0, amount from payments
    where paid_on between '2026-03-01' and '2026-03-31' and reversed_at is null) m`;
const touched = `count(*) as loans, sum(total_due_amount) as due,
  count(*) filter (where ago <= 2), count(*) filter (where ago between 3 and 6), count(*) filter (where ago between 7 and 14),
  count(*) filter (where ago >= 15), count(*) filter (where ago is null)`;
const standing = `(select *, (now() at time zone 'Asia/Kolkata')::date - (disposition_at at time zone 'Asia/Kolkata')::date as ago
  from loans where status = 'ACTIVE') l`;

const FIRST = `date '2026-03-01'`;
const stageOf = (
  late: string,
) => `case when ${late} is null then 'UNKNOWN' when ${late} <= 30 then 'D0_30' when ${late} <= 60 then 'D31_60'
  when ${late} <= 90 then 'D61_90' when ${late} <= 180 then 'D91_180' else 'D181' end`;
/** The loans of the month's beginning, with what was due then, what came in thirty days and how late they were before and after. */
const flow = `(select l.*, ${stageOf('late')} as stage, ${stageOf('late + 30')} as next_stage
  from (select coalesce(${FIRST} - l.due_date, l.dpd) as late, coalesce(l.total_due_amount, 0) + coalesce(p.since, 0) as due,
      coalesce(p.paid, 0) as paid
    from loans l left join (select loan_id, sum(amount) as since,
        sum(amount) filter (where paid_on between ${FIRST} and ${FIRST} + 29) as paid
      from payments where reversed_at is null and (paid_on >= ${FIRST} or created_at >= ${START}) group by loan_id) p on p.loan_id = l.id
    where l.status <> 'DELETED' and l.created_at < ${START} + interval '1 day' and not exists (select 1 from loan_closures c
      where c.loan_id = l.id and c.reopened_at is null and c.closed_at < ${START})) l) f`;
const AGENT = '00000000-0000-7000-8b00-000000000007';

/** Each report by agent, and the least that the database has to be asked for it. */
const CASES: readonly Asked[] = [
  {
    name: 'reports, allocation of a month',
    path: `/reports/allocation?${MONTH}`,
    bare: named(
      whole(
        `allocations a join loans l on l.id = a.loan_id where a.kind = 'COLLECTOR' and l.status <> 'DELETED'
          and a.allocated_at < ${END} and (a.ended_at is null or a.ended_at >= ${START})`,
        `count(*) filter (where a.allocated_at < ${START}) as opening, count(*) filter (where a.allocated_at >= ${START}),
          count(*) filter (where a.ended_at < ${END}), count(*) filter (where a.ended_at is null or a.ended_at >= ${END}),
          sum(l.total_due_amount) filter (where a.ended_at is null or a.ended_at >= ${END})`,
        'a.assignee_id',
      ),
      'opening',
    ),
  },
  {
    name: 'reports, best outcomes of a month',
    path: `/reports/bestDisposition?${MONTH}`,
    bare: named(
      whole(
        `(select distinct on (d.loan_id) d.agent_id, d.disposition_class, l.total_due_amount from dispositions d
          join loans l on l.id = d.loan_id join disposition_codes k on k.code = d.code where ${inMonth} and l.status <> 'DELETED'
          order by d.loan_id, array_position(array['PAID', 'PTP', 'CALLBACK', 'CONTACTED', 'DISPUTE', 'REFUSED',
            'NOT_CONTACTED', 'SKIP'], d.disposition_class), k.sort_order % 200, d.recorded_at desc, d.id desc) b`,
        `count(*) as loans, sum(b.total_due_amount), count(*) filter (where b.disposition_class = 'PAID'),
          count(*) filter (where b.disposition_class = 'PTP'), count(*) filter (where b.disposition_class = 'CALLBACK'),
          count(*) filter (where b.disposition_class = 'CONTACTED'), count(*) filter (where b.disposition_class = 'DISPUTE'),
          count(*) filter (where b.disposition_class = 'REFUSED'), count(*) filter (where b.disposition_class = 'SKIP')`,
        'b.agent_id',
      ),
      'loans',
    ),
  },
  {
    name: 'reports, calls of a month',
    path: `/reports/dailyCalls?${MONTH}`,
    bare: named(
      `select who, sum(calls) as calls, sum(connects), sum(borrower), sum(seconds), sum(ptp), sum(promised), sum(claimed), sum(verified)
       from (select agent_id as who, count(*) as calls,
           count(*) filter (where disposition_class not in ('NOT_CONTACTED', 'SKIP')) as connects,
           count(*) filter (where disposition_class not in ('NOT_CONTACTED', 'SKIP') and code <> 'LEFT_MESSAGE') as borrower,
           sum(duration) as seconds, count(*) filter (where disposition_class = 'PTP') as ptp,
           sum(promise_amount) filter (where disposition_class = 'PTP') as promised, 0 as claimed, 0 as verified
         from dispositions d where channel = 'CALL' and ${inMonth} and code <> 'CALL_STARTED' group by agent_id
         union all select who, 0, 0, 0, 0, 0, 0, sum(claimed), sum(verified) from ${moneyOfMonth} group by who) x
       group by grouping sets ((), (who))`,
      'calls',
    ),
  },
  {
    name: 'reports, portfolio of a month',
    path: `/reports/performance?by=agent&${MONTH}`,
    bare: named(
      whole(
        `loans l left join (select d.loan_id, count(*) as contacts,
            count(*) filter (where disposition_class not in ('NOT_CONTACTED', 'SKIP') and code <> 'LEFT_MESSAGE') as borrower,
            count(*) filter (where disposition_class = 'PTP') as ptp
          from dispositions d where ${inMonth} and code <> 'CALL_STARTED' group by d.loan_id) w on w.loan_id = l.id
          left join (select loan_id, sum(verified) as paid from ${moneyOfMonth} group by loan_id) p on p.loan_id = l.id
        where l.status <> 'DELETED' and l.created_at < ${END}`,
        `count(*) as loans, sum(l.total_due_amount), count(w.loan_id), count(*) filter (where w.borrower > 0),
          sum(w.contacts), count(*) filter (where w.ptp > 0), count(*) filter (where p.paid > 0), sum(p.paid)`,
        'l.collector_id',
      ),
      'loans',
    ),
  },
  {
    name: 'reports, promises of a month',
    path: `/reports/promiseAgeing?${MONTH}`,
    bare: named(
      whole(
        `promises p join loans l on l.id = p.loan_id where p.due_on between '2026-03-01' and '2026-03-31' and l.status <> 'DELETED'`,
        `count(*) as due, sum(p.amount), count(*) filter (where p.state = 'KEPT'), count(*) filter (where p.state = 'BROKEN'),
          count(*) filter (where p.state = 'OPEN'), count(*) filter (where p.state = 'PART_KEPT'),
          sum(greatest(p.paid_amount, p.said_amount))`,
        'p.agent_id',
      ),
      'due',
    ),
  },
  {
    name: 'reports, last contacts as they stand',
    path: `/reports/lastInteraction?by=agent`,
    bare: named(whole(standing, touched, 'l.collector_id'), 'loans'),
  },
  {
    name: 'reports, workable as it stands',
    path: `/reports/workable`,
    bare: named(
      whole(
        `(select l.*, case when l.collector_id is null and l.field_agent_id is null then 1
              when coalesce(l.total_due_amount, 0) <= 0 then 2 when l.settlement_state is not null then 3
              when h.loan_id is not null then 4 when coalesce(n.number, w.number) is not null then 5 end as why
            from ${standing} left join (select distinct loan_id from contact_holds where ended_at is null) h on h.loan_id = l.id
              left join contact_numbers n on n.number = l.mobile_number and n.loan_id is null and n.ended_at is null
              left join contact_numbers w on w.number = l.mobile_number and w.loan_id = l.id and w.ended_at is null) l`,
        `${touched}, count(*) filter (where why is null), sum(total_due_amount) filter (where why is null),
          ${[1, 2, 3, 4, 5].map((why) => `count(*) filter (where why = ${why})`).join(', ')}`,
        'l.collector_id',
      ),
      'loans',
    ),
  },
  {
    name: 'reports, roll rates of a month',
    path: `/reports/rollRate?${MONTH}`,
    bare: `select stage, count(*), sum(due), count(*) filter (where paid > 0 and paid >= due), count(*) filter (where paid > 0 and paid < due),
        ${[
          'stage = next_stage',
          'stage <> next_stage',
          "next_stage = 'D0_30'",
          "next_stage = 'D31_60'",
          "next_stage = 'D61_90'",
          "next_stage = 'D91_180'",
          "next_stage = 'D181'",
        ]
          .map(
            (which) =>
              `count(*) filter (where paid = 0 and ${which}), sum(due) filter (where paid = 0 and ${which})`,
          )
          .join(', ')}
      from ${flow} group by grouping sets ((), (stage))`,
  },
  {
    name: 'reports, the promises behind an agent’s figure',
    path: `/reports/dailyCalls/rows?by=agent&group=${AGENT}&measure=promises&${MONTH}`,
    bare: `select d.*, l.loan_number, count(*) over () as all_rows, sum(d.promise_amount) over () as promised
      from dispositions d join loans l on l.id = d.loan_id
      where d.agent_id = '${AGENT}' and channel = 'CALL' and ${inMonth} and d.disposition_class = 'PTP'
      order by d.recorded_at desc limit 25`,
  },
];

function rowOf(name: string, { ours, peer }: { ours: number[]; peer: number[] }): BenchRow {
  return median(ours) <= ENOUGH_MS
    ? repeatedRow(name, ours, null, { atMost: ENOUGH_MS }, 'ms')
    : repeatedRow(name, ours, peer, { atMost: MOST_TIMES }, 'ms');
}

/** Every report of a month from the built server, beside the best statement over the same rows. */
export async function run(): Promise<BenchRow[]> {
  return onOwnDatabase(async (own) => {
    const token = await fillReportBooks(own.pool);
    return onServer(own, async ({ url }) => {
      const rows: BenchRow[] = [];
      for (const one of CASES)
        rows.push(rowOf(one.name, await besideSql(one, { ...own, url, token })));
      return rows;
    });
  });
}
