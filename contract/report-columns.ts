import { FLOW_MEASURES, FLOW_RATIOS } from './report-flow.ts';

/**
 * How a figure or fact is shown: on screens, in files, in print. A `word` is a key of words and
 * `status` a loan's, both translated when shown. */
export type ColumnKind =
  | 'text'
  | 'word'
  | 'status'
  | 'count'
  | 'money'
  | 'percent'
  | 'ratio'
  | 'seconds'
  | 'day'
  | 'instant';

/** One measure or fact of the reports. */
export interface ReportColumn {
  readonly kind: ColumnKind;
  readonly title: string;
  /** What it means, in a sentence: shown on hover, listed in docs/reports.md. */
  readonly says: string;
}

const count = (title: string, says: string): ReportColumn => ({ kind: 'count', title, says });
const money = (title: string, says: string): ReportColumn => ({ kind: 'money', title, says });
const percent = (title: string, says: string): ReportColumn => ({ kind: 'percent', title, says });

/**
 * Every figure that reports sum, each defined once: two reports that show the same one for the same filter show the same
 * number (an agent and a current agent are two filters). A figure of a group is the sum over the rows behind it, so that groups add up to the total.
 */
export const REPORT_MEASURES = {
  loans: count('Loans', 'Loans that the report looks at.'),
  due: money('Due', 'What is due now on these loans.'),
  opening: count('Opening', 'Allocations that were held when the first day began.'),
  added: count('Added', 'Allocations that began in these days.'),
  recalled: count('Recalled', 'Allocations that ended in these days.'),
  closing: count(
    'Closing',
    'Allocations that were held when the last day ended: opening and added less recalled.',
  ),
  closingDue: money('Closing due', 'What is due now on the loans of the closing allocations.'),
  workable: count(
    'Workable',
    'Loans that can be worked today: none of the reasons against it holds.',
  ),
  workableDue: money('Workable due', 'What is due now on the workable loans.'),
  notAllocated: count(
    'Not allocated',
    'Not workable: neither a calling nor a field agent has the loan.',
  ),
  nothingDue: count('Nothing due', 'Not workable: allocated, but nothing is due.'),
  underSettlement: count('In settlement', 'Not workable: due, but a settlement is open.'),
  onHold: count(
    'On hold',
    'Not workable: no settlement, but a hold on every channel or on calls is in force.',
  ),
  noNumber: count(
    'No valid number',
    'Not workable: no hold, but no number that may be called and no field agent.',
  ),
  touched0: count('0–2 days ago', 'The last contact was today or at most two days ago.'),
  touched3: count('3–6 days ago', 'The last contact was three to six days ago.'),
  touched7: count('7–14 days ago', 'The last contact was seven to fourteen days ago.'),
  touched15: count('15+ days ago', 'The last contact was fifteen or more days ago.'),
  untouched: count('Never contacted', 'No contact was ever recorded.'),
  bestPaid: count('Paid', 'Loans whose best outcome in these days is a payment.'),
  bestPromise: count('Promise', 'Loans whose best outcome is a promise to pay.'),
  bestCallback: count('Call back', 'Loans whose best outcome is a call back.'),
  bestContacted: count('Contacted', 'Loans whose best outcome is another talk.'),
  bestDispute: count('Dispute', 'Loans whose best outcome is a dispute.'),
  bestRefused: count('Refused', 'Loans whose best outcome is a refusal.'),
  bestNotContacted: count('Not contacted', 'Loans on which nobody was reached.'),
  bestSkip: count(
    'Skip',
    'Loans whose best outcome is a wrong number, a wrong address or a death.',
  ),
  held: count('Held', 'Loans that a calling agent held when the first day began.'),
  heldDue: money('Held due', 'What is due now on the held loans.'),
  retained: count('Retained', 'Held loans that the same agent still had when the last day ended.'),
  moved: count('Moved', 'Held loans that another calling agent had when the last day ended.'),
  released: count('Released', 'Held loans that no calling agent had when the last day ended.'),
  retainedCollected: money('Collected, retained', 'Collected in these days on the retained loans.'),
  movedCollected: money(
    'Collected, others',
    'Collected in these days on held loans that moved or were released.',
  ),
  calls: count(
    'Calls',
    'Calls that were recorded; a start without an outcome counts until the outcome is there.',
  ),
  visits: count('Visits', 'Visits that were recorded.'),
  contacts: count('Contacts', 'Calls and visits that were recorded.'),
  connects: count('Connects', 'Calls and visits in which somebody was reached.'),
  rightParty: count(
    'Right party',
    'Connects with the borrower, not with somebody who took a message.',
  ),
  talkSeconds: { kind: 'seconds', title: 'Call time', says: 'The length of the recorded calls.' },
  promises: count('Promises', 'Contacts that ended in a promise to pay.'),
  promised: money('Promised', 'The amounts of these promises.'),
  claimed: money(
    'Claimed',
    'What borrowers say by phone that they paid, until a payment confirms it.',
  ),
  receipted: money('Receipted', 'What agents took in and whose receipt stands.'),
  verified: money('Verified', 'Payments that stand, on the day of payment.'),
  collected: money('Collected', 'Receipted or verified, each rupee once.'),
  worked: count('Worked', 'Loans with a call or visit in these days.'),
  reached: count('Reached', 'Loans with a right-party contact in these days.'),
  promisedLoans: count('With promise', 'Loans with a promise to pay made in these days.'),
  paidLoans: count('Paying', 'Loans on which something was collected in these days.'),
  resolved: count('Resolved', 'Loans that were closed as paid.'),
  dueFirst: money('Due before', 'What is due now and what was collected in these days.'),
  promisesDue: count('Promises due', 'Promises whose day lies in these days.'),
  promisedDue: money('Promised due', 'The amounts of the promises due.'),
  kept: count('Kept', 'Promises due that were kept in time.'),
  partKept: count('Kept in part', 'Promises due of which only a part came in time.'),
  broken: count('Broken', 'Promises due for which nothing came in time.'),
  decided: count('Decided', 'Promises due that were kept, kept in part or broken.'),
  stillOpen: count('Open', 'Promises due that are not decided yet.'),
  otherwise: count(
    'Replaced or closed',
    'Promises due that a newer one replaced, or whose loan was closed.',
  ),
  openLate: count(
    'Open, past due',
    'Open promises whose day has passed: days of grace are running.',
  ),
  openToday: count('Open, today', 'Open promises that fall due today.'),
  openSoon: count('Open, 1–3 days', 'Open promises that fall due in one to three days.'),
  openLater: count('Open, later', 'Open promises that fall due in four days or later.'),
  promisePaid: money(
    'Came in time',
    'What came in time for the promises due: paid, or told by agents, the greater.',
  ),
  ...FLOW_MEASURES,
} as const satisfies Readonly<Record<string, ReportColumn>>;

/** A figure that reports sum. */
export type Measure = keyof typeof REPORT_MEASURES;

/** Figures worked out of two sums of the same group. */
export const REPORT_RATIOS = {
  connectRate: { of: 'connects', by: 'calls', ...percent('Contact rate', 'Connects of calls.') },
  metRate: {
    of: 'rightParty',
    by: 'visits',
    ...percent('Met rate', 'Right-party contacts of visits.'),
  },
  promiseRate: {
    of: 'promises',
    by: 'rightParty',
    ...percent('PTP rate', 'Promises of right-party contacts.'),
  },
  keptRate: {
    of: 'kept',
    by: 'decided',
    ...percent('Kept rate', 'Kept promises of those decided.'),
  },
  coverage: { of: 'worked', by: 'loans', ...percent('Coverage', 'Worked loans of all loans.') },
  penetration: {
    of: 'reached',
    by: 'loans',
    ...percent('Penetration', 'Reached loans of all loans.'),
  },
  intensity: {
    of: 'contacts',
    by: 'loans',
    kind: 'ratio',
    title: 'Intensity',
    says: 'Contacts per loan.',
  },
  resolution: {
    of: 'collected',
    by: 'dueFirst',
    ...percent('Resolution', 'Collected of what was due before.'),
  },
  workableShare: {
    of: 'workable',
    by: 'loans',
    ...percent('Workable share', 'Workable loans of all loans.'),
  },
  retainedShare: {
    of: 'retained',
    by: 'held',
    ...percent('Retained share', 'Retained loans of held loans.'),
  },
  ...FLOW_RATIOS,
} as const satisfies Readonly<Record<string, ReportColumn & { of: Measure; by: Measure }>>;

/** A figure worked out of two sums. */
export type Ratio = keyof typeof REPORT_RATIOS;
