import { parseFields } from '../../../contract/errors.ts';
import type { FieldProblem } from '../../../contract/errors.ts';
import { rankOf } from '../../../contract/settlement-machine.ts';
import type { SettlementLevel } from '../../../contract/settlement-machine.ts';
import { MOST_INSTALMENTS, settlementTermsSchema } from '../../../contract/settlement.ts';
import type { SettlementLimits, SettlementTerms } from '../../../contract/settlement.ts';
import { today } from '../../lib/dates.ts';

/** Terms as a person types them: equal monthly instalments from a first day on. */
export interface TermsValues {
  kind: SettlementTerms['kind'];
  offeredAmount: number | null;
  validUntil: string;
  count: number | null;
}

/** So many instalments are proposed at first. */
const USUAL_COUNT = 3;

/** What the form begins with. */
export const termsValues = (given?: SettlementTerms): TermsValues => ({
  kind: given?.kind ?? 'ONE_TIME',
  offeredAmount: given?.offeredAmount ?? null,
  validUntil: given?.validUntil ?? '',
  count: given && given.instalments.length > 1 ? given.instalments.length : USUAL_COUNT,
});

/** The same day `months` later; the last day of a month that is too short. */
function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last)))
    .toISOString()
    .slice(0, 10);
}

/** Equal monthly instalments from the first day on; the last one takes what does not divide. */
export function instalmentsOf(values: TermsValues): SettlementTerms['instalments'] {
  const { kind, offeredAmount, validUntil, count } = values;
  const isWhole = /^\d{4}-\d\d-\d\d$/.test(validUntil);
  if (kind === 'ONE_TIME' || !isWhole || offeredAmount === null || count === null) return [];
  if (count < 2 || count > MOST_INSTALMENTS || offeredAmount < count) return [];
  const each = Math.floor(offeredAmount / count);
  return Array.from({ length: count }, (_, at) => ({
    dueOn: monthsAfter(validUntil, at),
    amount: at === count - 1 ? offeredAmount - each * (count - 1) : each,
  }));
}

/** A day in the future to begin with. */
export const inDays = (days: number): string =>
  new Date(Date.parse(`${today()}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

const atItsField = (problem: FieldProblem): FieldProblem => ({
  ...problem,
  path: problem.path.startsWith('instalments') ? 'count' : problem.path,
});

/** The terms of a form, or what is wrong with them. */
export function readTerms(
  values: TermsValues,
): { data: SettlementTerms; problems: null } | { problems: FieldProblem[] } {
  const { kind, offeredAmount, validUntil } = values;
  const read = parseFields(settlementTermsSchema, {
    kind,
    offeredAmount,
    validUntil,
    instalments: instalmentsOf(values),
  });
  return read.problems === null ? read : { problems: read.problems.map(atItsField) };
}

type Limit = SettlementLimits['limits'][number];

/**
 * The levels with the least that each can approve, and the lowest that decides an offer; null: nothing is offered, or as
 * much as is due. `own` is the proposer's level. Of the client's two the head is left out where both may give away anything.
 */
export function decidersOf(
  { limits, dueAmount }: Pick<SettlementLimits, 'limits' | 'dueAmount'>,
  offered: number | null,
  own: SettlementLevel | null,
): { rows: Limit[]; level: Limit['level'] | null } {
  const client = limits.find(({ level }) => level === 'CLIENT');
  const rows = limits.filter(
    ({ level, leastAmount }) =>
      level !== 'CLIENT_HEAD' || client === undefined || client.leastAmount > leastAmount,
  );
  const isOffer = offered !== null && offered > 0 && offered < dueAmount;
  // Nobody approves what they proposed, nor does anybody of their level.
  const above = rows.filter(({ level }) => own === null || rankOf(level) > rankOf(own));
  const decides = isOffer ? above.find(({ leastAmount }) => offered >= leastAmount) : undefined;
  return { rows, level: decides?.level ?? null };
}
