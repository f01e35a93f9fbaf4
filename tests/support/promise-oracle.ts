import type { PromiseState } from '../../contract/promise.ts';

/** What happened to one loan, told in days (0 is the first). */
export interface PromiseStory {
  promises: { id: string; day: number; minute: number; amount: number; due: number }[];
  /** Money that the lender told of, and money that agents say they collected. */
  paid: { day: number; amount: number; isUndone: boolean }[];
  said: { day: number; amount: number; isUndone: boolean }[];
  refusals: { day: number; minute: number }[];
  /** The day the loan was closed; null: it is open. */
  closedOn: number | null;
}

/** A lender's rule. */
export interface StoryRule {
  grace: number;
  tolerance: number;
}

const sumOf = (money: PromiseStory['paid'], from: number, until: number): number => {
  let sum = 0;
  for (let day = from; day <= until; day += 1)
    for (const one of money) if (one.day === day && !one.isUndone) sum += one.amount;
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
    const until = next === undefined ? last : Math.min(last, next.day - 1);
    const came = Math.max(
      sumOf(story.paid, promise.day, until),
      sumOf(story.said, promise.day, until),
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
