import type { z } from 'zod';
import { CALL_STARTED } from '../../contract/disposition.ts';
import type {
  DispositionCode,
  callDispositionInputSchema,
  fieldDispositionInputSchema,
} from '../../contract/disposition.ts';
import { fieldProblem } from '../../contract/errors.ts';
import type { FieldProblem } from '../../contract/errors.ts';
import { isMoreThanLeft } from '../../contract/loan.ts';
import { rupeesText } from '../../contract/rupees.ts';
import { addDays } from '../clock.ts';
import { againstRules } from '../errors.ts';
import { DoubtfulWork, atOnce } from '../access/work-origin.ts';
import type { WorkOrigin } from '../access/work-origin.ts';
import { MOST_DAYS_AHEAD, appointmentProblems, momentOf, wholeDay } from './appointment-service.ts';
import type { Moment } from './appointment-service.ts';

/** A recorded contact of either channel, parsed. */
export type ContactInput =
  | ({ channel: 'CALL' } & z.output<typeof callDispositionInputSchema>)
  | ({ channel: 'FIELD' } & z.output<typeof fieldDispositionInputSchema>);

function amountProblems(code: DispositionCode, input: ContactInput): FieldProblem[] {
  const isPaid = code.disposition_class === 'PAID';
  if (isPaid && !input.amountCollected)
    return [
      fieldProblem('amountCollected', 'amount-missing', {}, 'Enter the amount that was paid.'),
    ];
  if (!isPaid && input.amountCollected)
    return [fieldProblem('amountCollected', 'no-money-of-outcome')];
  if (code.needsAmount && !isPaid && !input.promiseAmount)
    return [
      fieldProblem('promiseAmount', 'amount-missing', {}, 'Enter the amount that was promised.'),
    ];
  return [];
}

/** More than is left is collected, or told to be paid, knowingly only. A device that could not know the newest due is believed: it is in the books. */
function excessProblems(input: ContactInput, left: number | null): FieldProblem[] {
  if (left === null || !isMoreThanLeft(input.amountCollected, left)) return [];
  if ((input.excessReason ?? '') !== '') return [];
  if (left <= 0) return [fieldProblem('excessReason', 'excess-nothing-left')];
  const values = { left: rupeesText(left) };
  return [fieldProblem('excessReason', 'excess-reason-missing', values)];
}

/** A payment that a borrower tells of was made. */
function paidOnProblems(input: ContactInput, day: string): FieldProblem[] {
  if (input.channel !== 'CALL' || input.paidOn === undefined) return [];
  if (input.paidOn > day) return [fieldProblem('paidOn', 'day-in-future')];
  return input.paidOn < addDays(day, -MOST_DAYS_AHEAD)
    ? [fieldProblem('paidOn', 'day-too-far')]
    : [];
}

function problemsOf(
  code: DispositionCode,
  input: ContactInput,
  moment: Moment,
  left: number | null,
): FieldProblem[] {
  const problems = [
    ...amountProblems(code, input),
    ...excessProblems(input, left),
    ...appointmentProblems(input, moment),
    ...paidOnProblems(input, moment.day),
  ];
  if (code.needsDate && input.date === undefined)
    problems.push(fieldProblem('date', 'date-missing'));
  if (code.needsTime && input.time === undefined)
    problems.push(fieldProblem('time', 'time-missing'));
  if (code.needsPersonMet && !input.personMet)
    problems.push(fieldProblem('personMet', 'person-missing'));
  return problems;
}

/** What was said to be saved is never refused for its device's clock: a day that was over goes to a manager. */
function judgeDelivered(problems: readonly FieldProblem[], isApproved: boolean): FieldProblem[] {
  const others = problems.filter(({ code }) => code !== 'day-is-over');
  if (others.length < problems.length && !isApproved) throw new DoubtfulWork('CLOCK');
  return others;
}

/**
 * The rules of the trade for a contact recorded at that instant. Throws 422 with `details` naming the fields when the code
 * is not of this channel or something it asks for is missing or makes no sense; DoubtfulWork where it was delivered, and
 * its appointment was on a day that was over. `left` is what is left to collect; null: not asked.
 */
export function refuseAgainstRules(
  code: DispositionCode | null,
  input: ContactInput,
  recordedAt: Date,
  businessTz: string,
  { left = null, origin = atOnce }: { left?: number | null; origin?: WorkOrigin } = {},
): asserts code is DispositionCode {
  if (!code || code.channel !== input.channel) {
    const problem = fieldProblem('disposition', 'wrong-disposition');
    throw againstRules('UNKNOWN_DISPOSITION', problem.message, [problem]);
  }
  if (code.code === CALL_STARTED) return;
  const isDelivered = origin.opId !== null;
  const moment = momentOf(recordedAt, businessTz);
  const found = problemsOf(code, input, isDelivered ? wholeDay(moment) : moment, left);
  const problems = isDelivered ? judgeDelivered(found, origin.isApproved) : found;
  const [first] = problems;
  if (first) throw againstRules('INCOMPLETE_DISPOSITION', first.message, problems);
}
