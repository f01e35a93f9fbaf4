import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Backup, BackupState } from '../../contract/backups.ts';
import type { Page } from '../../contract/paging.ts';
import { isoInstant, isoInstantOrNull } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { listPage } from '../database/list-page.ts';
import type { PageAsk } from '../database/list-page.ts';
import { notFound } from '../errors.ts';

/** Condition on `b`: nothing was found wrong with it. */
const isUndisputed = sql`b.drill_state is distinct from 'FAILED' and b.check_state is distinct from 'BAD'`;

/** Condition on `b`: it can be relied on, as far as anybody knows. */
export const isGood = sql`b.state = 'DONE' and ${isUndisputed}`;

/** Condition on `b`: it is not where it was put; a disk that comes back brings it back. */
export const isAway = sql`b.state = 'GONE' and ${isUndisputed}`;

/**
 * Condition on `b`: the clock went ahead when it was made, or goes behind now. It says nothing of how old the newest backup
 * is, and takes no other one's place.
 */
const isAhead = sql`coalesce(b.snapshot_at > now() + interval '10 minutes', false)`;

/** Condition on `b`: it can be relied on, and its time can. */
export const isGoodAndDated = sql`${isGood} and not ${isAhead}`;

/** Selects the newest backup that can be relied on. */
export const newestGood = sql`select b.id from backups b where ${isGood} order by ${isAhead}, b.snapshot_at desc, b.id desc limit 1`;

const columns = sql`b.id as "_id", b.state, b.scheduled_for is not null as "isScheduled", u.full_name as "createdBy",
  b.created_at as "createdAt", b.started_at as "startedAt", b.finished_at as "finishedAt", b.snapshot_at as "snapshotAt",
  b.file_name as "fileName", b.size, b.done_rows as "doneRows", b.expected_rows as "expectedRows",
  b.file_count as "fileCount", b.problem, b.drill_state as "drillState", b.drill_at as "drillAt",
  b.drill_problem as "drillProblem", b.check_state as "checkState", b.checked_at as "checkedAt",
  (b.state in ('DONE', 'FAILED', 'GONE') and b.id not in (${newestGood})) as "mayRemove"`;

const joins = sql`left join users u on u.id = b.created_by`;

interface BackupRow extends Backup, Record<string, unknown> {}

const toBackup = (row: BackupRow): Backup => ({
  ...row,
  createdAt: isoInstant(row.createdAt),
  startedAt: isoInstantOrNull(row.startedAt),
  finishedAt: isoInstantOrNull(row.finishedAt),
  snapshotAt: isoInstantOrNull(row.snapshotAt),
  drillAt: isoInstantOrNull(row.drillAt),
  checkedAt: isoInstantOrNull(row.checkedAt),
});

/** A page of the backups, the newest first. */
export async function listBackups(db: Db, page: PageAsk): Promise<Page<Backup>> {
  return listPage(db, page, {
    columns,
    from: sql`backups b`,
    joins,
    where: sql`true`,
    order: sql`b.created_at desc, b.id desc`,
    row: (row: BackupRow) => toBackup(row),
  });
}

/** A backup, or null. */
export async function findBackup(db: Db, id: string): Promise<Backup | null> {
  const { rows } = await db.execute<BackupRow>(
    sql`select ${columns} from backups b ${joins} where b.id = ${id}`,
  );
  return rows[0] ? toBackup(rows[0]) : null;
}

/** A backup. Throws 404. */
export async function readBackupRow(db: Db, id: string): Promise<Backup> {
  const found = await findBackup(db, id);
  if (!found) throw notFound('This backup');
  return found;
}

/** Changes a backup that is in one of the states. Returns whether it was. */
export async function moveBackup(
  db: Db,
  id: string,
  from: readonly BackupState[],
  change: SQL,
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`update backups set ${change}
    where id = ${id} and state = any(${sql.param([...from])}::text[])`);
  return (rowCount ?? 0) > 0;
}
