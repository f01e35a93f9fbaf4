/** Seconds that a curve reaches; what lasts longer goes on at the tail's rate. */
const LONGEST_SECONDS = 1200;
/** With fewer left than this a curve's steps are chance: the tail's average rate stands in for them. */
const FEWEST_AT_RISK = 12;

/** How long a kind of thing lasts, learned from those that ended and from those that still last. */
export interface SurvivalCurve {
  /** Share that lasts longer than so many seconds. */
  lasts(seconds: number): number;
  /** Chance that what has lasted `elapsed` seconds ends within the next `within`. */
  endsWithin(elapsed: number, within: number): number;
  readonly meanSeconds: number;
}

interface Tally {
  readonly ended: Float64Array;
  readonly left: Float64Array;
}

const slotOf = (seconds: number): number =>
  Math.max(0, Math.min(LONGEST_SECONDS, Math.floor(seconds)));

function add(counts: Float64Array, seconds: number, weight: number): void {
  const slot = slotOf(seconds);
  counts[slot] = (counts[slot] ?? 0) + weight;
}

function tally(ended: readonly number[], lasting: readonly number[], prior: PriorDuration): Tally {
  const counts: Tally = {
    ended: new Float64Array(LONGEST_SECONDS + 2),
    left: new Float64Array(LONGEST_SECONDS + 2),
  };
  for (const seconds of ended) add(counts.ended, seconds, 1);
  for (const seconds of lasting) add(counts.left, seconds, 1);
  for (const share of PRIOR_SHARES)
    add(counts.ended, -prior.meanSeconds * Math.log(1 - share), prior.weight / PRIOR_SHARES.length);
  return counts;
}

/** What is believed of a duration before anything was seen: as if so many had been, around the mean. */
export interface PriorDuration {
  readonly meanSeconds: number;
  readonly weight: number;
}

const PRIOR_SHARES = Array.from({ length: 20 }, (_, at) => (at + 0.5) / 20);

/**
 * The Kaplan-Meier estimate, on a grid of seconds, with a prior for a cold start. Durations that still last count as left,
 * so that long ones are not overlooked because they have not ended.
 */
export function survivalCurve(
  ended: readonly number[],
  lasting: readonly number[],
  prior: PriorDuration,
): SurvivalCurve {
  const counts = tally(ended, lasting, prior);
  let atRisk = ended.length + lasting.length + prior.weight;
  const survival = new Float64Array(LONGEST_SECONDS + 2);
  let stays = 1;
  let tailFrom = LONGEST_SECONDS + 1;
  for (let second = 0; second <= LONGEST_SECONDS; second += 1) {
    survival[second] = stays;
    if (atRisk < FEWEST_AT_RISK) {
      tailFrom = second;
      break;
    }
    stays *= 1 - (counts.ended[second] ?? 0) / atRisk;
    atRisk -= (counts.ended[second] ?? 0) + (counts.left[second] ?? 0);
  }
  const rate = tailRate([...ended, ...lasting], ended, tailFrom, prior);
  for (let second = tailFrom; second <= LONGEST_SECONDS + 1; second += 1)
    survival[second] = stays * Math.exp(-rate * (second - tailFrom));
  return curveOf(survival, rate);
}

/** Endings for each second that was lasted beyond the start of the tail. */
function tailRate(
  all: readonly number[],
  ended: readonly number[],
  tailFrom: number,
  prior: PriorDuration,
): number {
  const beyond = (durations: readonly number[]) => durations.filter((one) => one > tailFrom);
  const lasted = beyond(all).reduce((sum, one) => sum + one - tailFrom, 0);
  // One ending after the prior's mean keeps the rate from being nothing or everything.
  return (beyond(ended).length + 1) / (lasted + Math.max(1, prior.meanSeconds));
}

function curveOf(survival: Float64Array, rate: number): SurvivalCurve {
  const lasts = (seconds: number): number => {
    if (seconds <= 0) return 1;
    if (seconds >= LONGEST_SECONDS)
      return (survival[LONGEST_SECONDS] ?? 0) * Math.exp(-rate * (seconds - LONGEST_SECONDS));
    const slot = Math.floor(seconds);
    const here = survival[slot] ?? 0;
    return here + ((survival[slot + 1] ?? 0) - here) * (seconds - slot);
  };
  return {
    lasts,
    endsWithin: (elapsed, within) => {
      const now = lasts(elapsed);
      return now <= 1e-9 ? 1 - Math.exp(-rate * within) : 1 - lasts(elapsed + within) / now;
    },
    meanSeconds: survival.reduce((sum, share) => sum + share, 0),
  };
}
