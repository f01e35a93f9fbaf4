import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { activeLoansOf, dispositionsVisibleTo, loansVisibleTo } from '../access/scope.ts';
import { addDays, dayRange } from '../clock.ts';
import { comparableNumberSql } from '../database/comparable-number-sql.ts';
import { isPromise, isRightParty } from '../dispositions/contact-measures-service.ts';
import { isNotSuperseded } from '../dispositions/disposition-rows-service.ts';
import { collectedAmount, moneyLines } from '../payments/collected-service.ts';
import { keptByLoan } from './loan-months.ts';
import type { FactsAsk, Report } from './report-definition.ts';

/**
 * Condition on `l`: the number of the column may be called. Wrong for everybody and wrong for the loan are asked for apart: the
 * database reads either list once, where it would look up each loan's number in both together. Whether a loan has wrong
 * numbers of its own is asked before which they are.
 */
const isCallable = (column: 'l.mobile_number' | 'l.alternate_mobile_number') => sql`
  (${sql.raw(`coalesce(${column}, '')`)} ~ '\\d'
    and not exists (select 1 from contact_numbers cn where cn.number = ${comparableNumberSql(column)}
      and cn.ended_at is null and cn.loan_id is null)
    and not (exists (select 1 from contact_numbers cn where cn.loan_id = l.id and cn.ended_at is null)
      and exists (select 1 from contact_numbers cn where cn.number = ${comparableNumberSql(column)}
        and cn.ended_at is null and cn.loan_id = l.id)))`;

/** Why a loan `l` cannot be worked, the first reason that holds; null: it can. */
const blockedBy = sql`case
  when l.collector_id is null and l.field_agent_id is null then 'NOT_ALLOCATED'
  when coalesce(l.total_due_amount, 0) <= 0 then 'NOTHING_DUE'
  when l.settlement_state is not null then 'SETTLEMENT'
  when exists (select 1 from contact_holds ch where ch.loan_id = l.id and ch.starts_at <= now()
    and coalesce(ch.ended_at, 'infinity') > now() and coalesce(ch.ends_at, 'infinity') > now()
    and (ch.channel is null or ch.channel = 'CALL')) then 'HOLD'
  when l.field_agent_id is null and not ${isCallable('l.mobile_number')}
    and not ${isCallable('l.alternate_mobile_number')} then 'NUMBER' end`;

/** What the rows of both reports about loans as they stand have in common. */
const standing = ({ zone, today }: FactsAsk) => {
  // Compared with days' beginnings: working out the day of each contact costs more than all the rest.
  const since = (days: number) =>
    sql`${dayRange(zone, addDays(today, -days), today).start}::timestamptz`;
  const touchedOn = sql`(l.disposition_at at time zone ${zone})::date`;
  return sql`l.id::text as id, l.id as loan_id, coalesce(l.collector_id, l.field_agent_id) as agent_id, l.manager_id,
    l.disposition_at as at, ${touchedOn} as day, l.disposition as note, ${today}::date - ${touchedOn} as days_since,
    1 as loans, coalesce(l.total_due_amount, 0) as due, coalesce(l.disposition_at >= ${since(2)}, false)::int as touched_0,
    coalesce(l.disposition_at < ${since(2)} and l.disposition_at >= ${since(6)}, false)::int as touched_3,
    coalesce(l.disposition_at < ${since(6)} and l.disposition_at >= ${since(14)}, false)::int as touched_7,
    coalesce(l.disposition_at < ${since(14)}, false)::int as touched_15, (l.disposition_at is null)::int as untouched`;
};

// "offset 0": the reason is worked out once for each loan, not for each figure that asks for it.
function workableFacts(ask: FactsAsk): SQL {
  return sql`
    select s.*, (s.why is null)::int as workable, case when s.why is null then s.due else 0 end as workable_due,
      coalesce(s.why = 'NOT_ALLOCATED', false)::int as not_allocated,
      coalesce(s.why = 'NOTHING_DUE', false)::int as nothing_due,
      coalesce(s.why = 'SETTLEMENT', false)::int as under_settlement, coalesce(s.why = 'HOLD', false)::int as on_hold,
      coalesce(s.why = 'NUMBER', false)::int as no_number
    from (select ${standing(ask)}, ${blockedBy} as why from loans l where ${activeLoansOf(ask.actor)} offset 0) s`;
}

function lastInteractionFacts(ask: FactsAsk): SQL {
  return sql`select ${standing(ask)} from loans l where ${activeLoansOf(ask.actor)}`;
}

/** What can be worked today of what is allocated, and why the rest cannot. */
export const workable: Report = {
  range: 'now',
  groups: ['agent', 'client', 'bucket', 'city', 'product', 'manager'],
  measures: [
    'loans',
    'due',
    'workable',
    'workableDue',
    'notAllocated',
    'nothingDue',
    'underSettlement',
    'onHold',
    'noNumber',
    'touched0',
    'touched3',
    'touched7',
    'touched15',
    'untouched',
  ],
  ratios: ['workableShare'],
  details: [
    'loanNumber',
    'customer',
    'client',
    'agent',
    'bucket',
    'totalDue',
    'lastOutcome',
    'lastContactAt',
    'daysSince',
  ],
  facts: workableFacts,
};

/** The last contact of each loan by anyone, and what is to be done next. */
export const lastInteraction: Report = {
  range: 'now',
  groups: ['outcome', 'agent', 'client', 'bucket', 'city', 'product', 'manager'],
  measures: ['loans', 'due', 'touched0', 'touched3', 'touched7', 'touched15', 'untouched'],
  ratios: [],
  details: [
    'loanNumber',
    'customer',
    'client',
    'agent',
    'lastContactAt',
    'daysSince',
    'lastOutcome',
    'lastContactBy',
    'nextStep',
    'promiseOn',
    'promiseAmount',
    'totalDue',
  ],
  facts: lastInteractionFacts,
};

/** The contacts of the days by loan. */
const contactsByLoan = ({ actor, start, end }: FactsAsk) => sql`
  select d.loan_id, count(*) as contacts, count(*) filter (where ${isRightParty}) as right_party,
    count(*) filter (where ${isPromise}) as promises
  from dispositions d join loans l on l.id = d.loan_id
  where d.recorded_at >= ${start}::timestamptz and d.recorded_at < ${end}::timestamptz
    and ${dispositionsVisibleTo(actor)} and ${isNotSuperseded} group by d.loan_id`;

function performanceFacts(ask: FactsAsk): SQL {
  const { actor, zone, range, end } = ask;
  return sql`
    select l.id::text as id, l.id as loan_id, coalesce(l.collector_id, l.field_agent_id) as agent_id, l.manager_id,
      l.created_at as at, (l.created_at at time zone ${zone})::date as day, l.disposition as note, 1 as loans,
      coalesce(l.total_due_amount, 0) as due, (coalesce(w.contacts, 0) > 0)::int as worked,
      (coalesce(w.right_party, 0) > 0)::int as reached, (coalesce(w.promises, 0) > 0)::int as promised_loans,
      coalesce(w.contacts, 0) as contacts, (coalesce(p.collected, 0) > 0)::int as paid_loans,
      coalesce(p.collected, 0) as collected, (l.status = 'PAID')::int as resolved,
      coalesce(l.total_due_amount, 0) + coalesce(p.collected, 0) as due_first
    from loans l
      left join (${ask.isKeptMonth === true ? keptByLoan(ask) : contactsByLoan(ask)}) w on w.loan_id = l.id
      left join (select m.loan_id, sum(${collectedAmount(actor)})::bigint as collected
        from ${moneyLines(actor, range)} m group by m.loan_id) p on p.loan_id = l.id
    where ${loansVisibleTo(actor)} and l.created_at < ${end}::timestamptz`;
}

/** Coverage, penetration, intensity and resolution; by month of allocation it is the vintage. */
export const performance: Report = {
  range: 'month',
  groups: ['month', 'client', 'bucket', 'agent', 'city', 'product', 'region', 'manager'],
  measures: [
    'loans',
    'due',
    'worked',
    'reached',
    'contacts',
    'promisedLoans',
    'paidLoans',
    'collected',
    'dueFirst',
    'resolved',
  ],
  ratios: ['coverage', 'penetration', 'intensity', 'resolution'],
  details: [
    'loanNumber',
    'customer',
    'client',
    'agent',
    'manager',
    'bucket',
    'product',
    'city',
    'status',
    'totalDue',
  ],
  isOfLoanMonths: true,
  facts: performanceFacts,
};

/** The lender's own format: every loan with all of its fields. */
export const additional: Report = {
  range: 'month',
  groups: ['client', 'bucket', 'product', 'agent', 'city'],
  measures: ['loans', 'due', 'contacts', 'collected'],
  ratios: [],
  details: [
    'loanNumber',
    'customer',
    'client',
    'mobile',
    'alternateMobile',
    'email',
    'address',
    'city',
    'state',
    'pincode',
    'region',
    'branch',
    'product',
    'bucket',
    'dpd',
    'loanAmount',
    'emi',
    'principal',
    'interest',
    'penalty',
    'totalDue',
    'paid',
    'disbursedOn',
    'dueOn',
    'lastPaidOn',
    'lastPaid',
    'status',
    'agent',
    'manager',
    'lastContactAt',
    'lastOutcome',
    'lastContactBy',
    'promiseOn',
    'promiseAmount',
  ],
  isOfLoanMonths: true,
  facts: performanceFacts,
};
