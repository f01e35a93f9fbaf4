import { today as dayOf } from '../lib/dates.ts';
import type { CachedLoan } from './loan-overlay.ts';

/** The loans of a day's work, each in one group, in the order they came in. */
export interface MyDay {
  /** Settlements being paid: what was agreed is collected before anything else. */
  settlements: CachedLoan[];
  /** Promises that were broken: the day and the lender's grace are over, and the money is not there. */
  promisesBroken: CachedLoan[];
  /** Promises whose day has passed. */
  promisesOverdue: CachedLoan[];
  /** Promises due today. */
  promisesToday: CachedLoan[];
  /** Visits planned for today, or for an earlier day and not made. */
  visits: CachedLoan[];
  /** Worked today, with nothing more due today. */
  done: CachedLoan[];
  rest: CachedLoan[];
}

/** Groups loans into a day's work; `today` is `YYYY-MM-DD` in the business time zone. */
export function myDay(loans: readonly CachedLoan[], today: string): MyDay {
  const day: MyDay = {
    settlements: [],
    promisesBroken: [],
    promisesOverdue: [],
    promisesToday: [],
    visits: [],
    done: [],
    rest: [],
  };
  for (const row of loans) day[groupOf(row, today)].push(row);
  return day;
}

function groupOf({ loan }: CachedLoan, today: string): keyof MyDay {
  const { promiseDate, promiseBrokenOn, visitDate, disCreatedAt } = loan;
  if (loan.settlementStatus === 'LETTER_ISSUED' || loan.settlementStatus === 'ACTIVE')
    return 'settlements';
  if (promiseDate !== null && promiseBrokenOn != null) return 'promisesBroken';
  if (promiseDate !== null && promiseDate < today) return 'promisesOverdue';
  if (promiseDate === today) return 'promisesToday';
  const isPlanned = visitDate !== null && visitDate <= today;
  // A day is worked out only where it is asked for: there are thousands of loans.
  if (disCreatedAt === null) return isPlanned ? 'visits' : 'rest';
  if (isPlanned && dayOf(disCreatedAt) < visitDate) return 'visits';
  return isWithin(disCreatedAt, today) ? 'done' : 'rest';
}

/** Hours that a business day reaches beyond the same day of UTC, either way, and some more. */
const MOST_APART_MS = 15 * 3_600_000;
const DAY_MS = 24 * 3_600_000;

/** Is an instant of that day? Those far from it are told without the calendar. */
function isWithin(instant: string, day: string): boolean {
  const since = Date.parse(instant) - Date.parse(day);
  if (since < -MOST_APART_MS || since > DAY_MS + MOST_APART_MS) return false;
  return dayOf(instant) === day;
}
