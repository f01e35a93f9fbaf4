import type { DispositionCode } from '../../../contract/disposition.ts';

/** What an agent sees first: what came of the visit, in four words. */
export const OUTCOME_GROUPS = ['paid', 'promise', 'met', 'notMet'] as const;

/** One of the four kinds of outcome. */
export type OutcomeGroup = (typeof OUTCOME_GROUPS)[number];

const GROUP_OF: Record<DispositionCode['disposition_class'], OutcomeGroup> = {
  PAID: 'paid',
  PTP: 'promise',
  CALLBACK: 'promise',
  CONTACTED: 'met',
  REFUSED: 'met',
  DISPUTE: 'met',
  NOT_CONTACTED: 'notMet',
  SKIP: 'notMet',
};

/** The field codes by kind of outcome, in the catalogue's order; kinds without a code are left out. */
export function outcomeGroups(
  codes: readonly DispositionCode[],
): { group: OutcomeGroup; codes: DispositionCode[] }[] {
  const field = codes
    .filter((code) => code.channel === 'FIELD')
    .sort((a, b) => a.sortOrder - b.sortOrder || a.label.localeCompare(b.label));
  return OUTCOME_GROUPS.map((group) => ({
    group,
    codes: field.filter((code) => GROUP_OF[code.disposition_class] === group),
  })).filter((each) => each.codes.length > 0);
}

/** The kind of outcome a class belongs to. */
export function outcomeGroupOf(code: DispositionCode): OutcomeGroup {
  return GROUP_OF[code.disposition_class];
}

/** Which amount a code's form asks for: money in hand, money promised, or none. */
export function amountOf(code: DispositionCode): 'collected' | 'promised' | null {
  if (code.disposition_class === 'PAID') return 'collected';
  return code.needsAmount || code.disposition_class === 'PTP' ? 'promised' : null;
}

/** Does the form ask for a day and a time? For a promise or callback it does, required or not. */
export function asksWhen(code: DispositionCode): { day: boolean; time: boolean } {
  const isAppointment = code.disposition_class === 'PTP' || code.disposition_class === 'CALLBACK';
  return { day: code.needsDate || isAppointment, time: code.needsTime || isAppointment };
}

/** Does the form ask whom the agent met? Not where nobody was. */
export function asksPerson(code: DispositionCode): boolean {
  return code.needsPersonMet || outcomeGroupOf(code) !== 'notMet';
}

/** Whom an agent usually meets; the words are `fieldLoan.person.KEY` of the catalogue. */
export const PERSONS = [
  'borrower',
  'spouse',
  'parent',
  'family',
  'neighbour',
  'coBorrower',
] as const;

/** What is kept of a usual person, in one language for all. */
export const PERSON_NAMES: Readonly<Record<(typeof PERSONS)[number], string>> = {
  borrower: 'Borrower',
  spouse: 'Spouse',
  parent: 'Parent',
  family: 'Family',
  neighbour: 'Neighbour',
  coBorrower: 'Co-borrower',
};

/** Clock times offered for an appointment, within the hours the trade allows (08:00 to 19:00). */
export const QUICK_TIMES = ['10:00', '12:00', '15:00', '17:00', '18:30'] as const;

/** Days offered for an appointment, counted from today. */
export const QUICK_DAYS = [0, 1, 3, 7] as const;
