import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallAnswer } from '../../contract/call.ts';
import type { Page } from '../../contract/paging.ts';
import type {
  Analytics,
  ScheduledCase,
  staffDashboardCalls,
} from '../../contract/staff-dashboard.ts';
import type { Actor } from '../access/actor.ts';
import { isCallBackOpen } from '../alerts/alert-standing-service.ts';
import { businessDay, isoInstantOrNull } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { allOf, pageLimit } from '../database/list-page.ts';
import { boardLoans } from './dashboard-scope.ts';
import type { BoardFilter } from './dashboard-scope.ts';

/** Days between which something is due, both included; open where not given. */
export interface DueDays {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface CaseRow extends Omit<ScheduledCase, 'loanId'>, Record<string, unknown> {
  /** Null in the one row of an empty page, which only tells the totals. */
  loanId: string | null;
  total_count: number;
  total_amount: number;
}

type Kind = ScheduledCase['kind'];
type DueToday = CallAnswer<typeof staffDashboardCalls.listScheduledCasesAll>;

function dueWithin(column: SQL, { from, to }: DueDays): SQL[] {
  return [
    ...(from === undefined ? [] : [sql`${column} >= ${from}::date`]),
    ...(to === undefined ? [] : [sql`${column} <= ${to}::date`]),
  ];
}

/**
 * Loans with something due as `l`, with its contact as `d`: a promise is open until a newer one, its money, a refusal or a
 * dispute (promise-judging.ts), a callback as its reminder is (alert-standing-service.ts). A visit agreed for later is no callback.
 */
function casesOf(zone: string, kind: Kind, loans: SQL, days: DueDays): SQL {
  if (kind === 'PTP')
    return sql`select 'PTP' as kind, l.id as loan_id, l.promise_date as on_date, d.at_time, l.promise_amount,
        d.agent_id, d.remarks, d.recorded_at
      from loans l left join lateral (select x.* from dispositions x
        where x.loan_id = l.id and x.disposition_class = 'PTP' order by x.recorded_at desc, x.id desc limit 1) d on true
      where ${allOf([loans, sql`l.promise_date is not null`, ...dueWithin(sql`l.promise_date`, days)])}`;
  return sql`select 'CallBack' as kind, l.id as loan_id, d.on_date, d.at_time, null::bigint as promise_amount,
      d.agent_id, d.remarks, d.recorded_at
    from loans l join lateral (select x.* from dispositions x
      where x.loan_id = l.id and x.disposition_class = 'CALLBACK' and x.channel = 'CALL' and x.code <> 'CALL_STARTED'
      order by x.recorded_at desc, x.id desc limit 1) d
      on d.on_date is not null and ${isCallBackOpen(zone)}
    where ${allOf([loans, sql`l.disposition_class in ('CALLBACK', 'NOT_CONTACTED')`, ...dueWithin(sql`d.on_date`, days)])}`;
}

const caseColumns = sql`p.kind, p.loan_id as "loanId", l.loan_number as "Loan_ID", l.customer_name as "Customer_Name",
  c.name as "Client_Name", l.mobile_number as "Mobile_Number", l.bucket as "Bucket",
  l.total_due_amount as "Total_Due_Amount", l.unverified_amount as "Unverified_Amount", p.on_date as "date", to_char(p.at_time, 'HH24:MI') as "time",
  p.promise_amount as "promiseAmount", p.remarks, a.full_name as "Agent_Name", p.recorded_at as "disCreatedAt",
  o.full_name as "collectorName"`;
const caseJoins = sql`join loans l on l.id = p.loan_id join clients c on c.id = l.client_id
  left join users a on a.id = p.agent_id left join users o on o.id = l.collector_id`;

function toCases(rows: readonly CaseRow[]): ScheduledCase[] {
  return rows.flatMap(({ loanId, ...row }) =>
    loanId === null ? [] : [{ ...row, loanId, disCreatedAt: isoInstantOrNull(row.disCreatedAt) }],
  );
}

/** A page of promises or callbacks. */
export interface CaseAsk {
  readonly kind: Kind;
  readonly filter: BoardFilter;
  readonly days: DueDays;
  readonly page: number;
  readonly pageSize: number;
}

/** A page of what is due, in order of time, with the sum of all promises that match. */
export async function readCasePage(
  db: Db,
  zone: string,
  actor: Actor,
  ask: CaseAsk,
): Promise<Page<ScheduledCase> & { promiseAmount: number }> {
  const { page, pageSize } = ask;
  const cases = casesOf(zone, ask.kind, boardLoans(actor, ask.filter), ask.days);
  const { rows } = await db.execute<CaseRow>(sql`
    with due as materialized (${cases}),
      p as (select * from due order by on_date, at_time, loan_id ${pageLimit({ page, pageSize })}),
      total as (select count(*) as total_count, coalesce(sum(promise_amount), 0)::bigint as total_amount from due)
    select q.*, total.* from total left join (select ${caseColumns} from p ${caseJoins}) q on true
    order by q."date", q."time", q."loanId"`);
  return {
    data: toCases(rows),
    totalCount: rows[0]?.total_count ?? 0,
    page,
    pageSize,
    promiseAmount: rows[0]?.total_amount ?? 0,
  };
}

/** Most that is due at once and still of use to a person. */
const MOST = 200;

interface DueRow extends CaseRow {
  is_overdue: boolean;
}

/** Which kinds are asked for; both unless told. */
export interface DueKinds {
  readonly promises: boolean;
  readonly callbacks: boolean;
}

/** What is due by the end of today: the overdue, latest first, then today's in order of time; those without a time last. */
export async function readDueToday(
  db: Db,
  zone: string,
  actor: Actor,
  kinds: DueKinds,
): Promise<DueToday> {
  const today = businessDay(zone);
  const loans = boardLoans(actor, {});
  const asked = [
    ...(kinds.promises ? [casesOf(zone, 'PTP', loans, { to: today })] : []),
    ...(kinds.callbacks ? [casesOf(zone, 'CallBack', loans, { to: today })] : []),
  ];
  if (asked.length === 0) return { overdue: [], today: [], overdueCount: 0, todayCount: 0 };
  const { rows } = await db.execute<DueRow>(sql`
    with due as (${sql.join(asked, sql` union all `)}),
      ranked as (select due.*, due.on_date < ${today}::date as is_overdue,
          count(*) over (partition by due.on_date < ${today}::date) as total_count,
          row_number() over (partition by due.on_date < ${today}::date order by
            case when due.on_date < ${today}::date then due.on_date end desc, due.at_time, due.loan_id) as place
        from due),
      p as (select * from ranked where place <= ${MOST})
    select ${caseColumns}, p.is_overdue, p.total_count, 0 as total_amount from p ${caseJoins}
    order by p.is_overdue desc, p.place`);
  const overdue = rows.filter((row) => row.is_overdue);
  const dueToday = rows.filter((row) => !row.is_overdue);
  return {
    overdue: toCases(overdue),
    today: toCases(dueToday),
    overdueCount: overdue[0]?.total_count ?? 0,
    todayCount: dueToday[0]?.total_count ?? 0,
  };
}

interface TallyRow extends Record<string, unknown> {
  kind: Kind;
  overdue: number;
  overdue_amount: number;
  today: number;
  today_amount: number;
  ahead: number;
  ahead_amount: number;
}

const tally = (count = 0, amount = 0) => ({ count, amount });

/** How many promises and callbacks are overdue, due today, and to come, with the amounts promised. */
export async function readDueTallies(
  db: Db,
  zone: string,
  actor: Actor,
  filter: BoardFilter,
): Promise<Analytics['due']> {
  const today = sql`${businessDay(zone)}::date`;
  const loans = boardLoans(actor, filter);
  const { rows } = await db.execute<TallyRow>(sql`
    select s.kind, count(*) filter (where s.on_date < ${today}) as overdue,
      coalesce(sum(s.amount) filter (where s.on_date < ${today}), 0)::bigint as overdue_amount,
      count(*) filter (where s.on_date = ${today}) as today,
      coalesce(sum(s.amount) filter (where s.on_date = ${today}), 0)::bigint as today_amount,
      count(*) filter (where s.on_date > ${today}) as ahead,
      coalesce(sum(s.amount) filter (where s.on_date > ${today}), 0)::bigint as ahead_amount
    from (select 'PTP' as kind, l.promise_date as on_date, l.promise_amount as amount
        from loans l where ${loans} and l.promise_date is not null
      union all select q.kind, q.on_date, q.promise_amount from (${casesOf(zone, 'CallBack', loans, {})}) q) s
    group by s.kind`);
  const promises = rows.find((row) => row.kind === 'PTP');
  const callbacks = rows.find((row) => row.kind === 'CallBack');
  return {
    promises: {
      overdue: tally(promises?.overdue, promises?.overdue_amount),
      today: tally(promises?.today, promises?.today_amount),
      ahead: tally(promises?.ahead, promises?.ahead_amount),
    },
    callbacks: {
      overdue: callbacks?.overdue ?? 0,
      today: callbacks?.today ?? 0,
      ahead: callbacks?.ahead ?? 0,
    },
  };
}
