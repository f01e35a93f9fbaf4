import { parseFields } from '../../../contract/errors.ts';
import type { FieldProblem } from '../../../contract/errors.ts';
import { monthsAfter } from '../../../contract/pace.ts';
import { rankOf } from '../../../contract/settlement-authority.ts';
import type { SettlementLevel } from '../../../contract/settlement-authority.ts';
import { MOST_INSTALMENTS, settlementTermsSchema } from '../../../contract/settlement.ts';
import type { SettlementLimits, SettlementTerms } from '../../../contract/settlement.ts';
import { today } from '../../lib/dates.ts';

/** An instalment as a person types it. */
export interface PlannedInstalment {
  dueOn: string;
  amount: number | null;
}

/** Terms as a person types them: equal monthly instalments from a first day on, or a plan of their own. */
export interface TermsValues {
  kind: SettlementTerms['kind'];
  offeredAmount: number | null;
  validUntil: string;
  count: number | null;
  /** Each instalment's day and amount; none: equal monthly ones. */
  plan: PlannedInstalment[];
}

/** So many instalments are proposed at first. */
const USUAL_COUNT = 3;

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);

/** Equal monthly instalments from the first day on; the last one takes what does not divide. */
export function instalmentsOf(values: Omit<TermsValues, 'plan'>): SettlementTerms['instalments'] {
  const { kind, offeredAmount, validUntil, count } = values;
  if (kind === 'ONE_TIME' || !isDay(validUntil) || offeredAmount === null || count === null)
    return [];
  if (count < 2 || count > MOST_INSTALMENTS || offeredAmount < count) return [];
  const each = Math.floor(offeredAmount / count);
  return Array.from({ length: count }, (_, at) => ({
    dueOn: monthsAfter(validUntil, at),
    amount: at === count - 1 ? offeredAmount - each * (count - 1) : each,
  }));
}

/** What the form begins with: terms that are no equal monthly instalments keep their days and amounts. */
export function termsValues(given?: SettlementTerms): TermsValues {
  const before = given?.kind === 'INSTALMENTS' ? given.instalments : [];
  const values = {
    kind: given?.kind ?? 'ONE_TIME',
    offeredAmount: given?.offeredAmount ?? null,
    validUntil: before[0]?.dueOn ?? given?.validUntil ?? '',
    count: before.length > 1 ? before.length : USUAL_COUNT,
    plan: [],
  };
  const equal = instalmentsOf(values);
  const isEqual = before.every(
    ({ dueOn, amount }, at) => equal[at]?.dueOn === dueOn && equal[at].amount === amount,
  );
  return isEqual
    ? values
    : { ...values, plan: before.map(({ dueOn, amount }) => ({ dueOn, amount })) };
}

/** The day a month after the last one; of a plan by months the day of its first, where February has cut the last one short. */
function nextDay(plan: TermsValues['plan']): string {
  const [{ dueOn: first } = { dueOn: '' }] = plan;
  const { dueOn: last } = plan.at(-1) ?? { dueOn: '' };
  if (!isDay(last)) return '';
  const isByMonths = isDay(first) && last === monthsAfter(first, plan.length - 1);
  return isByMonths ? monthsAfter(first, plan.length) : monthsAfter(last, 1);
}

/** One more instalment of a plan: a month after the last, of what is left of the offer. */
export function nextPlanned({ plan, offeredAmount }: TermsValues): PlannedInstalment {
  const left = (offeredAmount ?? 0) - sumOf(plan);
  return { dueOn: nextDay(plan), amount: left > 0 ? left : null };
}

/** What the instalments of a plan come to. */
export const sumOf = (plan: readonly PlannedInstalment[]): number =>
  plan.reduce((sum, { amount }) => sum + (amount ?? 0), 0);

/** A day in the future to begin with. */
export const inDays = (days: number): string =>
  new Date(Date.parse(`${today()}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Where the form shows what is wrong with a part of the terms. */
function placeOf(path: string, hasPlan: boolean): string {
  if (!hasPlan) return path.startsWith('instalments') ? 'count' : path;
  return path === 'validUntil' ? 'plan.0.dueOn' : path.replace(/^instalments/, 'plan');
}

const atItsField = (problem: FieldProblem, hasPlan: boolean): FieldProblem => ({
  ...problem,
  path: placeOf(problem.path, hasPlan),
});

/** The terms of a form, or what is wrong with them. */
export function readTerms(
  values: TermsValues,
): { data: SettlementTerms; problems: null } | { problems: FieldProblem[] } {
  const { kind, offeredAmount, plan } = values;
  const hasPlan = kind === 'INSTALMENTS' && plan.length > 0;
  const read = parseFields(settlementTermsSchema, {
    kind,
    offeredAmount,
    // An offer in instalments is valid until the first of them is due.
    validUntil: hasPlan ? plan[0]?.dueOn : values.validUntil,
    instalments: hasPlan ? plan : instalmentsOf(values),
  });
  if (read.problems === null) return read;
  return { problems: read.problems.map((problem) => atItsField(problem, hasPlan)) };
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
