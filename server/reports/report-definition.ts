import type { SQL } from 'drizzle-orm';
import type { Measure, Ratio } from '../../contract/report-columns.ts';
import type { Detail } from '../../contract/report-details.ts';
import type { ReportGroup } from '../../contract/report-names.ts';
import type { Actor } from '../access/actor.ts';
import type { ReportRange } from './report-range.ts';

/** Who asks for a report, and of which days. */
export interface FactsAsk {
  readonly actor: Actor;
  readonly zone: string;
  readonly range: ReportRange;
  /** The range's instants, half open. */
  readonly start: string;
  readonly end: string;
  /** The business day. */
  readonly today: string;
  /** The days are a month of which contacts are kept by loan, for the actor (loan-months.ts). */
  readonly isKeptMonth?: boolean;
}

/**
 * A report: what it looks at and how that can be summed up. Its screen, calls and files are made from it.
 */
export interface Report {
  /**
   * What it shows without days: today to tomorrow, the current month (spec 9), or always things as they stand now. `months`:
   * the current month, and of other days the whole months in which they lie.
   */
  readonly range: 'day' | 'month' | 'months' | 'now';
  /** What it can be grouped by; the first one is what it begins with. */
  readonly groups: readonly [ReportGroup, ...ReportGroup[]];
  readonly measures: readonly Measure[];
  readonly ratios: readonly Ratio[];
  /** What the rows behind the figures tell. */
  readonly details: readonly Detail[];
  /** Its days are those on which something falls due: they reach ahead. */
  readonly isOfDueDays?: true;
  /** Its rows are contacts, by their ids, and money: searched by the contacts' `remarks` too. */
  readonly isOfContacts?: true;
  /** Its rows are loans with what their contacts come to: groups of a kept month are read from what is kept. */
  readonly isOfLoanMonths?: true;
  /**
   * Selects the rows that the actor sees: `id`, `loan_id`, `agent_id`, `manager_id`, `at`, `day`, `note` (a disposition
   * code, or what `report-columns.ts` says of it), and what each row adds to each measure.
   */
  readonly facts: (ask: FactsAsk) => SQL;
  /**
   * All measures are of the sums of some columns over rows that are alike in others: many measures are worked out of few kinds
   * instead of many rows. Where measures are few it costs more than it saves.
   */
  readonly alike?: { readonly by: readonly string[]; readonly sums: readonly string[] };
  /**
   * The same from kept sums, which are fewer: columns of `facts` by which agents, managers and times are told, with
   * `loan_id` null. Together they add up to what the rows of `facts` add up to.
   */
  readonly summedFacts?: (ask: FactsAsk) => SQL;
}
