import type { Random } from '../random.ts';

/** What a made-up contact ends with. */
export interface DemoOutcome {
  /** Code of the catalogue. */
  readonly code: string;
  /** How often, relative to the others of its channel. */
  readonly weight: number;
  readonly asks?: 'promise' | 'callback' | 'payment';
  readonly personMet?: readonly string[];
  readonly remarks: readonly string[];
}

/** How calls end. */
export const CALL_OUTCOMES: readonly DemoOutcome[] = [
  {
    code: 'RINGING',
    weight: 24,
    remarks: ['Full ring, no answer.', 'Rings out, will try in the evening.'],
  },
  { code: 'SWITCHED_OFF', weight: 10, remarks: ['Phone switched off.'] },
  { code: 'BUSY', weight: 8, remarks: ['Line busy twice.'] },
  {
    code: 'PTP',
    weight: 20,
    asks: 'promise',
    remarks: [
      'Salary comes on the date given, will pay by UPI.',
      'Asked for time until the date, agreed to pay one EMI.',
      'Will deposit at the branch.',
    ],
  },
  {
    code: 'CALLBACK',
    weight: 12,
    asks: 'callback',
    remarks: ['In a meeting, asked to call again.', 'Driving, call later.'],
  },
  {
    code: 'PAID',
    weight: 4,
    asks: 'payment',
    remarks: ['Says paid through the app, receipt awaited.'],
  },
  { code: 'PARTIAL_PAID', weight: 5, asks: 'payment', remarks: ['Paid a part, rest next week.'] },
  {
    code: 'LEFT_MESSAGE',
    weight: 6,
    personMet: ['Wife', 'Brother', 'Colleague'],
    remarks: ['Message left to call back.'],
  },
  { code: 'REFUSED_TO_PAY', weight: 4, remarks: ['Refuses to pay, says business is closed.'] },
  {
    code: 'DISPUTE',
    weight: 3,
    remarks: ['Says the bounce charges are wrong, wants a statement.'],
  },
  { code: 'SETTLEMENT_ASKED', weight: 2, remarks: ['Asks for a one-time settlement.'] },
  {
    code: 'WRONG_NUMBER',
    weight: 2,
    remarks: ['Not the borrower, number belongs to someone else.'],
  },
];

/** How visits end. */
export const VISIT_OUTCOMES: readonly DemoOutcome[] = [
  {
    code: 'FIELD_DOOR_LOCKED',
    weight: 16,
    remarks: ['Door locked, neighbour says back by evening.'],
  },
  { code: 'FIELD_NOT_AT_HOME', weight: 14, remarks: ['Borrower at work, family informed.'] },
  {
    code: 'FIELD_PTP',
    weight: 24,
    asks: 'promise',
    personMet: ['Borrower', 'Wife', 'Father'],
    remarks: [
      'Met at home, promised to pay at the branch.',
      'Harvest money expected, promised one EMI.',
    ],
  },
  {
    code: 'FIELD_CALLBACK',
    weight: 6,
    asks: 'callback',
    personMet: ['Borrower'],
    remarks: ['Asked to come again when the salary is in.'],
  },
  {
    code: 'FIELD_PARTIAL_PAID',
    weight: 16,
    asks: 'payment',
    personMet: ['Borrower', 'Son'],
    remarks: ['Paid a part in cash, receipt given.'],
  },
  {
    code: 'FIELD_PAID',
    weight: 6,
    asks: 'payment',
    personMet: ['Borrower'],
    remarks: ['Paid the overdue amount by UPI during the visit.'],
  },
  {
    code: 'FIELD_MET_OTHER',
    weight: 8,
    personMet: ['Mother', 'Neighbour'],
    remarks: ['Informed the family, letter handed over.'],
  },
  {
    code: 'FIELD_REFUSED',
    weight: 4,
    personMet: ['Borrower'],
    remarks: ['Refuses to pay, was told the consequences.'],
  },
  { code: 'FIELD_SHIFTED', weight: 3, remarks: ['Moved to another town, new address not known.'] },
];

/** One of the outcomes, by weight. */
export function pickOutcome(random: Random, outcomes: readonly DemoOutcome[]): DemoOutcome {
  let left = random.next() * outcomes.reduce((sum, outcome) => sum + outcome.weight, 0);
  const found = outcomes.find((outcome) => {
    left -= outcome.weight;
    return left < 0;
  });
  return found ?? random.pick(outcomes);
}
