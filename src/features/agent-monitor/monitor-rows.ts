import { SEAT_STATES } from '../../../contract/agent-seat.ts';
import type { SeatRow } from '../../../contract/agent-seat.ts';
import type { TableSort } from '../../components/data-table-column.ts';

/** A state of a seat. */
export type SeatState = SeatRow['status'];

/** What the monitor is narrowed to. */
export interface MonitorFilter {
  readonly state: readonly string[];
  readonly process: readonly string[];
  readonly search: string;
}

/** Colour steps by time in a state, seconds. */
const STEPS = [10, 60, 300] as const;

/** The colour step of a time in a state: 0 below 10 s, 3 from 5 minutes on. */
export function colourStep(seconds: number): number {
  return STEPS.filter((from) => seconds >= from).length;
}

/** Every state in its order, with how many of the rows are in it. */
export function stateCounts(rows: readonly SeatRow[]): { state: SeatState; count: number }[] {
  const counts = new Map<SeatState, number>();
  for (const { status } of rows) counts.set(status, (counts.get(status) ?? 0) + 1);
  return SEAT_STATES.map((state) => ({ state, count: counts.get(state) ?? 0 }));
}

/** The processes of the rows, by name. */
export function processesOf(rows: readonly SeatRow[]): string[] {
  const names = rows.flatMap(({ processName }) => (processName === null ? [] : [processName]));
  return [...new Set(names)].sort((a, b) => a.localeCompare(b));
}

/** The rows of the chosen processes whose names have every word that was typed, in whatever state. */
export function inReach(rows: readonly SeatRow[], filter: MonitorFilter): SeatRow[] {
  const words = filter.search.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(
    ({ fullName, processName }) =>
      (filter.process.length === 0 || filter.process.includes(processName ?? '')) &&
      words.every((word) => fullName.toLowerCase().includes(word)),
  );
}

/** Who is logged out has no time in a state that matters. */
const sinceOf = ({ status, since }: SeatRow): number =>
  status === 'LOGGED_OUT' || since === null ? Number.POSITIVE_INFINITY : Date.parse(since);

type Order = (a: SeatRow, b: SeatRow) => number;

const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);
const stateRank = ({ status }: SeatRow) => SEAT_STATES.indexOf(status);

const byName: Order = (a, b) => a.fullName.localeCompare(b.fullName);

const ORDERS: Readonly<Record<string, Order>> = {
  name: byName,
  state: (a, b) => compare(stateRank(a), stateRank(b)) || compare(sinceOf(a), sinceOf(b)),
  // A longer time began earlier.
  time: (a, b) => compare(sinceOf(b), sinceOf(a)),
  calls: (a, b) => compare(a.callCount, b.callCount),
  talk: (a, b) => compare(a.talkSeconds, b.talkSeconds),
  wrapUp: (a, b) => compare(a.wrapUpSeconds, b.wrapUpSeconds),
  breaks: (a, b) => compare(a.breakSeconds, b.breakSeconds),
};

/** The rows in the order asked for; equal ones by name. */
export function sorted(rows: readonly SeatRow[], sort: TableSort | null): SeatRow[] {
  const order = ORDERS[sort?.key ?? 'name'] ?? byName;
  const sign = sort?.direction === 'desc' ? -1 : 1;
  return rows.toSorted((a, b) => sign * order(a, b) || byName(a, b));
}
