import { sql } from 'drizzle-orm';
import type { Backup } from '../../contract/backups.ts';
import type { Actor } from '../access/actor.ts';
import { runCommand } from '../command.ts';
import type { Command } from '../command.ts';
import { isoInstantOrNull } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { againstRules, conflict, notFound, unavailable } from '../errors.ts';
import type { FileAnswer } from '../http/serve.ts';
import { newId } from '../ids.ts';
import type { BackupPlace } from './backup-place.ts';
import { BackupGone, BackupProblem } from './backup-problem.ts';
import { isGoodAndDated, moveBackup, readBackupRow } from './backup-record.ts';

/** The queue of backups that wait for being made or checked. */
export const BACKUP_QUEUE = 'backup';

/** Whether the organisation could be restored, and from when. */
export interface BackupStanding extends Record<string, unknown> {
  /** There is a key that backups are made for. */
  readonly isSetUp: boolean;
  /** When the newest good backup was made; null: there is none. */
  readonly lastGoodAt: string | null;
  /** Hours since then, or since there is a key. */
  readonly hours: number;
  readonly isDrilled: boolean;
}

/** How backups stand. */
export async function readBackupStanding(db: Db): Promise<BackupStanding> {
  const { rows } = await db.execute<BackupStanding>(sql`
    select s.recipient is not null as "isSetUp", g.snapshot_at as "lastGoodAt",
      coalesce(floor(extract(epoch from now() - coalesce(g.snapshot_at, s.since)) / 3600), 0)::int as hours,
      coalesce(g.drill_state = 'PASSED', false) as "isDrilled"
    from backup_settings s left join lateral (select b.snapshot_at, b.drill_state from backups b where ${isGoodAndDated}
      order by b.snapshot_at desc, b.id desc limit 1) g on true`);
  const [standing] = rows;
  if (!standing) throw new Error('The settings of backups are missing.');
  return { ...standing, lastGoodAt: isoInstantOrNull(standing.lastGoodAt) };
}

/** A place that can't be reached, in an answer: its sentence says what to do. */
const placeError = (error: unknown): unknown =>
  error instanceof BackupProblem ? unavailable(error.message, 60) : error;

async function refuseWithoutKey({ tx }: Command): Promise<void> {
  const { rows } = await tx.execute(
    sql`select 1 from backup_settings where recipient is not null for update`,
  );
  if (rows.length === 0)
    throw againstRules('NO_BACKUP_KEY', 'Make the key of the backups first, then make one.');
}

/** Adds a backup that is made now. One that is in work is given back instead: two at once would make both slow. */
export async function requestBackup(context: Context, actor: Actor): Promise<Backup> {
  const backup = await runCommand(context.db, actor, async (command) => {
    const { tx, audit } = command;
    await refuseWithoutKey(command);
    const { rows } = await tx.execute<{ id: string }>(
      sql`select id from backups where state in ('WAITING', 'WRITING', 'DRILLING') limit 1`,
    );
    if (rows[0]) return readBackupRow(tx, rows[0].id);
    const id = newId();
    await tx.execute(sql`insert into backups (id, created_by) values (${id}, ${actor.userId})`);
    await context.jobs.add(tx, BACKUP_QUEUE, id);
    audit({ action: 'backup.make', entity: 'backup', entityId: id });
    return readBackupRow(tx, id);
  });
  context.jobs.wake(BACKUP_QUEUE);
  return backup;
}

/** Has the stored file read again. Throws 404, and 409 for a backup without a file. */
export async function requestCheck(context: Context, actor: Actor, id: string): Promise<Backup> {
  const backup = await runCommand(context.db, actor, async ({ tx, audit }) => {
    await readBackupRow(tx, id);
    if (!(await moveBackup(tx, id, ['DONE', 'GONE'], sql`check_state = 'WAITING'`)))
      throw conflict('NO_BACKUP_FILE', 'This backup has no file that could be checked.');
    await context.jobs.add(tx, BACKUP_QUEUE, id);
    audit({ action: 'backup.check', entity: 'backup', entityId: id });
    return readBackupRow(tx, id);
  });
  context.jobs.wake(BACKUP_QUEUE);
  return backup;
}

/** The file of a backup, for its download. Throws 404. */
export async function openBackupFile(
  { db }: Context,
  actor: Actor,
  place: BackupPlace,
  id: string,
): Promise<FileAnswer> {
  const { fileName, state } = await readBackupRow(db, id);
  if (fileName === null || state !== 'DONE') throw notFound('The file of this backup');
  const bytes = await place.read(fileName).catch((error: unknown) => {
    throw error instanceof BackupGone ? notFound('The file of this backup') : placeError(error);
  });
  await runCommand(db, actor, async ({ audit }) => {
    audit({ action: 'backup.download', entity: 'backup', entityId: id, details: { fileName } });
  });
  return { name: fileName, contentType: 'application/octet-stream', bytes };
}

/** Removes a backup and its file. Throws 404, and 409 for one in work and for the last good one. */
export async function removeBackup(
  { db }: Context,
  actor: Actor,
  place: BackupPlace,
  id: string,
): Promise<{ success: true }> {
  const fileName = await runCommand(db, actor, async ({ tx, audit }) => {
    await tx.execute(sql`select 1 from backup_settings for update`);
    const backup = await readBackupRow(tx, id);
    if (!backup.mayRemove)
      throw conflict(
        'BACKUP_STAYS',
        'This backup stays: it is in work, or it is the last good one. Make another first.',
      );
    // Its file goes first: one without its row would lie there for ever. One that stays is found again.
    await tx.execute(sql`update backups set state = 'GONE' where id = ${id}`);
    audit({
      action: 'backup.remove',
      entity: 'backup',
      entityId: id,
      details: { fileName: backup.fileName },
    });
    return backup.fileName;
  });
  if (fileName !== null)
    await place.remove(fileName).catch((error: unknown) => {
      throw placeError(error);
    });
  await db.execute(sql`delete from backups where id = ${id}`);
  return { success: true };
}
