import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { SAME_VISIT_MS } from '../../contract/disposition.ts';
import type { Disposition, Position } from '../../contract/disposition.ts';
import type { Actor } from '../access/actor.ts';
import type { Db } from '../database/connection.ts';
import type { DispositionRow } from './disposition-rows-service.ts';
import { earlierVisitColumns, earlierVisitJoins, toEarlierVisit } from './earlier-visit.ts';
import type { MarkRow } from './earlier-visit.ts';

type Place = Exclude<Position, { missingReason: string }>;

/** Nobody drives faster from one borrower to the next: metres in a second (150 km/h). */
const FASTEST = 42;
/** What is nearer together than this, beside what both positions may be wrong by, is no matter of how fast: metres. */
const NEAR = 3000;
/** Who worked so long ago may be anywhere by now. */
const LOOKED_BACK = sql`interval '12 hours'`;
const EARTH_METRES = 6_371_000;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The distance over the ground, in metres. */
function metresBetween(one: Place, other: Place): number {
  const north = Math.sin(radians(other.latitude - one.latitude) / 2) ** 2;
  const east = Math.sin(radians(other.longitude - one.longitude) / 2) ** 2;
  const slant = north + Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * east;
  return 2 * EARTH_METRES * Math.asin(Math.min(1, Math.sqrt(slant)));
}

/** How far one came from the other, in metres, where nobody comes so far in the time between; else null. */
function tooFar(from: Place | null, to: Place | null): number | null {
  if (from === null || to === null) return null;
  const metres = metresBetween(from, to);
  const certain = metres - from.accuracyMetres - to.accuracyMetres;
  const seconds = Math.abs(Date.parse(to.takenAt) - Date.parse(from.takenAt)) / 1000;
  return certain > NEAR && certain > FASTEST * seconds ? Math.round(metres) : null;
}

/** Instants that the wire takes and PostgreSQL does not know: the year 0, an offset of a day, digits without end. */
const KNOWN_INSTANT = sql`'^[12][0-9]{3}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,9})?)?(Z|[+-](0[0-9]|1[0-4]):[0-9]{2})$'`;

/**
 * Condition on a visit: its position was taken while it was recorded. A position of another time says nothing of it, nor does
 * one of no time: whoever made that up must not keep the others from being read.
 */
const isPlaced = (visit: SQL): SQL => {
  const takenAt = sql`${visit}.position->>'takenAt'`;
  return sql`${visit}.channel = 'FIELD' and abs(extract(epoch from ${visit}.recorded_at
    - case when ${takenAt} ~ ${KNOWN_INSTANT} then (${takenAt})::timestamptz end)) * 1000 <= ${SAME_VISIT_MS}`;
};

interface PlacedRow extends MarkRow {
  from: Place | null;
  to: Place | null;
}

/**
 * The rows, with each visit marked that is farther from its agent's visit before than anybody comes in the time between.
 * Worked out as it is read, from the visits as they are: it is the same in whatever order they came.
 */
export async function withFarVisits<Row extends DispositionRow>(
  db: Db,
  actor: Actor,
  rows: readonly Row[],
): Promise<Row[]> {
  const placed = rows.filter(({ position }) => position !== null && 'latitude' in position);
  if (placed.length === 0) return [...rows];
  const ids = placed.map((row) => row._id);
  const found = await db.execute<PlacedRow>(sql`
    select v.id as "markedId", v.position as "to", e.* from dispositions v cross join lateral (
      select ${earlierVisitColumns}, d.position as "from"
      from dispositions d ${earlierVisitJoins(actor)}
      where d.agent_id = v.agent_id and (d.recorded_at, d.id) < (v.recorded_at, v.id)
        and d.recorded_at > v.recorded_at - ${LOOKED_BACK} and ${isPlaced(sql`d`)}
      order by d.recorded_at desc, d.id desc limit 1) e
    where v.id = any(${sql.param(ids)}::uuid[]) and ${isPlaced(sql`v`)}`);
  const marks = new Map<string, Disposition['tooFarFrom']>();
  for (const { markedId, from, to, ...visit } of found.rows) {
    const metres = tooFar(from, to);
    if (metres !== null) marks.set(markedId, { ...toEarlierVisit(visit), metres });
  }
  return rows.map((row) => {
    const tooFarFrom = marks.get(row._id);
    return tooFarFrom === undefined ? row : { ...row, tooFarFrom };
  });
}
