import { sql } from 'drizzle-orm';
import { runCommand } from '../command.ts';
import { tellOfPutBack } from '../notifications/put-back-service.ts';
import type { Db } from './connection.ts';
import { isPutBack } from './life-mark.ts';
import { holdLock } from './locks.ts';

/**
 * More receipt numbers than a year of a large agency takes, and by chance as many steps more: two copies of one database do
 * not give the same numbers.
 */
const SKIPPED_RECEIPT_NUMBERS = { least: 10_000_000, step: 100_000, steps: 900 };

/**
 * What tells this copy of the database from others: PostgreSQL's cluster, its timeline (another after a recovery to a
 * point in time) and the database in it. Null where the server may not ask.
 */
async function readOrigin(db: Db): Promise<string | null> {
  try {
    const result = await db.execute<{ origin: string }>(sql`
      select concat_ws('/', (select system_identifier from pg_control_system()),
        left(pg_walfile_name(pg_current_wal_lsn()), 8), d.oid) as origin
      from pg_database d where d.datname = current_database()`);
    return result.rows[0]?.origin ?? null;
  } catch {
    return null;
  }
}

/**
 * Gives the database a new epoch: phones deliver again what they had confirmed, and pull everything anew. Marks of changes
 * that a younger cluster would take for changes of its future are made anew too. Returns the epoch.
 */
async function beginNewLife(db: Db, origin: string | null, why: string): Promise<string> {
  return runCommand(db, null, async ({ tx, audit }) => {
    // A big database takes longer than a request may.
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`update allocations set changed_xid = pg_current_xact_id()
      where changed_xid >= pg_snapshot_xmin(pg_current_snapshot())`);
    const result = await tx.execute<{ epoch: string }>(sql`
      update organisation set epoch = gen_random_uuid(), origin = coalesce(${origin}, origin) returning epoch`);
    const epoch = result.rows[0]?.epoch ?? '';
    const { least, step, steps } = SKIPPED_RECEIPT_NUMBERS;
    // Receipt numbers that phones hold from the lost part of the old life are not given to anybody else.
    await tx.execute(
      sql`select setval('receipt_number', last_value + ${least} + floor(random() * ${steps})::bigint * ${step}) from receipt_number`,
    );
    await tx.execute(sql`update backups set is_earlier = true where not is_earlier`);
    await tellOfPutBack(tx);
    audit({ action: 'database.new-life', entity: 'organisation', details: { epoch, why } });
    return epoch;
  });
}

/** Begins a new life because someone says that a backup was restored (npm run after-restore). Returns the epoch. */
export async function beginLifeAfterRestore(db: Db): Promise<string> {
  return beginNewLife(db, await readOrigin(db), 'after-restore');
}

/**
 * At a start: begins a new life when this is another copy of the database than at the last start (a dump loaded elsewhere,
 * a recovery to a point in time), or lacks what the mark in `dataDir` names (its files were put back in place; where the
 * mark was put back with them, `npm run after-restore` says it, and else phones notice what is missing of theirs). Returns
 * whether it was noticed.
 */
export async function noticeRestore(db: Db, dataDir: string): Promise<boolean> {
  const origin = await readOrigin(db);
  if (origin === null) return false;
  return db.transaction(async (tx) => {
    await holdLock(tx, 'life');
    const result = await tx.execute<{ origin: string | null }>(
      sql`select origin from organisation`,
    );
    const known = result.rows[0]?.origin ?? null;
    const isSamePlace = known === origin;
    if (isSamePlace && !(await isPutBack(tx, dataDir, origin))) return false;
    if (known === null) {
      await tx.execute(sql`update organisation set origin = ${origin}`);
      return false;
    }
    await beginNewLife(tx, origin, isSamePlace ? 'put back' : 'another copy');
    return true;
  });
}
