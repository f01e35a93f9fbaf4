import type { ReportColumn } from './report-columns.ts';

const text = (title: string): ReportColumn => ({ kind: 'text', title, says: '' });
const word = (title: string): ReportColumn => ({ kind: 'word', title, says: '' });
const amount = (title: string): ReportColumn => ({ kind: 'money', title, says: '' });
const day = (title: string): ReportColumn => ({ kind: 'day', title, says: '' });

/** What rows tell of their loan. */
export const LOAN_DETAILS = {
  loanNumber: text('Loan ID'),
  customer: text('Borrower'),
  client: text('Client'),
  agent: text('Agent'),
  manager: text('Manager'),
  status: { kind: 'status', title: 'Status', says: '' },
  bucket: text('Bucket'),
  city: text('City'),
  state: text('State'),
  region: text('Region'),
  branch: text('Branch'),
  product: text('Product'),
  dpd: { kind: 'count', title: 'Days past due', says: '' },
  mobile: text('Mobile'),
  alternateMobile: text('Alternate mobile'),
  email: text('Email'),
  address: text('Address'),
  pincode: text('Pincode'),
  loanAmount: amount('Loan amount'),
  emi: amount('EMI'),
  principal: amount('Principal outstanding'),
  interest: amount('Interest outstanding'),
  penalty: amount('Penalty'),
  totalDue: amount('Total due'),
  paid: amount('Paid so far'),
  disbursedOn: day('Disbursed on'),
  dueOn: day('Due on'),
  lastPaidOn: day('Last payment on'),
  lastPaid: amount('Last payment'),
  lastContactAt: { kind: 'instant', title: 'Last contact', says: '' },
  lastOutcome: text('Last outcome'),
  lastContactBy: text('Last contact by'),
  promiseOn: day('Promised for'),
  promiseAmount: amount('Promised amount'),
} as const satisfies Readonly<Record<string, ReportColumn>>;

/** What the rows behind the figures tell. */
export const REPORT_DETAILS = {
  ...LOAN_DETAILS,
  at: { kind: 'instant', title: 'When', says: '' },
  outcome: text('Outcome'),
  daysSince: { kind: 'count', title: 'Days ago', says: '' },
  nextStep: word('Next step'),
  openingStage: word('Opening bucket'),
  roll: word('Result'),
  closingStage: word('Closing bucket'),
  flowMonth: day('Month begins'),
  countsOn: day('Counts on'),
  // Of contacts.
  entry: word('Entry'),
  amountTold: amount('Amount told'),
  moneyState: word('Status of the amount'),
  followOn: day('Follow-up on'),
  followAt: text('Follow-up at'),
  personMet: text('Person met'),
  callStatus: text('Call status'),
  remarks: text('Remarks'),
  files: { kind: 'count', title: 'Files', says: '' },
  position: text('Position'),
  accuracy: { kind: 'count', title: 'Accuracy (m)', says: '' },
  receivedAt: { kind: 'instant', title: 'Received', says: '' },
} as const satisfies Readonly<Record<string, ReportColumn>>;

/** What a row behind a figure tells. */
export type Detail = keyof typeof REPORT_DETAILS;
