import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import { loansOnceVisibleTo } from '../access/scope.ts';
import { loanMonths } from '../predictions/loan-month-service.ts';
import type { FactsAsk, Report } from './report-definition.ts';

/** The first days of the months that lie in the days and have begun. */
function monthsIn({ range, today }: FactsAsk): string[] {
  const days: string[] = [];
  const last = range.to < today ? range.to : today;
  const [year, month] = [Number(range.from.slice(0, 4)), Number(range.from.slice(5, 7))];
  for (let more = 0; ; more += 1) {
    const first = new Date(Date.UTC(year, month - 1 + more, 1)).toISOString().slice(0, 10);
    if (first > last) return days;
    days.push(first);
  }
}

/** Whom most loans may be of: the agency and a lender; a manager and an agent have few of all. */
const seesMost = ({ role, clientId }: Actor): boolean =>
  clientId !== null || role === 'ADMIN' || role === 'SUPER_ADMIN';

/** A row per loan and month in whose beginning it was in stock, with what became of it within 30 days. */
function flowFacts(ask: FactsAsk): SQL {
  // "offset 0": what became of a loan is worked out once, not for each figure that asks for it.
  return sql`
    select f.loan_id::text || ' ' || f.day as id, f.loan_id, coalesce(f.collector_id, f.field_agent_id) as agent_id,
      f.manager_id, f.starts as at, f.day, concat_ws(' ', f.stage, f.roll, f.closing_stage) as note, f.roll, f.closing_stage, 1 as flow_loans, f.due as flow_due
    from (select m.*, case when m.roll in ('STAYED', 'ROLLED') then m.next_stage end as closing_stage
        from (${loanMonths(ask.zone, monthsIn(ask), loansOnceVisibleTo(ask.actor), seesMost(ask.actor))}) m offset 0) f`;
}

/** Roll rates and flow between buckets of days past due, by the definition of /Recovery. */
export const rollRate: Report = {
  range: 'months',
  groups: [
    'openingStage',
    'closingStage',
    'roll',
    'flowMonth',
    'client',
    'product',
    'bucket',
    'agent',
    'manager',
    'region',
    'city',
  ],
  measures: [
    'flowLoans',
    'flowDue',
    'flowPaid',
    'flowPart',
    'flowClosed',
    'flowStayed',
    'flowRolled',
    'flowTo30',
    'flowTo60',
    'flowTo90',
    'flowTo180',
    'flowTo181',
    'flowToUnknown',
    'flowPaidDue',
    'flowPartDue',
    'flowClosedDue',
    'flowStayedDue',
    'flowRolledDue',
    'flowTo30Due',
    'flowTo60Due',
    'flowTo90Due',
    'flowTo180Due',
    'flowTo181Due',
    'flowToUnknownDue',
  ],
  ratios: ['flowPaidRate', 'flowPartRate', 'flowStayedRate', 'flowRolledRate', 'flowRolledDueRate'],
  details: [
    'loanNumber',
    'customer',
    'client',
    'product',
    'agent',
    'flowMonth',
    'openingStage',
    'roll',
    'closingStage',
    'totalDue',
  ],
  facts: flowFacts,
  alike: { by: ['roll', 'closing_stage'], sums: ['flow_loans', 'flow_due'] },
};
