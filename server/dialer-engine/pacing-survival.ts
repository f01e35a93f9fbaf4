import type { CallForecast, CallMemory } from './call-memory.ts';
import { countAgents, decision, dropPercent, FEWEST_AGENTS, inFlight, shown } from './pacing.ts';
import type { FloorView, Pacer, PacingDecision } from './pacing.ts';
import { decideProgressively } from './pacing-progressive.ts';

/** Ours aims below the cap: what is left is for the unlucky hours. */
const AIM_SHARE_OF_CAP = 0.9;
/** Drops that were spared or overspent are made up for within so many answered calls. */
const MADE_UP_WITHIN = 300;
/** Even after a long time without drops not more than so many times the aim. */
const MOST_OF_AIM = 3;
/** Drops that are kept in hand below the cap: what is in flight can't be called back. */
const DROPS_IN_HAND = 1.5;
/** However much room there is, one decision may spend only a share of it. */
const LEAST_ALLOWED = 0.02;
const ADAPT_SECONDS = 15;
const FORECAST_SECONDS = 15;
/**
 * The window of the future that counts, as a multiple of the mean time to an answer: at first, least and most. Beyond one
 * the calls come before the agents do (tried in simulated shifts: more drops, then the brake, fewer talks).
 */
const FIRST_REACH = 0.6;
const LEAST_REACH = 0.4;
const MOST_REACH = 1;
const WIDEN = 1.02;
const SHRINK = 0.96;
/** Answered calls whose drops the reach follows: an older one weighs 1/e after so many. */
const FOLLOWED_CALLS = 150;

/** A sum of chances: how many are expected, and how far off that may be. */
interface Expected {
  readonly mean: number;
  readonly variance: number;
}

function expected(chances: readonly number[]): Expected {
  let mean = 0;
  let variance = 0;
  for (const chance of chances) {
    mean += chance;
    variance += chance * (1 - chance);
  }
  return { mean, variance };
}

/** Area under the normal curve left of `z`; good to 1e-7 (Abramowitz and Stegun 26.2.17). */
function normalShare(z: number): number {
  const t = 1 / (1 + 0.231_641_9 * Math.abs(z));
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  const polynomial =
    t *
    (0.319_381_53 +
      t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
  return z >= 0 ? 1 - density * polynomial : density * polynomial;
}

/** Calls expected to find no agent, when so many more than agents are expected, give or take. */
function expectedOverflow(surplus: number, variance: number): number {
  if (variance <= 1e-9) return Math.max(0, surplus);
  const deviation = Math.sqrt(variance);
  const z = surplus / deviation;
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  return surplus * normalShare(z) + deviation * density;
}

/**
 * Ours: who will be free by the time a call placed now is answered, from the survival curves of talks and wrap-ups, beside
 * how many calls in flight will be answered by then. It places as many as keep the calls that find nobody below what the
 * drop cap leaves, and looks further ahead while few are dropped.
 */
class SurvivalPacer implements Pacer {
  readonly #memory: CallMemory;
  #forecast: CallForecast | null = null;
  #forecastAt = Number.NEGATIVE_INFINITY;
  #adaptedAt = Number.NEGATIVE_INFINITY;
  #reach = FIRST_REACH;
  #seen = { answered: 0, dropped: 0 };
  #recent = { answered: 0, dropped: 0 };

  constructor(memory: CallMemory) {
    this.#memory = memory;
  }

  watch(view: FloorView): void {
    if (view.atSeconds - this.#forecastAt >= FORECAST_SECONDS) {
      this.#forecastAt = view.atSeconds;
      this.#forecast = this.#memory.forecast(view.inCall, view.wrapping);
    }
    if (view.atSeconds - this.#adaptedAt < ADAPT_SECONDS) return;
    this.#adaptedAt = view.atSeconds;
    this.#adapt(view);
  }

  decide(view: FloorView): PacingDecision {
    if (countAgents(view) < FEWEST_AGENTS) return decideProgressively(view, 'FEW_AGENTS');
    const forecast = (this.#forecast ??= this.#memory.forecast(view.inCall, view.wrapping));
    const { drops, capPercent } = view;
    // Whoever waits now may be dropped, and more than one at once: that much is kept in hand.
    const room = (capPercent / 100) * drops.answered - drops.dropped - view.waiting - DROPS_IN_HAND;
    const figures = {
      room: shown(room),
      dropPercent: shown(dropPercent(drops.dropped, drops.answered)),
    };
    if (room < 0) return decideProgressively(view, 'DROP_CAP', figures);
    return this.#decideByForecast(view, forecast, room);
  }

  #decideByForecast(view: FloorView, forecast: CallForecast, room: number): PacingDecision {
    const within = Math.max(1, Math.round(forecast.answerSeconds * this.#reach));
    const soon = expected([
      ...view.inCall.map((elapsed) => forecast.talkerFree(elapsed, within)),
      ...view.wrapping.map((elapsed) => forecast.wrapperFree(elapsed, within)),
    ]);
    const free = view.ready.length + soon.mean;
    const coming = expected(view.ringing.map((elapsed) => forecast.answers(elapsed)));
    const demand = coming.mean + view.waiting;
    const share = allowedShare(view);
    const { answerShare, answerDoubt } = forecast;
    const overflow = (more: number): number => {
      const variance =
        soon.variance +
        coming.variance +
        more * answerShare * (1 - answerShare) +
        (more * answerDoubt) ** 2;
      return expectedOverflow(demand + more * answerShare - free, variance);
    };
    const allowed = (more: number): number =>
      Math.min(share * (demand + more * answerShare), Math.max(LEAST_ALLOWED, room / 2));
    const most = mostCalls(view, free, overflow, allowed);
    const floor = Math.max(0, view.ready.length - inFlight(view));
    const place = Math.max(most, floor);
    const goal = place + inFlight(view);
    return decision(view, goal, goal / Math.max(1, free), 'FREE_SOON', {
      freeSoon: shown(free),
      window: within,
      reach: shown(this.#reach),
      answerShare: shown(answerShare),
      answerSeconds: shown(forecast.answerSeconds),
      talkSeconds: shown(forecast.talkSeconds),
      wrapupSeconds: shown(forecast.wrapupSeconds),
      demand: shown(demand),
      overflow: shown(overflow(place)),
      allowed: shown(allowed(place)),
      room: shown(room),
    });
  }

  #adapt(view: FloorView): void {
    const { answered, dropped } = view.drops;
    const fresh = {
      answered: Math.max(0, answered - this.#seen.answered),
      dropped: Math.max(0, dropped - this.#seen.dropped),
    };
    const isFirst = this.#seen.answered === 0;
    this.#seen = { answered, dropped };
    if (isFirst) return;
    const fades = Math.exp(-fresh.answered / FOLLOWED_CALLS);
    this.#recent = {
      answered: this.#recent.answered * fades + fresh.answered,
      dropped: this.#recent.dropped * fades + fresh.dropped,
    };
    const aim = view.capPercent * AIM_SHARE_OF_CAP;
    const percent = Math.max(
      dropPercent(this.#recent.dropped, this.#recent.answered),
      dropPercent(dropped, answered),
    );
    const step = percent > aim ? SHRINK : WIDEN;
    this.#reach = Math.max(LEAST_REACH, Math.min(MOST_REACH, this.#reach * step));
  }
}

/** Share of the coming answers that may find nobody, so that the campaign comes to its aim. */
function allowedShare({ drops, capPercent }: FloorView): number {
  const aim = (capPercent / 100) * AIM_SHARE_OF_CAP;
  const left = aim * (drops.answered + MADE_UP_WITHIN) - drops.dropped;
  return Math.max(0, Math.min(aim * MOST_OF_AIM, left / MADE_UP_WITHIN));
}

/** The most further calls whose overflow stays allowed; each agent is meant at most `maxLevel` calls. */
function mostCalls(
  view: FloorView,
  free: number,
  overflow: (more: number) => number,
  allowed: (more: number) => number,
): number {
  const limit = Math.min(view.freeTrunks, Math.floor(view.maxLevel * free) - inFlight(view));
  let least = 0;
  let most = Math.max(0, limit);
  // More calls mean a larger share that finds nobody: halving finds the edge.
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (overflow(middle) <= allowed(middle)) least = middle;
    else most = middle - 1;
  }
  return least;
}

/** The pacing by survival curves, over the newest calls of the campaign. */
export function survivalPacer(memory: CallMemory): Pacer {
  return new SurvivalPacer(memory);
}
