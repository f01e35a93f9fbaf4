import type { Random } from '../random.ts';

/** What calls come to and how long things take, on average: the world that the simulator plays. Shares from 0 to 1. */
export interface CallModel {
  readonly answerShare: number;
  readonly machineShare: number;
  readonly busyShare: number;
  readonly failedShare: number;
  /** Seconds of ringing until somebody takes the call. */
  readonly ringSeconds: number;
  /** Seconds that a borrower talks before hanging up. */
  readonly talkSeconds: number;
}

/** What becomes of one call: known to the model when it is placed, told by and by. */
export interface CallFate {
  readonly kind: 'ANSWERED' | 'MACHINE' | 'BUSY' | 'NO_ANSWER' | 'FAILED';
  /** Seconds from placing to that. */
  readonly afterSeconds: number;
  /** Seconds from the agent's first word to the borrower's hanging up; 0 of a call that nobody took. */
  readonly talkSeconds: number;
  /** Seconds that a borrower who took the call stays on a silent line. */
  readonly patienceSeconds: number;
}

/** Standard deviation of the logarithm: how unlike each other talks are. */
const TALK_SPREAD = 0.8;
const RING_SPREAD = 0.45;
/** Wrong numbers and quick refusals. */
const SHORT_TALKS = 0.25;
const SHORT_TALK_SECONDS = 12;
const FIRST_RING_SECONDS = 2;

/** A number around 0 with standard deviation 1. */
function normal(random: Random): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random.next()));
  return radius * Math.cos(2 * Math.PI * random.next());
}

/** A duration around a mean, with a long tail as talks and pauses have; never below one second. */
export function drawSeconds(random: Random, meanSeconds: number, spread: number): number {
  return Math.max(1, meanSeconds * Math.exp(spread * normal(random) - (spread * spread) / 2));
}

function drawTalk(random: Random, meanSeconds: number): number {
  if (random.chance(SHORT_TALKS)) return drawSeconds(random, SHORT_TALK_SECONDS, RING_SPREAD);
  const long = (meanSeconds - SHORT_TALKS * SHORT_TALK_SECONDS) / (1 - SHORT_TALKS);
  return drawSeconds(random, Math.max(SHORT_TALK_SECONDS, long), TALK_SPREAD);
}

/** Draws what becomes of a call that may ring so long. The same source of chance gives the same fates. */
export function drawFate(model: CallModel, random: Random, ringLimitSeconds: number): CallFate {
  const { answerShare, machineShare, busyShare, failedShare } = model;
  const lot = random.next();
  const none = { talkSeconds: 0, patienceSeconds: 0 };
  const rings = FIRST_RING_SECONDS + drawSeconds(random, model.ringSeconds, RING_SPREAD);
  const unanswered = { kind: 'NO_ANSWER', afterSeconds: ringLimitSeconds, ...none } as const;
  if (lot < answerShare + machineShare && rings >= ringLimitSeconds) return unanswered;
  if (lot < answerShare)
    return {
      kind: 'ANSWERED',
      afterSeconds: rings,
      talkSeconds: drawTalk(random, model.talkSeconds),
      patienceSeconds: drawSeconds(random, 6, RING_SPREAD),
    };
  if (lot < answerShare + machineShare) return { kind: 'MACHINE', afterSeconds: rings, ...none };
  if (lot < answerShare + machineShare + busyShare)
    return { kind: 'BUSY', afterSeconds: 1 + 2 * random.next(), ...none };
  if (lot < answerShare + machineShare + busyShare + failedShare)
    return { kind: 'FAILED', afterSeconds: 1 + random.next(), ...none };
  return unanswered;
}
