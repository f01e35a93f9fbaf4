import { fieldProblem } from '../contract/errors.ts';
import { addDays, businessDay } from './clock.ts';
import { LATEST_DAY } from '../contract/values.ts';
import { againstRules, badInput } from './errors.ts';

/** The days that a call names; they are in order (`contract/ranges.ts`). */
interface AskedDays {
  readonly gte?: string | undefined;
  readonly lte?: string | undefined;
}

/** Days, both included. */
interface Span {
  readonly from: string;
  readonly to: string;
}

/** The days asked for, else the current month up to today (spec 9). A first day that is still to come is the last too. */
export function monthSoFar(zone: string, { gte, lte }: AskedDays): Span {
  const today = businessDay(zone);
  const to = lte ?? (gte !== undefined && gte > today ? gte : today);
  return { from: gte ?? `${to.slice(0, 8)}01`, to };
}

/**
 * Days that are few enough to be answered at once. Throws 422, and 400 for a last day that no report reaches; `last` is the
 * name of the field with the last day.
 */
export function atMostDays<S extends Span>(most: number, span: S, last = 'lte'): S {
  if (span.to > LATEST_DAY) {
    const late = fieldProblem(last, 'too-late-a-day');
    throw badInput(late.message, [late]);
  }
  if (addDays(span.from, most) > span.to) return span;
  const problem = fieldProblem(last, 'too-many-days', { most });
  throw againstRules('TOO_MANY_DAYS', problem.message, [problem]);
}
