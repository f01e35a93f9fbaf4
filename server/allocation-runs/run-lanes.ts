import { sql } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';
import { middleOf } from './run-pieces.ts';
import type { Piece } from './run-pieces.ts';

/*
 * A large run is carried out in two lanes side by side, the lower and the upper half of its loans' ids: the database has a
 * core for each. They share no loan, so neither waits for the other, and who works on loans of both waits for one of them
 * at a time. A lane's row says how far it is and is locked by whoever does its next piece.
 */

/** What a run does with its loans now. */
export type Doing = 'APPLYING' | 'UNDOING';

/**
 * The numbers of the run's lanes, made unless a killed process left them. None when the run is not at this (any more).
 */
export async function openLanes(db: Db, runId: string, doing: Doing): Promise<number[]> {
  return db.transaction(async (tx) => {
    const run = await tx.execute(
      sql`select 1 from allocation_runs where id = ${runId} and state = ${doing} for update`,
    );
    if (run.rows.length === 0) return [];
    const left = await tx.execute<{ lane: number }>(
      sql`select lane from allocation_run_lanes where run_id = ${runId} order by lane`,
    );
    if (left.rows.length > 0) return left.rows.map(({ lane }) => lane);
    const middle = await middleOf(tx, runId);
    const ranges =
      middle === null ? sql`(1, null, null)` : sql`(1, null, ${middle}), (2, ${middle}, null)`;
    const made = await tx.execute<{ lane: number }>(sql`
      insert into allocation_run_lanes (run_id, lane, reached, until)
      select ${runId}::uuid, v.lane, v.reached::uuid, v.until::uuid from (values ${ranges}) as v(lane, reached, until)
      returning lane`);
    return made.rows.map(({ lane }) => lane);
  });
}

/** Locks a lane, so that one process at a time does a piece of it, and says what is left. Null when the run is not at this. */
export async function lockLane(
  tx: Db,
  runId: string,
  lane: number,
  doing: Doing,
): Promise<Piece | null> {
  const { rows } = await tx.execute<{ after: string | null; last: string | null }>(sql`
    select n.reached as after, n.until as last from allocation_run_lanes n join allocation_runs r on r.id = n.run_id
    where n.run_id = ${runId} and n.lane = ${lane} and r.state = ${doing} for update of n`);
  return rows[0] ? { runId, ...rows[0] } : null;
}

/** A locked lane went on to the end of a piece. */
export async function moveLane(tx: Db, lane: number, { runId, last }: Piece): Promise<void> {
  await tx.execute(sql`update allocation_run_lanes set reached = ${last}
    where run_id = ${runId} and lane = ${lane}`);
}

/** The run is at its end, or begins to do something else. */
export async function closeLanes(tx: Db, runId: string): Promise<void> {
  await tx.execute(sql`delete from allocation_run_lanes where run_id = ${runId}`);
}
