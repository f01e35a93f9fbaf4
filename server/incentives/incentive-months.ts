import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { businessDay, isoInstantOrNull } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { monthAfter, monthOf } from '../targets/target-service.ts';
import { openCorrections } from './incentive-corrections.ts';
import { keptSteps } from './incentive-kept.ts';
import { incentiveSteps } from './incentive-math.ts';
import { liveSource, setStructures } from './incentive-sources.ts';

/** How a month stands. */
export interface MonthState {
  /** Its first day. */
  readonly month: string;
  /** Null: it is open, and its statements are live. */
  readonly closedAt: string | null;
  /** The newest closed month; null: none is. */
  readonly lastClosed: string | null;
  /** The month after it, where that is over: the only one that can be closed, when months are. */
  readonly closable: string | null;
}

/** How a month stands now; this month without one. */
export async function readMonthState(
  db: Db,
  zone: string,
  asked: string | undefined,
): Promise<MonthState> {
  const today = businessDay(zone);
  const month = monthOf(asked ?? today);
  const { rows } = await db.execute<{ lastClosed: string | null; closedAt: string | null }>(sql`
    select (select max(m.month) from incentive_months m) as "lastClosed",
      (select m.closed_at from incentive_months m where m.month = ${month}::date) as "closedAt"`);
  const lastClosed = rows[0]?.lastClosed ?? null;
  const last = monthAfter(monthOf(today), -1);
  // The first one to be closed may be any: what lies before it stays outside.
  const next = lastClosed === null ? last : monthAfter(lastClosed, 1);
  return {
    month,
    closedAt: isoInstantOrNull(rows[0]?.closedAt ?? null),
    lastClosed,
    closable: next <= last ? next : null,
  };
}

/** A table without a correction. */
const noCorrections = sql`(select k.* from incentive_corrections k where false)`;

/**
 * `totals`, `summed`, `teams` and `fixes` of a month: as they are kept when it is closed, else live. Corrections of closed
 * months stand in the month after them. `which` are the attributed payments `p` that are computed.
 */
export function monthSteps(state: MonthState, zone: string, which: SQL = sql`true`): SQL {
  const { month, closedAt, lastClosed } = state;
  if (closedAt !== null) return keptSteps(month);
  const isNext = lastClosed !== null && month === monthAfter(lastClosed, 1);
  const source = liveSource({ month, zone, structures: setStructures, which });
  return sql`${source}, ${incentiveSteps},
    fixes as materialized (select f.* from ${isNext ? openCorrections(zone) : noCorrections} f)`;
}
