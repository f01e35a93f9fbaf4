import type { PacingWhy } from '../../contract/pacing-why.ts';

/** How a campaign is paced (campaigns.pacing). */
export type PacingName = 'SURVIVAL' | 'LEVEL' | 'PROGRESSIVE';

/** What became of a campaign's calls that a person answered, in three stretches of time. */
export interface DropCounts {
  /** Of 30 days: calls that a person took, and those of them that got no agent in time. */
  readonly answered: number;
  readonly dropped: number;
  readonly callsToday: number;
  readonly answeredToday: number;
  readonly droppedToday: number;
  readonly callsLastMinute: number;
  readonly droppedLastMinute: number;
}

/** A campaign's floor at one moment. Lists hold the seconds that each has been in its state. */
export interface FloorView {
  /** Seconds on any steady clock. */
  readonly atSeconds: number;
  readonly ready: readonly number[];
  readonly inCall: readonly number[];
  /** Agents whose borrower hung up first. */
  readonly dead: number;
  readonly wrapping: readonly number[];
  /** Calls that ring, since they were placed. */
  readonly ringing: readonly number[];
  /** People who answered and wait for an agent. */
  readonly waiting: number;
  /** Calls that may still be placed before all trunks are taken. */
  readonly freeTrunks: number;
  readonly maxLevel: number;
  /** Most of the answered calls of 30 days that may be dropped, percent. */
  readonly capPercent: number;
  readonly drops: DropCounts;
  readonly minutesToShiftEnd: number;
}

/** How many calls to place now, with the figures that it was decided by. */
export interface PacingDecision {
  /** Calls in flight for each agent that they are meant for. */
  readonly level: number;
  /** Calls that should be in flight. */
  readonly goal: number;
  readonly place: number;
  readonly why: PacingWhy;
  readonly figures: Readonly<Record<string, number>>;
}

/** One way of pacing, with its memory of one campaign. */
export interface Pacer {
  /** Looks at the floor; each second. */
  watch(view: FloorView): void;
  /** Decides; every 2.5 to 3 seconds. */
  decide(view: FloorView): PacingDecision;
}

/** Below so many agents a crowd's averages say nothing: one call for each free agent. */
export const FEWEST_AGENTS = 3;

/** All agents that take calls now or soon, without those whose call is dead. */
export const countAgents = (view: FloorView): number =>
  view.ready.length + view.inCall.length + view.wrapping.length;

/** Calls that an agent will be needed for if they are answered. */
export const inFlight = (view: FloorView): number => view.ringing.length + view.waiting;

/** Share of answered calls that were dropped, percent; 0 of none. */
export const dropPercent = (dropped: number, answered: number): number =>
  answered === 0 ? 0 : (100 * dropped) / answered;

/** Rounds a figure for the log. */
export const shown = (value: number): number => Math.round(value * 1000) / 1000;

/** Turns a goal into calls to place: never more than there are trunks, never less than none. */
export function decision(
  view: FloorView,
  goal: number,
  level: number,
  why: PacingWhy,
  figures: Readonly<Record<string, number>> = {},
): PacingDecision {
  const wanted = Math.max(0, goal - inFlight(view));
  const place = Math.min(wanted, Math.max(0, view.freeTrunks));
  return {
    level: shown(level),
    goal,
    place,
    why: place < wanted ? 'TRUNKS' : why,
    figures,
  };
}
