import { z } from 'zod';
import { MOST_AT_ONCE, PAID_IN_FULL } from '../../../contract/disposition.ts';
import type {
  DispositionCode,
  FieldDispositionInput,
  Position,
} from '../../../contract/disposition.ts';
import { isMoreThanLeft, isShortOfAll } from '../../../contract/loan.ts';
import { PAYMENT_MODES } from '../../../contract/receipt.ts';
import type { PaymentMode } from '../../../contract/receipt.ts';
import { trimmed } from '../../../contract/trimmed.ts';
import { textSchema } from '../../../contract/values.ts';
import { addDays } from '../../lib/dates.ts';
import { amountOf, asksPerson, asksWhen } from './visit-choices.ts';

/** What stands in the form; drafts keep exactly this. Amounts in whole rupees, day `YYYY-MM-DD`, time `HH:mm`. */
export interface VisitValues {
  disposition: string;
  personMet: string;
  amount: number | null;
  /** Why more was collected than is left. */
  excessReason: string;
  /** Less than is left is said to be all of it. */
  isAll: boolean;
  /** How a collected amount was paid. */
  paymentMode: PaymentMode;
  /** The number of its transaction or cheque. */
  paymentReference: string;
  date: string | null;
  time: string;
  remarks: string;
}

/** An empty form. Most of what is collected at the door is cash. */
export const EMPTY_VISIT: VisitValues = {
  disposition: '',
  personMet: '',
  amount: null,
  excessReason: '',
  isAll: false,
  paymentMode: 'CASH',
  paymentReference: '',
  date: null,
  time: '',
  remarks: '',
};

/** The sentences under wrong fields; keys of `fieldLoan.problem` in the catalogue. */
export type VisitProblem =
  | 'disposition'
  | 'personMet'
  | 'amountCollected'
  | 'amountPromised'
  | 'excess'
  | 'short'
  | 'date'
  | 'pastDate'
  | 'farDate'
  | 'time'
  | 'pastTime';

/** A day and a time of the business zone: `YYYY-MM-DD`, `HH:mm`. */
export interface Moment {
  readonly day: string;
  readonly time: string;
}

/** An appointment may lie so many days ahead; the server refuses more. */
const MOST_DAYS_AHEAD = 366;

/** What is left to collect on the visited loan, and what its open settlement asks for next; null: not known, none. */
export interface VisitOwed {
  readonly left: number | null;
  readonly settlement: number | null;
}

const NOT_KNOWN: VisitOwed = { left: null, settlement: null };

/** A form's rules, by the chosen code: what it needs must be there, an appointment is not in the past. */
export function visitSchema(
  codes: readonly DispositionCode[],
  now: () => Moment,
  words: (problem: VisitProblem) => string,
  owed: VisitOwed = NOT_KNOWN,
) {
  const shape = z.object({
    disposition: z.string(),
    personMet: textSchema(120),
    amount: z.int().min(0).max(MOST_AT_ONCE).nullable(),
    excessReason: textSchema(300),
    isAll: z.boolean(),
    paymentMode: z.enum(PAYMENT_MODES),
    paymentReference: textSchema(60),
    date: z.iso.date().nullable(),
    time: z.string().regex(/^(\d{2}:\d{2})?$/),
    remarks: textSchema(4000),
  });
  return shape.superRefine((visit, context) => {
    for (const { path, problem } of visitProblems(visit, codes, now(), owed)) {
      context.addIssue({ code: 'custom', path: [path], message: words(problem) });
    }
  });
}

/** Does this visit collect more than is left? `left` null: what is due is not known. */
export function isExcess(visit: VisitValues, code: DispositionCode, left: number | null): boolean {
  return amountOf(code) === 'collected' && isMoreThanLeft(visit.amount, left);
}

/** Is less than is left said to be all? `settlement`: what an open settlement asks for next. */
export function isShort(visit: VisitValues, code: DispositionCode, owed: VisitOwed): boolean {
  const { left, settlement } = owed;
  return code.code === PAID_IN_FULL && isShortOfAll(visit.amount, left, settlement);
}

/** What is missing or wrong in a form, field by field; empty when it may be saved. */
export function visitProblems(
  visit: VisitValues,
  codes: readonly DispositionCode[],
  now: Moment,
  owed: VisitOwed = NOT_KNOWN,
): { path: keyof VisitValues; problem: VisitProblem }[] {
  const code = codes.find((each) => each.code === visit.disposition);
  if (code === undefined) return [{ path: 'disposition', problem: 'disposition' }];
  const problems: { path: keyof VisitValues; problem: VisitProblem }[] = [];
  const amount = amountOf(code);
  if (amount !== null && (visit.amount ?? 0) <= 0) {
    const problem = amount === 'collected' ? 'amountCollected' : 'amountPromised';
    problems.push({ path: 'amount', problem });
  }
  if (isExcess(visit, code, owed.left) && trimmed(visit.excessReason) === '')
    problems.push({ path: 'excessReason', problem: 'excess' });
  if (isShort(visit, code, owed) && !visit.isAll)
    problems.push({ path: 'isAll', problem: 'short' });
  const asks = asksWhen(code);
  if (code.needsDate && visit.date === null) problems.push({ path: 'date', problem: 'date' });
  if (asks.day && visit.date !== null && visit.date < now.day) {
    problems.push({ path: 'date', problem: 'pastDate' });
  }
  if (asks.day && visit.date !== null && visit.date > addDays(now.day, MOST_DAYS_AHEAD)) {
    problems.push({ path: 'date', problem: 'farDate' });
  }
  if (code.needsTime && visit.time === '') problems.push({ path: 'time', problem: 'time' });
  if (asks.time && visit.time !== '' && visit.date === now.day && visit.time < now.time)
    problems.push({ path: 'time', problem: 'pastTime' });
  if (code.needsPersonMet && trimmed(visit.personMet) === '') {
    problems.push({ path: 'personMet', problem: 'personMet' });
  }
  return problems;
}

/** The body of the queued call. Fields that the chosen code does not ask for stay out, even if typed before. */
export function visitBody(
  visit: VisitValues,
  code: DispositionCode,
  context: { id: string; loanId: string; position: Position; recordedAt: string },
): FieldDispositionInput {
  const amount = amountOf(code);
  const asks = asksWhen(code);
  const personMet = trimmed(visit.personMet);
  const remarks = trimmed(visit.remarks);
  const excessReason = trimmed(visit.excessReason);
  const paymentReference = trimmed(visit.paymentReference);
  return {
    _id: context.id,
    loanId: context.loanId,
    disposition: code.code,
    position: context.position,
    recordedAt: context.recordedAt,
    ...(personMet !== '' && asksPerson(code) && { personMet }),
    ...(remarks !== '' && { remarks }),
    ...(amount === 'collected' &&
      visit.amount !== null && { amountCollected: visit.amount, paymentMode: visit.paymentMode }),
    ...(amount === 'collected' &&
      paymentReference !== '' &&
      hasReference(visit.paymentMode) && { paymentReference }),
    ...(amount === 'collected' && excessReason !== '' && { excessReason }),
    ...(amount === 'promised' && visit.amount !== null && { promiseAmount: visit.amount }),
    ...(asks.day && visit.date !== null && { date: visit.date }),
    ...(asks.time && visit.time !== '' && { time: visit.time }),
  };
}

/** Does money paid so have a number of its own? */
export const hasReference = (mode: PaymentMode): boolean => mode !== 'CASH';

/** Does saving this visit write a receipt? For what was taken in by hand: UPI and online money has the bank's own. */
export function takesReceipt(visit: VisitValues, code: DispositionCode): boolean {
  const isByHand = visit.paymentMode === 'CASH' || visit.paymentMode === 'CHEQUE';
  return amountOf(code) === 'collected' && (visit.amount ?? 0) > 0 && isByHand;
}

/** A kept draft read back: what fits the form, or null. An older app's draft may have another shape. */
export function readVisitDraft(draft: unknown): VisitValues | null {
  const parsed = z
    .object({
      disposition: z.string(),
      personMet: z.string(),
      amount: z.number().nullable(),
      excessReason: z.string().catch(''),
      isAll: z.boolean().catch(false),
      paymentMode: z.enum(PAYMENT_MODES).catch(EMPTY_VISIT.paymentMode),
      paymentReference: z.string().catch(''),
      date: z.string().nullable(),
      time: z.string(),
      remarks: z.string(),
    })
    .safeParse(draft);
  return parsed.success ? parsed.data : null;
}

/** Has anything been typed or chosen? */
export function isVisitEmpty(visit: VisitValues): boolean {
  return Object.entries(EMPTY_VISIT).every(
    ([name, empty]) => visit[name as keyof VisitValues] === empty,
  );
}
