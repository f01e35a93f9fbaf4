import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import {
  begin,
  end,
  ofLoan,
  seenLoan,
  byAgent,
  contacts,
  contactsOfAll,
  ofPeople,
  notJustBegun,
  reached,
  borrower,
  money,
  got,
} from './report-oracle-parts.ts';
import { flowFigures } from './report-oracle-flow.ts';
import type { OracleAsk } from './report-oracle-parts.ts';
import type { Measure } from '../../contract/report-columns.ts';
import type { ReportName } from '../../contract/report-names.ts';
import type { Db } from '../../server/database/connection.ts';

/*
 * What docs/reports.md says, once more and in plain SQL: one statement per figure, over the tables alone. Nothing here is taken
 * from server/reports.
 */

const field = sql`coalesce((select role from users where id = m.person), 'COLLECTOR') = 'FIELD_AGENT'`;
const moneyOf = (
  ask: OracleAsk,
  amount: SQL,
  whose: SQL,
) => sql`select coalesce(sum(${amount}), 0) as n
  from ${money(ask)} m, loans l where l.id = m.loan_id and ${ofLoan(ask)} and ${byAgent(sql`m.person`, ask)} and ${whose}
    and (${ask.outcome}::text is null or m.outcome = ${ask.outcome})`;

const channel = (name: 'CALL' | 'FIELD') => {
  const isField = name === 'FIELD';
  const counted = (ask: OracleAsk, what: SQL, which: SQL) =>
    sql`select coalesce(sum(${what}), 0) as n ${contacts(
      ask,
      sql`d.channel = ${name} and ${notJustBegun} and ${which}
      and (${ask.outcome}::text is null or d.code = ${ask.outcome})
      and ${byAgent(sql`d.agent_id`, ask)}`,
    )}`;
  const whose = isField ? field : sql`not ${field}`;
  return {
    [isField ? 'visits' : 'calls']: (ask: OracleAsk) => counted(ask, sql`1`, sql`true`),
    connects: (ask) => counted(ask, sql`1`, reached),
    rightParty: (ask) => counted(ask, sql`1`, borrower),
    ...(!isField && { talkSeconds: (ask: OracleAsk) => counted(ask, sql`d.duration`, sql`true`) }),
    promises: (ask) => counted(ask, sql`1`, sql`d.disposition_class = 'PTP'`),
    promised: (ask) => counted(ask, sql`d.promise_amount`, sql`d.disposition_class = 'PTP'`),
    ...(!isField && { claimed: (ask: OracleAsk) => moneyOf(ask, sql`m.claimed`, whose) }),
    receipted: (ask) => moneyOf(ask, sql`m.receipted`, whose),
    verified: (ask) => moneyOf(ask, sql`m.verified`, whose),
    collected: (ask) => moneyOf(ask, got(ask), whose),
  } satisfies Figures;
};

type Figures = Partial<Record<Measure, (ask: OracleAsk) => SQL>>;

const held = (at: SQL) =>
  sql`(a.allocated_at < ${at} and (a.ended_at is null or a.ended_at >= ${at}))`;
const within = (column: SQL, ask: OracleAsk) =>
  sql`${column} >= ${begin(ask)} and ${column} < ${end(ask)}`;
const allocated = (kind: string) => {
  const counted = (
    ask: OracleAsk,
    which: SQL,
    what = sql`1`,
  ) => sql`select coalesce(sum(${what}), 0) as n
    from allocations a, loans l where l.id = a.loan_id and a.kind = ${kind} and ${ofLoan(ask)} and ${seenLoan(ask)}
      and ${byAgent(sql`a.assignee_id`, ask)} and ${which}`;
  return {
    opening: (ask) => counted(ask, held(begin(ask))),
    added: (ask) => counted(ask, within(sql`a.allocated_at`, ask)),
    recalled: (ask) => counted(ask, within(sql`a.ended_at`, ask)),
    closing: (ask) => counted(ask, held(end(ask))),
    closingDue: (ask) => counted(ask, held(end(ask)), sql`l.total_due_amount`),
  } satisfies Figures;
};

const holderAtEnd = (
  ask: OracleAsk,
) => sql`(select a2.assignee_id from allocations a2 where a2.loan_id = a.loan_id
  and a2.kind = 'COLLECTOR' and a2.allocated_at < ${end(ask)} and (a2.ended_at is null or a2.ended_at >= ${end(ask)})
  order by a2.allocated_at desc limit 1)`;
const kept = (
  ask: OracleAsk,
  which: SQL,
  what = sql`1`,
) => sql`select coalesce(sum(${what}), 0) as n
  from allocations a, loans l where l.id = a.loan_id and a.kind = 'COLLECTOR' and ${ofLoan(ask)} and ${seenLoan(ask)}
    and ${byAgent(sql`a.assignee_id`, ask)} and ${held(begin(ask))} and ${which}`;
const paidOnLoan = (ask: OracleAsk) =>
  sql`(select coalesce(sum(${got(ask)}), 0) from ${money(ask)} m where m.loan_id = l.id)`;

const ofLoans = (
  ask: OracleAsk,
  which: SQL,
  what = sql`1`,
) => sql`select coalesce(sum(${what}), 0) as n from loans l
  where ${ofLoan(ask)} and ${seenLoan(ask)} and l.created_at < ${end(ask)}
    and ${byAgent(sql`coalesce(l.collector_id, l.field_agent_id)`, ask)} and ${which}`;
const contactsOf = (ask: OracleAsk, which: SQL) =>
  sql`(select count(*) ${contacts(ask, sql`d.loan_id = outer_l.id and ${notJustBegun} and ${which}`)})`;
const ofWorked = (
  ask: OracleAsk,
  which: SQL,
  what = sql`1`,
) => sql`select coalesce(sum(${what}), 0) as n from loans outer_l
  where exists (select 1 from loans l where l.id = outer_l.id and ${ofLoan(ask)} and ${seenLoan(ask)})
    and outer_l.created_at < ${end(ask)}
    and ${byAgent(sql`coalesce(outer_l.collector_id, outer_l.field_agent_id)`, ask)} and ${which}`;

const performance = {
  loans: (ask) => ofLoans(ask, sql`true`),
  due: (ask) => ofLoans(ask, sql`true`, sql`l.total_due_amount`),
  worked: (ask) => ofWorked(ask, sql`${contactsOf(ask, sql`true`)} > 0`),
  reached: (ask) => ofWorked(ask, sql`${contactsOf(ask, borrower)} > 0`),
  contacts: (ask) => ofWorked(ask, sql`true`, contactsOf(ask, sql`true`)),
  promisedLoans: (ask) =>
    ofWorked(ask, sql`${contactsOf(ask, sql`d.disposition_class = 'PTP'`)} > 0`),
  paidLoans: (ask) => ofLoans(ask, sql`${paidOnLoan(ask)} > 0`),
  collected: (ask) => ofLoans(ask, sql`true`, paidOnLoan(ask)),
  dueFirst: (ask) => ofLoans(ask, sql`true`, sql`l.total_due_amount + ${paidOnLoan(ask)}`),
  resolved: (ask) => ofLoans(ask, sql`l.status = 'PAID'`),
} satisfies Figures;

/** The best contact of each loan, whoever had it; then those that the reader sees, counted by class. */
const best = (
  ask: OracleAsk,
  which: SQL,
  what = sql`1`,
) => sql`select coalesce(sum(${what}), 0) as n from (
  select d.*, l.total_due_amount as due, row_number() over (partition by d.loan_id order by
    case d.disposition_class when 'PAID' then 1 when 'PTP' then 2 when 'CALLBACK' then 3 when 'CONTACTED' then 4
      when 'DISPUTE' then 5 when 'REFUSED' then 6 when 'NOT_CONTACTED' then 7 else 8 end,
    (d.code = 'CALL_STARTED')::int,
    (select case when sort_order >= 200 then sort_order - 200 else sort_order end from disposition_codes where code = d.code),
    d.recorded_at desc, d.id desc) as place
  ${contactsOfAll(ask, sql`l.status <> 'DELETED'`)}) b where b.place = 1 and exists (select 1 from dispositions d
    where d.id = b.id and ${ofPeople(ask)}) and ${byAgent(sql`b.agent_id`, ask)} and ${which}`;
const bestOf = (name: string) => (ask: OracleAsk) => best(ask, sql`b.disposition_class = ${name}`);

const promised = (
  ask: OracleAsk,
  which: SQL,
  what = sql`1`,
) => sql`select coalesce(sum(${what}), 0) as n
  from promises p, loans l where l.id = p.loan_id and ${ofLoan(ask)} and ${seenLoan(ask)} and ${byAgent(sql`p.agent_id`, ask)}
    and p.due_on >= ${ask.from}::date and p.due_on <= ${ask.to}::date and ${which}`;
const inState =
  (...states: string[]) =>
  (ask: OracleAsk) =>
    promised(ask, sql`p.state = any(${sql.param(states)}::text[])`);

/** Business days since the last contact. */
const ago = sql`((now() at time zone 'Asia/Kolkata')::date - (l.disposition_at at time zone 'Asia/Kolkata')::date)`;
const standing = (
  ask: OracleAsk,
  which: SQL,
  what = sql`1`,
) => sql`select coalesce(sum(${what}), 0) as n from loans l
  where ${ofLoan(ask)} and ${seenLoan(ask)} and l.status = 'ACTIVE'
    and ${byAgent(sql`coalesce(l.collector_id, l.field_agent_id)`, ask)} and ${which}`;
const touched: Figures = {
  loans: (ask) => standing(ask, sql`true`),
  due: (ask) => standing(ask, sql`true`, sql`l.total_due_amount`),
  touched0: (ask) => standing(ask, sql`${ago} <= 2`),
  touched3: (ask) => standing(ask, sql`${ago} > 2 and ${ago} < 7`),
  touched7: (ask) => standing(ask, sql`${ago} > 6 and ${ago} < 15`),
  touched15: (ask) => standing(ask, sql`${ago} > 14`),
  untouched: (ask) => standing(ask, sql`l.disposition_at is null`),
};
const nobodys = sql`(l.collector_id is null and l.field_agent_id is null)`;
const settled = sql`exists (select 1 from settlements s where s.loan_id = l.id
  and s.state not in ('FULFILLED', 'REJECTED', 'BROKEN', 'EXPIRED', 'CANCELLED', 'WITHDRAWN'))`;
const stopped = sql`exists (select 1 from contact_holds h where h.loan_id = l.id and h.starts_at <= now() and h.ended_at is null
  and (h.ends_at is null or h.ends_at > now()) and (h.channel is null or h.channel = 'CALL'))`;
const mute = sql`(l.field_agent_id is null and coalesce(l.mobile_number, '') = '' and coalesce(l.alternate_mobile_number, '') = '')`;
const owes = sql`coalesce(l.total_due_amount, 0) > 0`;
const fit = sql`not ${nobodys} and ${owes} and not ${settled} and not ${stopped} and not ${mute}`;

/** What every figure of every report is, by the documents. */
const ORACLE: Readonly<Record<ReportName, Figures>> = {
  collections: {
    claimed: (ask) => moneyOf(ask, sql`m.claimed`, sql`true`),
    receipted: (ask) => moneyOf(ask, sql`m.receipted`, sql`true`),
    verified: (ask) => moneyOf(ask, sql`m.verified`, sql`true`),
    collected: (ask) => moneyOf(ask, got(ask), sql`true`),
  },
  allocation: allocated('COLLECTOR'),
  fieldAllocation: allocated('FIELD'),
  workable: {
    ...touched,
    workable: (ask) => standing(ask, fit),
    workableDue: (ask) => standing(ask, fit, sql`l.total_due_amount`),
    notAllocated: (ask) => standing(ask, nobodys),
    nothingDue: (ask) => standing(ask, sql`not ${nobodys} and not ${owes}`),
    underSettlement: (ask) => standing(ask, sql`not ${nobodys} and ${owes} and ${settled}`),
    onHold: (ask) =>
      standing(ask, sql`not ${nobodys} and ${owes} and not ${settled} and ${stopped}`),
    noNumber: (ask) =>
      standing(
        ask,
        sql`not ${nobodys} and ${owes} and not ${settled} and not ${stopped} and ${mute}`,
      ),
  },
  lastInteraction: touched,
  bestDisposition: {
    loans: (ask) => best(ask, sql`true`),
    due: (ask) => best(ask, sql`true`, sql`b.due`),
    bestPaid: bestOf('PAID'),
    bestPromise: bestOf('PTP'),
    bestCallback: bestOf('CALLBACK'),
    bestContacted: bestOf('CONTACTED'),
    bestDispute: bestOf('DISPUTE'),
    bestRefused: bestOf('REFUSED'),
    bestNotContacted: bestOf('NOT_CONTACTED'),
    bestSkip: bestOf('SKIP'),
  },
  retain: {
    held: (ask) => kept(ask, sql`true`),
    heldDue: (ask) => kept(ask, sql`true`, sql`l.total_due_amount`),
    retained: (ask) => kept(ask, sql`${holderAtEnd(ask)} = a.assignee_id`),
    moved: (ask) => kept(ask, sql`${holderAtEnd(ask)} <> a.assignee_id`),
    released: (ask) => kept(ask, sql`${holderAtEnd(ask)} is null`),
    retainedCollected: (ask) =>
      kept(ask, sql`${holderAtEnd(ask)} = a.assignee_id`, paidOnLoan(ask)),
    movedCollected: (ask) =>
      kept(ask, sql`${holderAtEnd(ask)} is distinct from a.assignee_id`, paidOnLoan(ask)),
  },
  additional: {
    loans: performance.loans,
    due: performance.due,
    contacts: performance.contacts,
    collected: performance.collected,
  },
  dailyCalls: channel('CALL'),
  dailyVisits: channel('FIELD'),
  callStatus: channel('CALL'),
  fieldStatus: channel('FIELD'),
  performance,
  promiseAgeing: {
    promisesDue: (ask) => promised(ask, sql`true`),
    promisedDue: (ask) => promised(ask, sql`true`, sql`p.amount`),
    kept: inState('KEPT'),
    partKept: inState('PART_KEPT'),
    broken: inState('BROKEN'),
    decided: inState('KEPT', 'PART_KEPT', 'BROKEN'),
    stillOpen: inState('OPEN'),
    otherwise: inState('REPLACED', 'CLOSED'),
    openLate: (ask) =>
      promised(ask, sql`p.state = 'OPEN' and p.due_on < (now() at time zone 'Asia/Kolkata')::date`),
    openToday: (ask) =>
      promised(ask, sql`p.state = 'OPEN' and p.due_on = (now() at time zone 'Asia/Kolkata')::date`),
    openSoon: (ask) =>
      promised(
        ask,
        sql`p.state = 'OPEN' and p.due_on > (now() at time zone 'Asia/Kolkata')::date
      and p.due_on <= (now() at time zone 'Asia/Kolkata')::date + 3`,
      ),
    openLater: (ask) =>
      promised(
        ask,
        sql`p.state = 'OPEN' and p.due_on > (now() at time zone 'Asia/Kolkata')::date + 3`,
      ),
    promisePaid: (ask) =>
      promised(
        ask,
        sql`true`,
        sql`case when p.paid_amount > p.said_amount then p.paid_amount else p.said_amount end`,
      ),
  },
  rollRate: flowFigures,
};

/** What the books say of a figure. */
export async function oracleOf(
  db: Db,
  report: ReportName,
  measure: Measure,
  ask: OracleAsk,
): Promise<number> {
  const statement = ORACLE[report][measure];
  if (!statement) throw new Error(`The oracle does not know ${measure} of ${report}.`);
  const { rows } = await db.execute<{ n: string }>(statement(ask));
  return Number(rows[0]?.n);
}
