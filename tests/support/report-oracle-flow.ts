import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Measure } from '../../contract/report-columns.ts';
import { byAgent, ofLoan } from './report-oracle-parts.ts';
import type { OracleAsk } from './report-oracle-parts.ts';

/*
 * Roll rates as docs/reports.md has them, in plain SQL. Nothing here is taken from server/reports or server/predictions.
 */

const today = sql`(now() at time zone 'Asia/Kolkata')::date`;
const paidSince = sql`(select coalesce(sum(p.amount), 0) from payments p where p.loan_id = l.id and p.reversed_at is null
  and (p.paid_on >= b.first or p.created_at >= b.first::timestamp at time zone 'Asia/Kolkata'))`;
/** Money that is dated within the 30 days. */
const came = sql`(select coalesce(sum(p.amount), 0) from payments p where p.loan_id = l.id and p.reversed_at is null
  and p.paid_on between b.first and b.first + 29)`;
const openClosing = sql`loan_closures c where c.loan_id = l.id and c.reopened_at is null`;
/** Condition on `l`: the reader sees what became of it; a loan that was taken back is no manager's any more. */
const seenLoan = ({ managerId, clientId }: OracleAsk) => sql`l.status <> 'DELETED'
  and (${clientId}::uuid is null or l.client_id = ${clientId})
  and (${managerId}::uuid is null or coalesce(l.manager_id, (select c.manager_id from ${openClosing})) = ${managerId})`;
const begins = sql`(b.first::timestamp at time zone 'Asia/Kolkata')`;

/** The loan-months: what was due, what came, closed or not, days past due then and at the end. */
const loanMonths = (ask: OracleAsk) => sql`(
  select l.*, b.first, coalesce(l.total_due_amount, 0) + ${paidSince} as opening, ${came} as came,
    exists (select 1 from ${openClosing} and c.closed_at < ${begins} + interval '720 hours') as gone,
    case when l.due_date is not null then b.first - l.due_date else l.dpd end as late,
    case when ${today} - b.first < 30 then ${today} - b.first else 30 end as went
  from loans l, (select generate_series(date_trunc('month', ${ask.from}::date), ${ask.to}::date, interval '1 month')::date as first) b
  where b.first <= ${today} and ${ofLoan(ask)} and ${seenLoan(ask)}
    and l.created_at < ((b.first + 1)::timestamp at time zone 'Asia/Kolkata')
    and not exists (select 1 from ${openClosing} and c.closed_at < ${begins}))`;

/** The number of the bucket of so many days past due: 0 has no due date. */
const bucket = (late: SQL) =>
  sql`(select count(*) from unnest(array[-100000, 31, 61, 91, 181]) e where ${late} >= e)`;
const opening = bucket(sql`m.late`);
const closing = bucket(sql`m.late + m.went`);
const unpaid = sql`m.came = 0 and not m.gone`;

const counted =
  (which: SQL, what: SQL = sql`1`) =>
  (ask: OracleAsk): SQL =>
    sql`select coalesce(sum(${what}), 0) as n from ${loanMonths(ask)} m
    where ${byAgent(sql`coalesce(m.collector_id, m.field_agent_id)`, ask)} and ${which}`;

/** How many there are and what was due on them. */
const both = <Name extends string>(name: Name, which: SQL) =>
  ({ [name]: counted(which), [`${name}Due`]: counted(which, sql`m.opening`) }) as Record<
    Name | `${Name}Due`,
    (ask: OracleAsk) => SQL
  >;
const unpaidAt = <Name extends string>(name: Name, place: number) =>
  both(name, sql`${unpaid} and ${closing} = ${place}::int`);

/** What every figure of the roll rates is. */
export const flowFigures: Partial<Record<Measure, (ask: OracleAsk) => SQL>> = {
  flowLoans: counted(sql`true`),
  flowDue: counted(sql`true`, sql`m.opening`),
  ...both('flowPaid', sql`m.came > 0 and m.came >= m.opening`),
  ...both('flowPart', sql`m.came > 0 and m.came < m.opening`),
  ...both('flowClosed', sql`m.came = 0 and m.gone`),
  ...both('flowStayed', sql`${unpaid} and ${opening} = ${closing}`),
  ...both('flowRolled', sql`${unpaid} and ${opening} <> ${closing}`),
  ...unpaidAt('flowTo30', 1),
  ...unpaidAt('flowTo60', 2),
  ...unpaidAt('flowTo90', 3),
  ...unpaidAt('flowTo180', 4),
  ...unpaidAt('flowTo181', 5),
  ...unpaidAt('flowToUnknown', 0),
};
