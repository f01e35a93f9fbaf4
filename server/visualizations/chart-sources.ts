import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { maySeeMeasure } from '../../contract/visualization.ts';
import type { ChartDimension, ChartMeasure } from '../../contract/visualization.ts';
import type { Actor } from '../access/actor.ts';
import { activeLoansOf, dispositionsVisibleTo, loansOnceVisibleTo } from '../access/scope.ts';
import { addDays, dayRange } from '../clock.ts';
import { isPromise, promisedAmount } from '../dispositions/contact-measures-service.ts';
import { notAllowed } from '../errors.ts';
import { collectedAmount, moneyLines } from '../payments/collected-service.ts';
import { loanMonths } from '../predictions/loan-month-service.ts';
import { isNotSuperseded } from '../dispositions/disposition-rows-service.ts';

/** What the figures of a question are made of: rows that the actor may see, within the days. `l` is always the loan. */
export interface ChartSource {
  readonly from: SQL;
  readonly where: SQL;
  readonly dimensions: Readonly<Partial<Record<ChartDimension, SQL>>>;
  readonly values: Readonly<Partial<Record<ChartMeasure, SQL>>>;
}

/** Who asks about which days, both included. */
export interface ChartAsk {
  readonly actor: Actor;
  readonly zone: string;
  readonly from: string;
  readonly to: string;
  /** By how much the weeks and months of these days are told later: those of the period that they are compared with. */
  readonly later?: Later | undefined;
}

/** So many days, or a month. */
export type Later = number | 'MONTH';

function laterDay(day: SQL, { later }: ChartAsk): SQL {
  if (later === undefined) return day;
  return later === 'MONTH'
    ? sql`(${day} + interval '1 month')::date`
    : sql`(${day} + ${later}::int)`;
}

/** What lenders' files say in words of their own: in any letter case it is one value. */
const WORDS = ['bucket', 'product', 'city', 'region'] as const satisfies ChartDimension[];

/** Is a dimension told in such words? Its values are lower case, and called as loans spell them. */
export const isWord = (dimension: ChartDimension | null): dimension is (typeof WORDS)[number] =>
  WORDS.some((word) => word === dimension);

const ofLoan = {
  client: sql`l.client_id::text`,
  bucket: sql`lower(l.bucket)`,
  product: sql`lower(l.product)`,
  city: sql`lower(l.city)`,
  region: sql`lower(l.region)`,
} as const;

/** A day's dimensions: weeks by their Monday, months by their first day, weekdays from 1 (Monday) to 7. */
const ofDay = (day: SQL, ask: ChartAsk) => ({
  day: sql`${day}::text`,
  week: sql`date_trunc('week', ${laterDay(day, ask)}::timestamp)::date::text`,
  month: sql`date_trunc('month', ${laterDay(day, ask)}::timestamp)::date::text`,
  weekday: sql`extract(isodow from ${day})::int::text`,
});

/** The stock as of now. */
function stock({ actor }: ChartAsk): ChartSource {
  return {
    from: sql`loans l`,
    where: activeLoansOf(actor),
    dimensions: {
      ...ofLoan,
      manager: sql`l.manager_id::text`,
      agent: sql`coalesce(l.collector_id, l.field_agent_id)::text`,
    },
    values: {
      loans: sql`count(*)`,
      dueAmount: sql`coalesce(sum(l.total_due_amount), 0)`,
    },
  };
}

/** Recorded contacts, as the daily reports count them: a call's beginning is none of its own once the call has a result. */
function contacts(ask: ChartAsk): ChartSource {
  const { actor, zone, from, to } = ask;
  const local = sql`(d.recorded_at at time zone ${zone})`;
  return {
    from: sql`dispositions d join loans l on l.id = d.loan_id`,
    where: sql`${dispositionsVisibleTo(actor)} and (d.channel <> 'CALL' or ${isNotSuperseded})
      and d.recorded_at >= (${from}::date::timestamp at time zone ${zone})
      and d.recorded_at < ((${to}::date + 1)::timestamp at time zone ${zone})`,
    dimensions: {
      ...ofLoan,
      ...ofDay(sql`${local}::date`, ask),
      hour: sql`extract(hour from ${local})::int::text`,
      manager: sql`d.manager_id::text`,
      agent: sql`d.agent_id::text`,
      outcome: sql`nullif(d.code, '')`,
    },
    values: {
      contacts: sql`count(*)`,
      calls: sql`count(*) filter (where d.channel = 'CALL')`,
      visits: sql`count(*) filter (where d.channel = 'FIELD')`,
      loansContacted: sql`count(distinct d.loan_id)`,
    },
  };
}

/**
 * Promises on the day on which they were made, as boards and reports of contacts count them: those on loans that were
 * deleted since stay. What became of a promise is told as the report of promises does, of no deleted loan.
 */
function promises(ask: ChartAsk): ChartSource {
  const { actor, zone, from, to } = ask;
  const { start, end } = dayRange(zone, from, to);
  return {
    from: sql`dispositions d join loans l on l.id = d.loan_id left join promises p on p.id = d.id`,
    where: sql`${dispositionsVisibleTo(actor)} and ${isPromise} and d.recorded_at >= ${start}::timestamptz
      and d.recorded_at < ${end}::timestamptz`,
    dimensions: {
      ...ofLoan,
      ...ofDay(sql`(d.recorded_at at time zone ${zone})::date`, ask),
      manager: sql`d.manager_id::text`,
      agent: sql`d.agent_id::text`,
    },
    values: {
      promises: sql`count(*)`,
      promisedAmount: sql`coalesce(sum(${promisedAmount}), 0)`,
      promisesKept: sql`count(*) filter (where p.state = 'KEPT' and l.status <> 'DELETED')`,
    },
  };
}

/**
 * Loans at the beginning of each month of the days, by the one definition of roll rates: what was due then, the bucket of
 * days past due, and what became of them within 30 days.
 */
function movement({ actor, zone, from, to }: ChartAsk): ChartSource {
  const months: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) if (day.endsWith('-01')) months.push(day);
  return {
    from: sql`(${loanMonths(zone, months, loansOnceVisibleTo(actor))}) m join loans l on l.id = m.loan_id`,
    where: sql`true`,
    dimensions: {
      ...ofLoan,
      month: sql`m.day::text`,
      manager: sql`m.manager_id::text`,
      openingStage: sql`m.stage`,
      becameOf: sql`case when m.roll in ('STAYED', 'ROLLED') then m.next_stage else m.roll end`,
    },
    values: { movedLoans: sql`count(*)`, movedDue: sql`coalesce(sum(m.due), 0)` },
  };
}

/** Money by the one definition that boards and reports have. */
function money(ask: ChartAsk): ChartSource {
  const { actor, from, to } = ask;
  return {
    from: sql`${moneyLines(actor, { from, to })} m join loans l on l.id = m.loan_id`,
    // Of money a lender's people see no line that is not verified.
    where: actor.clientId === null ? sql`true` : sql`m.verified <> 0`,
    dimensions: {
      ...ofLoan,
      ...ofDay(sql`m.day`, ask),
      manager: sql`m.manager_id::text`,
      agent: sql`m.person_id::text`,
    },
    values: {
      receipted: sql`coalesce(sum(m.receipted), 0)`,
      verified: sql`coalesce(sum(m.verified), 0)`,
      collected: sql`coalesce(sum(${collectedAmount(actor)}), 0)`,
    },
  };
}

const SOURCES: Readonly<Record<ChartMeasure, (ask: ChartAsk) => ChartSource>> = {
  loans: stock,
  dueAmount: stock,
  contacts,
  calls: contacts,
  visits: contacts,
  loansContacted: contacts,
  promises,
  promisedAmount: promises,
  promisesKept: promises,
  receipted: money,
  verified: money,
  collected: money,
  movedLoans: movement,
  movedDue: movement,
};

/** Where a measure's figures come from. Throws 403 for one that the actor's role may not see. */
export function chartSource(measure: ChartMeasure, ask: ChartAsk): ChartSource {
  if (!maySeeMeasure(ask.actor.role, measure))
    throw notAllowed('This figure is not for your role.', 'FOREIGN_MEASURE');
  return SOURCES[measure](ask);
}
