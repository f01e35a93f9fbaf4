import type { Measure } from '../../../contract/report-columns.ts';
import type { ReportAnswer } from '../../../contract/report-engine.ts';
import type { ReportGroup, ReportName } from '../../../contract/report-names.ts';

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

const CALLS = ['calls', 'connects', 'rightParty'] as const;
const VISITS = ['visits', 'connects', 'rightParty'] as const;
const MOVES = ['added', 'recalled'] as const;

/** What a chart of a report shows: figures of one unit whose course says more than their table. */
const CHARTED: Readonly<Partial<Record<ReportName, readonly Measure[]>>> = {
  dailyCalls: CALLS,
  callStatus: CALLS,
  dailyVisits: VISITS,
  fieldStatus: VISITS,
  collections: ['verified', 'collected'],
  allocation: MOVES,
  fieldAllocation: MOVES,
  performance: ['collected'],
  rollRate: ['flowPaid', 'flowPart', 'flowStayed', 'flowRolled'],
};

/** Groups that follow each other. */
const COURSES: ReadonlySet<ReportGroup> = new Set([
  'day',
  'hour',
  'month',
  'flowMonth',
  'openingStage',
]);

type Told = Pick<ReportAnswer, 'report' | 'measures' | 'totals'>;

/** Those that are told of, each with its place among the sums: a measure that the reader does not see is null. */
const toldOf = ({ measures, totals }: Told, wanted: readonly Measure[]) =>
  wanted
    .map((measure) => ({ measure, at: measures.indexOf(measure) }))
    .filter(({ at }) => at !== -1 && (totals[at] ?? null) !== null);

/** The figures that matter most, as many as are told of, each with its place among the sums. */
export const matterOf = (answer: Told) => toldOf(answer, MATTERS[answer.report]);

/** The figures of the report's chart; none where its groups have no order. */
export const chartedOf = (answer: Told & Pick<ReportAnswer, 'by'>) =>
  COURSES.has(answer.by) ? toldOf(answer, CHARTED[answer.report] ?? []) : [];
