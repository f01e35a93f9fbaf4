import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { PAST_RESULTS } from '../../contract/allocation-rule.ts';
import { dispositionsVisibleTo, loansInReachOf, loansVisibleTo } from '../access/scope.ts';
import { contactsInDays } from './activity-facts.ts';
import { keptByLoan, seesByLoans, within } from './loan-months.ts';
import type { FactsAsk, Report } from './report-definition.ts';

/**
 * The best contact of each loan of the days. Whoever sees only the contacts of its people sees those that are the best of all:
 * else a loan would count for its caller on the caller's screen, and for the field agent on their manager's.
 */
function bestOfContacts(ask: FactsAsk): SQL {
  const order: readonly string[] = PAST_RESULTS;
  const { actor } = ask;
  const isAll = seesByLoans(actor);
  const which = isAll
    ? contactsInDays(ask)
    : sql`${within(ask)} and d.loan_id in (select d.loan_id from dispositions d where ${contactsInDays(ask)})`;
  return sql`select d.* from (
    select distinct on (d.loan_id) d.id, d.loan_id, d.agent_id, d.manager_id, d.recorded_at as at, d.code, d.disposition_class as class,
      coalesce(l.total_due_amount, 0) as due
    from dispositions d join loans l on l.id = d.loan_id join disposition_codes k on k.code = d.code
    where ${which} and l.status <> 'DELETED'
    order by d.loan_id, array_position(${sql.param(order)}::text[], d.disposition_class), d.code = 'CALL_STARTED',
      k.sort_order % 200, d.recorded_at desc, d.id desc) d where ${isAll ? sql`true` : dispositionsVisibleTo(actor)}`;
}

/** The same of a kept month. */
const keptBest = (ask: FactsAsk): SQL => sql`
  select m.best_id as id, m.loan_id, m.best_agent_id as agent_id, m.best_manager_id as manager_id, m.best_at as at,
    m.best_code as code, m.best_class as class, coalesce(l.total_due_amount, 0) as due
  from (${keptByLoan(ask)}) m join loans l on l.id = m.loan_id where l.status <> 'DELETED' and ${loansInReachOf(ask.actor)}`;

/** A row per loan with a contact in the days: the best one, by its class and the code's rank, then the newest. */
const bestFacts = (ask: FactsAsk): SQL => sql`
    select b.id::text as id, b.loan_id, b.agent_id, b.manager_id, b.at, (b.at at time zone ${ask.zone})::date as day, b.code as note,
      1 as loans, b.due,
      (b.class = 'PAID')::int as best_paid, (b.class = 'PTP')::int as best_promise,
      (b.class = 'CALLBACK')::int as best_callback, (b.class = 'CONTACTED')::int as best_contacted,
      (b.class = 'DISPUTE')::int as best_dispute, (b.class = 'REFUSED')::int as best_refused,
      (b.class = 'NOT_CONTACTED')::int as best_not_contacted, (b.class = 'SKIP')::int as best_skip
    from (${ask.isKeptMonth === true ? keptBest(ask) : bestOfContacts(ask)}) b`;

/** The best outcome of each loan, and the mix of outcomes by agent. */
export const bestDisposition: Report = {
  range: 'month',
  groups: ['agent', 'outcome', 'client', 'bucket', 'city', 'product', 'manager'],
  measures: [
    'loans',
    'due',
    'bestPaid',
    'bestPromise',
    'bestCallback',
    'bestContacted',
    'bestDispute',
    'bestRefused',
    'bestNotContacted',
    'bestSkip',
  ],
  ratios: [],
  details: ['loanNumber', 'customer', 'client', 'agent', 'at', 'outcome', 'bucket', 'totalDue'],
  isOfLoanMonths: true,
  facts: bestFacts,
};

/** A row per promise whose day lies in the days, none of a deleted loan. Agents see those that they took. */
function promiseFacts({ actor, range, today }: FactsAsk): SQL {
  const isTheirs =
    actor.role === 'COLLECTOR' || actor.role === 'FIELD_AGENT'
      ? sql`p.agent_id = ${actor.userId}`
      : loansVisibleTo(actor);
  return sql`
    select p.id::text as id, p.loan_id, p.agent_id, l.manager_id, p.made_at as at, p.due_on as day, null::text as note,
      1 as promises_due, p.amount as promised_due, (p.state = 'KEPT')::int as kept,
      (p.state = 'PART_KEPT')::int as part_kept, (p.state = 'BROKEN')::int as broken, (p.state = 'OPEN')::int as still_open,
      (p.state in ('KEPT', 'PART_KEPT', 'BROKEN'))::int as decided,
      (p.state in ('REPLACED', 'CLOSED'))::int as otherwise,
      (p.state = 'OPEN' and p.due_on < ${today}::date)::int as open_late,
      (p.state = 'OPEN' and p.due_on = ${today}::date)::int as open_today,
      (p.state = 'OPEN' and p.due_on - ${today}::date between 1 and 3)::int as open_soon,
      (p.state = 'OPEN' and p.due_on - ${today}::date > 3)::int as open_later,
      greatest(p.paid_amount, p.said_amount) as promise_paid
    from promises p join loans l on l.id = p.loan_id
    where p.due_on between ${range.from}::date and ${range.to}::date and l.status <> 'DELETED' and ${isTheirs}`;
}

/** Promises due in the days: what became of them, and how near the open ones are. */
export const promiseAgeing: Report = {
  range: 'month',
  groups: ['agent', 'day', 'client', 'bucket', 'manager', 'product'],
  measures: [
    'promisesDue',
    'promisedDue',
    'kept',
    'partKept',
    'broken',
    'decided',
    'stillOpen',
    'otherwise',
    'openLate',
    'openToday',
    'openSoon',
    'openLater',
    'promisePaid',
  ],
  ratios: ['keptRate'],
  details: ['loanNumber', 'customer', 'client', 'agent', 'at', 'promiseOn', 'bucket', 'totalDue'],
  isOfDueDays: true,
  facts: promiseFacts,
};
