import type { Measure } from '../../../contract/report-columns.ts';
import type { ReportAnswer } from '../../../contract/report-engine.ts';
import type { ReportName } from '../../../contract/report-names.ts';

/** The figures of a report that matter most: the tiles above it, and the first three on a phone's cards. */
const MATTERS: Readonly<Record<ReportName, readonly [Measure, Measure, Measure, Measure]>> = {
  dailyCalls: ['calls', 'promises', 'collected', 'promised'],
  dailyVisits: ['visits', 'promises', 'collected', 'promised'],
  collections: ['collected', 'verified', 'receipted', 'claimed'],
  allocation: ['closing', 'added', 'closingDue', 'recalled'],
  fieldAllocation: ['closing', 'added', 'closingDue', 'recalled'],
  workable: ['loans', 'workable', 'workableDue', 'untouched'],
  lastInteraction: ['loans', 'due', 'untouched', 'touched15'],
  bestDisposition: ['loans', 'bestPromise', 'bestPaid', 'due'],
  retain: ['held', 'retained', 'retainedCollected', 'movedCollected'],
  additional: ['loans', 'due', 'collected', 'contacts'],
  callStatus: ['calls', 'rightParty', 'collected', 'promises'],
  fieldStatus: ['visits', 'rightParty', 'collected', 'promises'],
  performance: ['loans', 'worked', 'collected', 'due'],
  promiseAgeing: ['promisesDue', 'kept', 'broken', 'promisedDue'],
  rollRate: ['flowLoans', 'flowPaid', 'flowRolled', 'flowDue'],
};

/** The figures that matter most, as many as are told of, each with its place among the sums. */
export const matterOf = ({ report, measures, totals }: ReportAnswer) =>
  MATTERS[report]
    .map((measure) => ({ measure, at: measures.indexOf(measure) }))
    .filter(({ at }) => at !== -1 && (totals[at] ?? null) !== null);
