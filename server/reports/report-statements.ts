import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Measure } from '../../contract/report-columns.ts';
import type { AskedReport } from './report-asking.ts';
import { MEASURE_SQL } from './report-columns.ts';
import type { FactsAsk, Report } from './report-definition.ts';

/** Sums of a report's measures in their order; null: not for the reader, or not of what is asked for. */
export type Sums = (number | null)[];

/** Measures that a lender's people do not see (contract/collected.ts). */
const OWN: ReadonlySet<Measure> = new Set(['claimed', 'receipted']);
/** Measures of payments, which have no outcomes: chosen by them nothing would be left. */
const OF_PAYMENTS: ReadonlySet<Measure> = new Set(['verified', 'collected']);

/** Sums as the reader may see them. */
export function shownSums({ report, ask, filter }: AskedReport, sums: Sums): Sums {
  const isLenders = ask.actor.clientId !== null;
  const isByOutcome = report.isOfContacts === true && (filter.disposition?.length ?? 0) > 0;
  return sums.map((sum, at) => {
    const measure = report.measures[at];
    if (measure === undefined) return sum;
    if (isLenders && OWN.has(measure)) return null;
    return isByOutcome && OF_PAYMENTS.has(measure) ? null : sum;
  });
}

/**
 * The facts of a report with what conditions, groups and details are about. Every row has its loan, and that its lender: the
 * joins are left ones so that the database leaves out those that nothing asks for.
 */
export const factsFrom = (report: Report, ask: FactsAsk): SQL => sql`(${report.facts(ask)}) x
  left join loans l on l.id = x.loan_id left join clients c on c.id = l.client_id
  left join users a on a.id = x.agent_id left join users g on g.id = x.manager_id
  left join disposition_codes k on k.code = x.note`;

/**
 * Facts with what conditions and groups are about, but for outcomes and names: a join that is left out as nobody asks for it
 * would still have the facts tell of what they are joined by.
 */
export const factsOfLoans = (facts: SQL): SQL =>
  sql`(${facts}) x left join loans l on l.id = x.loan_id left join clients c on c.id = l.client_id`;

/** The sum of a measure over rows. */
const sumOf = (measure: Measure): SQL => sql`coalesce(sum(${MEASURE_SQL[measure]}), 0)`;

/** The sums of all measures over rows, as one value. */
export const sumsOf = ({ measures }: Report): SQL =>
  sql`jsonb_build_array(${sql.join(
    measures.map((measure) => sumOf(measure)),
    sql`, `,
  )})`;
