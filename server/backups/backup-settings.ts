import { sql } from 'drizzle-orm';
import type { BackupSettings, backupCalls } from '../../contract/backups.ts';
import type { CallRequest } from '../../contract/call.ts';
import { fieldProblem } from '../../contract/errors.ts';
import type { Actor } from '../access/actor.ts';
import { refuseStale } from '../audit/stale-record.ts';
import { isoInstantOrNull } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Db } from '../database/connection.ts';
import { revisionOf } from '../database/revision.ts';
import { badInput } from '../errors.ts';
import { isRecipient } from './age-stream.ts';
import type { BackupPlace } from './backup-place.ts';
import { isGoodAndDated } from './backup-record.ts';

interface SettingsRow extends Record<string, unknown>, Omit<BackupSettings, 'place'> {}

const stored = sql`select s.recipient, s.is_scheduled, s.at, s.keep_daily, s.keep_weekly, s.keep_monthly from backup_settings s`;

/** How backups are made and kept. */
export async function readBackupSettings(db: Db, place: BackupPlace): Promise<BackupSettings> {
  const { rows } =
    await db.execute<SettingsRow>(sql`select s.recipient, s.is_scheduled as "isScheduled", s.at,
      s.keep_daily as "keepDaily", s.keep_weekly as "keepWeekly", s.keep_monthly as "keepMonthly",
      ${revisionOf(stored)} as revision,
      (select max(b.snapshot_at) from backups b where ${isGoodAndDated}) as "lastGoodAt",
      (select max(b.drill_at) from backups b where b.drill_state = 'PASSED') as "lastDrillAt"
    from backup_settings s`);
  const [row] = rows;
  if (!row) throw new Error('The settings of backups are missing.');
  return {
    ...row,
    lastGoodAt: isoInstantOrNull(row.lastGoodAt),
    lastDrillAt: isoInstantOrNull(row.lastDrillAt),
    place: place.name,
  };
}

/**
 * Changes how backups are made and kept. Throws 400 for a new key with a slip in it, to which no backup could be made, and
 * 409. One that an earlier version took stands in the way of nothing else.
 */
export async function saveBackupSettings(
  db: Db,
  actor: Actor,
  place: BackupPlace,
  { revision, ...given }: CallRequest<typeof backupCalls.saveBackupSettings>['body'],
): Promise<BackupSettings> {
  return runCommand(db, actor, async ({ tx, audit }) => {
    const { rows } = await tx.execute<{ recipient: string | null }>(
      sql`select recipient from backup_settings for update`,
    );
    const { recipient } = given;
    if (recipient !== null && recipient !== rows[0]?.recipient && !isRecipient(recipient))
      throw badInput('This key has a slip in it.', [
        fieldProblem('recipient', 'mistyped-backup-key'),
      ]);
    await refuseStale(tx, revision, stored, { kind: 'backups' });
    await tx.execute(sql`update backup_settings set recipient = ${given.recipient},
      is_scheduled = ${given.isScheduled}, at = ${given.at}, keep_daily = ${given.keepDaily},
      keep_weekly = ${given.keepWeekly}, keep_monthly = ${given.keepMonthly},
      since = case when ${given.recipient}::text is null then null else coalesce(since, now()) end`);
    audit({ action: 'backup.settings', entity: 'backup', details: { ...given } });
    return readBackupSettings(tx, place);
  });
}
