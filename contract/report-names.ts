import { ROLL_TITLES, STAGE_TITLES } from './prediction.ts';

/** What a report can be grouped by. */
export const REPORT_GROUPS = {
  agent: 'Agent',
  manager: 'Manager',
  client: 'Client',
  bucket: 'Bucket',
  city: 'City',
  product: 'Product',
  region: 'Region',
  outcome: 'Outcome',
  day: 'Day',
  hour: 'Hour',
  month: 'Month of allocation',
  openingStage: 'Opening bucket',
  roll: 'Result',
  closingStage: 'Closing bucket',
  flowMonth: 'Month',
} as const;

/** The titles of groups; an agent who has the loans now is told apart from one who did something. */
export const GROUP_TITLES = { ...REPORT_GROUPS, holder: 'Current agent' } as const;

/** What a report can be grouped by. */
export type ReportGroup = keyof typeof REPORT_GROUPS;

/** Groups of people: what stands in none of them is nobody's. */
export const isOfPeople = (by: string): boolean => by === 'agent' || by === 'manager';

/** The reports of the engine and what they are for. */
export const REPORT_TITLES = {
  dailyCalls: {
    title: 'Daily Call Reports',
    says: 'Every call of these days with its outcome, and what came of them by agent.',
  },
  dailyVisits: {
    title: 'Daily Field Agent Reports',
    says: 'Every visit of these days with photos and position, and what came of them by field agent.',
  },
  collections: {
    title: 'Collection Report',
    says: 'All that came in on these days, and for whom: claimed, receipted, verified.',
  },
  allocation: {
    title: 'Allocation Reports',
    says: 'Which calling agent holds what: opening, added, recalled, closing.',
  },
  fieldAllocation: {
    title: 'Field Allocation Report',
    says: 'Which field agent holds what: opening, added, recalled, closing.',
  },
  workable: {
    title: 'Workable Reports',
    says: 'What can be worked today, and why the rest cannot.',
  },
  lastInteraction: {
    title: 'Last Interaction Report',
    says: 'The last contact of each loan, its outcome and the next step.',
  },
  bestDisposition: {
    title: 'Best Disposition Report',
    says: 'The best outcome of each loan in these days.',
  },
  retain: {
    title: 'Retain Report',
    says: 'Loans that stayed with their agent, and what came of them and of those that moved.',
  },
  additional: {
    title: 'BOI Reports',
    says: 'Every loan with its last contact and payments, in the client’s columns.',
  },
  callStatus: {
    title: 'Call Productivity',
    says: 'Calls, connects, promises and money, by agent, hour or outcome.',
  },
  fieldStatus: {
    title: 'Field Productivity',
    says: 'Visits, people met, promises and money, by field agent, hour or outcome.',
  },
  performance: {
    title: 'Portfolio Performance',
    says: 'Coverage, penetration and resolution, by month of allocation too.',
  },
  promiseAgeing: {
    title: 'Promise Ageing',
    says: 'Promises due in these days: kept, broken, open and for how long.',
  },
  rollRate: {
    title: 'Roll Rates',
    says: 'Between which buckets of days past due loans went in a month: counts, dues, flow rates.',
  },
} as const;

/** A report of the engine. */
export type ReportName = keyof typeof REPORT_TITLES;

const OF_HOLDERS: ReadonlySet<ReportName> = new Set([
  'workable',
  'lastInteraction',
  'additional',
  'performance',
  'rollRate',
]);

/** Reports of loans as they stand: their agent has the loan now. In the others it is who did something, or is credited for it. */
export const isOfHolders = (report: ReportName): boolean => OF_HOLDERS.has(report);

/** What a report's groups, filters and details are called: those by `agent` say which agent is meant. */
export const groupWord = <By extends string>(report: ReportName, by: By): By | 'holder' =>
  by === 'agent' && isOfHolders(report) ? 'holder' : by;

/** What is to be done next with a loan, as the Last Interaction Report tells it. */
export const NEXT_STEPS = {
  SETTLEMENT: 'Follow the settlement',
  BROKEN: 'Follow the broken promise',
  PROMISE: 'Await the promise',
  CALLBACK: 'Call back',
  FIRST: 'Make the first contact',
  AGAIN: 'Contact again',
} as const;

/** What a row of a report about contacts and their money is. */
export const REPORT_ENTRIES = {
  CALL: 'Call',
  VISIT: 'Visit',
  CLAIM: 'Claim',
  RECEIPT: 'Receipt',
  PAYMENT: 'Payment',
} as const;

/** What became of an amount that a contact told of. */
export const MONEY_STATES = {
  CLAIMED: 'Claimed',
  RECEIPTED: 'Receipted',
  VERIFIED: 'Verified',
  CANCELLED: 'Cancelled',
} as const;

/** Words of files for values that are keys of words. */
export const FILE_WORDS = {
  ...NEXT_STEPS,
  ...STAGE_TITLES,
  ...ROLL_TITLES,
  ...REPORT_ENTRIES,
  ...MONEY_STATES,
} as const;

/** The group of what has none (nobody's loans, no city): an empty word in a query would ask for nothing. */
export const NO_GROUP = '(none)';
