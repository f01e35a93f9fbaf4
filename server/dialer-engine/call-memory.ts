import { survivalCurve } from './survival-curve.ts';
import type { SurvivalCurve } from './survival-curve.ts';

/** How a placed call ended its ringing: after how long, and whether a person took it. */
export interface RingOutcome {
  readonly seconds: number;
  readonly isAnswered: boolean;
}

/** A campaign's newest calls, durations in seconds. */
export interface RecentCalls {
  readonly rings: readonly RingOutcome[];
  readonly talks: readonly number[];
  readonly wrapups: readonly number[];
}

/** Newest calls that forecasts look at: enough for a share to settle, few enough to follow the hour. */
export const REMEMBERED_CALLS = 300;
const PRIOR_WEIGHT = 10;
const PRIOR_TALK = { meanSeconds: 120, weight: PRIOR_WEIGHT };
const PRIOR_WRAPUP = { meanSeconds: 30, weight: PRIOR_WEIGHT };
const PRIOR_ANSWERS = { answered: 4, placed: 10, seconds: 10 };

/** What was learned from recent calls, ready to be asked. */
export interface CallForecast {
  /** Chance that an agent who has talked so long is free within so many seconds, wrap-up done. */
  talkerFree(elapsed: number, within: number): number;
  wrapperFree(elapsed: number, within: number): number;
  /** Chance that a call that has rung so long is still answered. */
  answers(elapsed: number): number;
  /** Chance that a new call is answered, and the standard deviation of what we know of it. */
  readonly answerShare: number;
  readonly answerDoubt: number;
  /** Mean seconds from placing to being answered. */
  readonly answerSeconds: number;
  readonly talkSeconds: number;
  readonly wrapupSeconds: number;
}

/** The newest calls of a campaign. */
export class CallMemory {
  readonly #rings: RingOutcome[] = [];
  readonly #talks: number[] = [];
  readonly #wrapups: number[] = [];

  noteRing(outcome: RingOutcome): void {
    remember(this.#rings, outcome);
  }

  noteTalk(seconds: number): void {
    remember(this.#talks, seconds);
  }

  noteWrapup(seconds: number): void {
    remember(this.#wrapups, seconds);
  }

  /** Puts the newest calls, oldest first, in the place of what was known. */
  replace(calls: RecentCalls): void {
    this.#rings.splice(0, Number.POSITIVE_INFINITY, ...calls.rings);
    this.#talks.splice(0, Number.POSITIVE_INFINITY, ...calls.talks);
    this.#wrapups.splice(0, Number.POSITIVE_INFINITY, ...calls.wrapups);
  }

  /** The forecast as of now; talks and wrap-ups that still last are told in seconds. */
  forecast(talking: readonly number[], wrapping: readonly number[]): CallForecast {
    const talk = survivalCurve(this.#talks, talking, PRIOR_TALK);
    const wrapup = survivalCurve(this.#wrapups, wrapping, PRIOR_WRAPUP);
    return {
      talkerFree: keptByWhole((elapsed, within) => freeAfterTalk(talk, wrapup, elapsed, within)),
      wrapperFree: (elapsed, within) => wrapup.endsWithin(elapsed, within),
      talkSeconds: talk.meanSeconds,
      wrapupSeconds: wrapup.meanSeconds,
      ...ringForecast(this.#rings),
    };
  }
}

function remember<Item>(list: Item[], item: Item): void {
  list.push(item);
  if (list.length > REMEMBERED_CALLS) list.shift();
}

/** Computed once for each whole second of both. */
function keptByWhole(compute: (elapsed: number, within: number) => number) {
  const kept = new Map<number, number>();
  return (elapsed: number, within: number): number => {
    const whole = Math.floor(elapsed);
    const key = whole * 1000 + Math.round(within);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = compute(whole, Math.round(within));
    kept.set(key, made);
    return made;
  };
}

/** The talk ends within the time and the wrap-up after it as well. */
function freeAfterTalk(
  talk: SurvivalCurve,
  wrapup: SurvivalCurve,
  elapsed: number,
  within: number,
): number {
  const now = talk.lasts(elapsed);
  if (now <= 1e-9) return talk.endsWithin(elapsed, within);
  let chance = 0;
  let before = now;
  for (let second = 1; second <= within; second += 1) {
    const after = talk.lasts(elapsed + second);
    chance += ((before - after) / now) * (1 - wrapup.lasts(within - second));
    before = after;
  }
  return chance;
}

function ringForecast(rings: readonly RingOutcome[]) {
  const answered = rings.filter(({ isAnswered }) => isAnswered);
  const heads = answered.length + PRIOR_ANSWERS.answered;
  const all = rings.length + PRIOR_ANSWERS.placed;
  const answerShare = heads / all;
  const seconds = answered.reduce((sum, one) => sum + one.seconds, 0);
  const later = countedByWhole(rings);
  const laterAnswered = countedByWhole(answered);
  return {
    answerShare,
    answerDoubt: Math.sqrt((answerShare * (1 - answerShare)) / (all + 1)),
    answerSeconds: (seconds + PRIOR_ANSWERS.answered * PRIOR_ANSWERS.seconds) / heads,
    answers: (elapsed: number): number => {
      const slot = Math.max(0, Math.min(MOST_RING, Math.floor(elapsed)));
      // Of those that rang as long as this one: how many a person then took. The prior steadies small counts.
      return ((laterAnswered[slot] ?? 0) + 2 * answerShare) / ((later[slot] ?? 0) + 2);
    },
  };
}

const MOST_RING = 90;

/** How many lasted at least so many whole seconds. */
function countedByWhole(rings: readonly RingOutcome[]): Float64Array {
  const counts = new Float64Array(MOST_RING + 1);
  for (const { seconds } of rings) {
    const slot = Math.max(0, Math.min(MOST_RING, Math.floor(seconds)));
    counts[slot] = (counts[slot] ?? 0) + 1;
  }
  for (let slot = MOST_RING - 1; slot >= 0; slot -= 1)
    counts[slot] = (counts[slot] ?? 0) + (counts[slot + 1] ?? 0);
  return counts;
}
