import type { backupCalls, BackupSettings } from '../../../contract/backups.ts';
import type { BodyOf } from '../../../contract/call.ts';

/** What of the settings may be changed. */
export function settingsBody({
  recipient,
  isScheduled,
  at,
  keepDaily,
  keepWeekly,
  keepMonthly,
  revision,
}: BackupSettings): BodyOf<typeof backupCalls.saveBackupSettings> {
  return { recipient, isScheduled, at, keepDaily, keepWeekly, keepMonthly, revision };
}
