import type { CallAnswer } from '../../contract/call.ts';
import type { Analytics, staffDashboardCalls } from '../../contract/staff-dashboard.ts';
import type { Actor } from '../access/actor.ts';
import { addDays, businessDay } from '../clock.ts';
import { monthSoFar } from '../day-span.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import type { BoardFilter, BoardRange } from './dashboard-scope.ts';
import { readDueTallies } from './scheduled-cases.ts';
import { readStock } from './stock-figures.ts';
import { readTeamDay } from './team-day.ts';
import { readDays, sumWork } from './work-figures.ts';

type ManagerAnalytics = CallAnswer<typeof staffDashboardCalls.getManagerLandingAnalytics>;

/** A board: what it is narrowed to, and its days as they were asked for. */
export interface BoardAsk {
  readonly filter: BoardFilter;
  readonly gte?: string | undefined;
  readonly lte?: string | undefined;
}

/** All figures of a board are of one instant. */
function atOneInstant<Result>(context: Context, read: (tx: Db) => Promise<Result>) {
  return context.db.transaction(read, {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
}

async function readWork(
  tx: Db,
  zone: string,
  actor: Actor,
  filter: BoardFilter,
  range: BoardRange,
) {
  const today = businessDay(zone);
  const yesterday = addDays(today, -1);
  const isInside = range.from <= yesterday && range.to >= today;
  const days = await readDays(tx, zone, actor, filter, range);
  // The range is often last month: today and yesterday are then days of their own.
  const near = isInside
    ? days
    : await readDays(tx, zone, actor, filter, { from: yesterday, to: today });
  const of = (day: string) => sumWork(near.filter((each) => each.day === day));
  return { today: of(today), yesterday: of(yesterday), range: sumWork(days), days };
}

async function readFigures(tx: Db, zone: string, actor: Actor, ask: BoardAsk) {
  const range = monthSoFar(zone, ask);
  const { stock, heldBy } = await readStock(tx, actor, ask.filter);
  const due = await readDueTallies(tx, zone, actor, ask.filter);
  const work = await readWork(tx, zone, actor, ask.filter, range);
  return { analytics: { ...range, stock, due, ...work }, heldBy };
}

/** How loans and work of a collector stand (spec 7.5). */
export async function getLandingAnalytics(
  context: Context,
  actor: Actor,
  ask: BoardAsk,
): Promise<Analytics> {
  const zone = context.settings.businessTz;
  return atOneInstant(context, async (tx) => (await readFigures(tx, zone, actor, ask)).analytics);
}

/** The same of a manager, with the team's day (spec 7.5). */
export async function getManagerLandingAnalytics(
  context: Context,
  actor: Actor,
  ask: BoardAsk,
): Promise<ManagerAnalytics> {
  const zone = context.settings.businessTz;
  return atOneInstant(context, async (tx) => {
    const { analytics, heldBy } = await readFigures(tx, zone, actor, ask);
    return { ...analytics, team: await readTeamDay(tx, zone, actor, ask.filter, heldBy) };
  });
}
