import { fieldProblem } from '../../contract/errors.ts';
import { dayAfter, instantOfWallClock } from '../../contract/zone-time.ts';
import { againstRules } from '../errors.ts';

/** When the last day of a wish ends by the borrower's clock; null for no day. Throws 422 for a day that is over. */
export function endOfLastDay(zone: string, untilDay: string | null): Date | null {
  if (untilDay === null) return null;
  const endsAt = new Date(instantOfWallClock(zone, dayAfter(untilDay, 1), 0));
  if (endsAt > new Date()) return endsAt;
  throw againstRules('DAY_IS_OVER', 'That day is over. Give today or a later day.', [
    fieldProblem('untilDay', 'day-is-over'),
  ]);
}
