import type { PacingWhy } from '../../contract/pacing-why.ts';
import { countAgents, decision, dropPercent, FEWEST_AGENTS, shown } from './pacing.ts';
import type { FloorView, Pacer, PacingDecision } from './pacing.ts';
import { decideProgressively } from './pacing-progressive.ts';

/** What happens to the level when more than the cap was dropped today. */
export type CapMethod = 'HARD_LIMIT' | 'AVERAGE' | 'TAPERED';

/** How the level-adapting pacing is set. */
export interface LevelOptions {
  /** READY: the level multiplies the ready agents; ALL: those in a call too, whose calls then count as in flight. */
  readonly counted: 'READY' | 'ALL';
  /** -1 aims at one free agent, +1 at one waiting call. */
  readonly diffTarget: number;
  /** From -40 to 40 percent: how boldly the level follows. */
  readonly intensity: number;
  readonly method: CapMethod;
}

const DEFAULTS: LevelOptions = {
  counted: 'ALL',
  diffTarget: 0,
  intensity: 0,
  method: 'AVERAGE',
};
const ADAPT_SECONDS = 15;
const SHIFT_MINUTES = 480;

interface Sample {
  readonly atSeconds: number;
  readonly ready: number;
  readonly waiting: number;
  readonly agents: number;
}

const averageOf = (samples: readonly Sample[], of: (sample: Sample) => number): number =>
  samples.length === 0 ? 0 : samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;

/** The baseline: lines for each agent, adapted every 15 seconds to whether agents or calls waited. */
class LevelPacer implements Pacer {
  readonly #options: LevelOptions;
  #samples: Sample[] = [];
  #level = 1;
  #adaptedAt = Number.NEGATIVE_INFINITY;
  #why: PacingWhy = 'LEVEL';

  constructor(options: LevelOptions) {
    this.#options = options;
  }

  watch(view: FloorView): void {
    const { atSeconds, ready, waiting } = view;
    const since = atSeconds - ADAPT_SECONDS;
    this.#samples = this.#samples.filter((sample) => sample.atSeconds > since);
    this.#samples.push({ atSeconds, ready: ready.length, waiting, agents: countAgents(view) });
    if (atSeconds - this.#adaptedAt < ADAPT_SECONDS) return;
    this.#adaptedAt = atSeconds;
    this.#adapt(view);
  }

  decide(view: FloorView): PacingDecision {
    const agents = countAgents(view);
    if (agents < FEWEST_AGENTS) return decideProgressively(view, 'FEW_AGENTS');
    const { diffTarget, counted } = this.#options;
    const talking = counted === 'ALL' ? view.inCall.length : 0;
    const goal = Math.round(this.#level * Math.max(0, view.ready.length + talking + diffTarget));
    // A talking agent's call is one of those in flight.
    return decision(view, Math.max(0, goal - talking), this.#level, this.#why, {
      agents,
      diffTarget,
    });
  }

  #adapt(view: FloorView): void {
    const { diffTarget, intensity } = this.#options;
    const agents = averageOf(this.#samples, (sample) => sample.agents);
    if (agents === 0) return;
    const diff =
      averageOf(this.#samples, (sample) => sample.ready) -
      averageOf(this.#samples, (sample) => sample.waiting);
    const missed = (diff + diffTarget) / agents;
    const bold = intensity / 100;
    const change = missed < 0 ? missed * Math.abs(bold - 1) : missed * (1 + bold);
    this.#why = 'LEVEL';
    this.#set(this.#level * (1 + change), view.maxLevel);
    this.#heedDrops(view);
  }

  #heedDrops(view: FloorView): void {
    const { drops, maxLevel, capPercent, minutesToShiftEnd } = view;
    if (drops.callsLastMinute > 20 && drops.droppedLastMinute > drops.callsLastMinute / 2) {
      this.#why = 'DROP_BURST';
      this.#set(this.#level / 2, maxLevel);
    }
    const percent = dropPercent(drops.droppedToday, drops.answeredToday);
    if (drops.callsToday <= 50 || percent <= capPercent) return;
    this.#why = 'DROP_CAP';
    const { method } = this.#options;
    if (method === 'HARD_LIMIT') this.#set(1, maxLevel);
    else if (method === 'AVERAGE') this.#set(this.#level / 2, maxLevel);
    else {
      const left = Math.max(0, Math.min(1, minutesToShiftEnd / SHIFT_MINUTES));
      this.#set(1 + (this.#level - 1) * left, maxLevel);
    }
  }

  #set(level: number, most: number): void {
    this.#level = shown(Math.min(most, Math.max(1, level)));
  }
}

/** The level-adapting pacing of common dialers: what ours is held against. */
export function levelPacer(options: Partial<LevelOptions> = {}): Pacer {
  return new LevelPacer({ ...DEFAULTS, ...options });
}
