import type { PromiseState } from '../../contract/promise.ts';

/** An amount that came; `minute` null: at some time of the day. */
interface StoryMoney {
  day: number;
  minute: number | null;
  amount: number;
  isUndone: boolean;
}

/** What happened to one loan, told in days (0 is the first). */
export interface PromiseStory {
  promises: { id: string; day: number; minute: number; amount: number; due: number }[];
  /** Money that the lender told of, whose day alone is known, and money that agents say they collected. */
  paid: StoryMoney[];
  said: StoryMoney[];
  refusals: { day: number; minute: number }[];
  /** The day the loan was closed; null: it is open. */
  closedOn: number | null;
}

/** A lender's rule. */
export interface StoryRule {
  grace: number;
  tolerance: number;
}

/** A point of the story. */
interface Moment {
  day: number;
  minute: number;
}

/** Whether money came after that: of money of the same day without a time that is taken to be so. */
const isAfter = ({ day, minute }: StoryMoney, moment: Moment): boolean =>
  day > moment.day || (day === moment.day && (minute === null || minute > moment.minute));

const sumOf = (
  money: readonly StoryMoney[],
  made: Moment,
  next: Moment | undefined,
  last: number,
): number => {
  let sum = 0;
  for (const one of money)
    if (!one.isUndone && one.day <= last && isAfter(one, made) && !(next && isAfter(one, next)))
      sum += one.amount;
  return sum;
};

/** The state of each promise, found by walking through the days one by one: slow, simple, and nothing of the server's. */
export function statesOf(
  story: PromiseStory,
  rule: StoryRule,
  today: number,
): Record<string, PromiseState> {
  const made = story.promises.toSorted(
    (a, b) => a.day - b.day || a.minute - b.minute || (a.id < b.id ? -1 : 1),
  );
  const states: Record<string, PromiseState> = {};
  for (const [place, promise] of made.entries()) {
    const last = promise.due + rule.grace;
    const next = made[place + 1];
    const came = Math.max(
      sumOf(story.paid, promise, next, last),
      sumOf(story.said, promise, next, last),
    );
    const refused = story.refusals.some(
      ({ day, minute }) =>
        day <= last && (day > promise.day || (day === promise.day && minute > promise.minute)),
    );
    const isEnded = refused || (story.closedOn !== null && story.closedOn <= last);
    let state: PromiseState = today <= last ? 'OPEN' : came > 0 ? 'PART_KEPT' : 'BROKEN';
    if (isEnded) state = 'CLOSED';
    if (next !== undefined && next.day <= last) state = 'REPLACED';
    if (came / promise.amount >= (100 - rule.tolerance) / 100 - 1e-9) state = 'KEPT';
    states[promise.id] = state;
  }
  return states;
}
