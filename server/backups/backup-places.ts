import type { Settings } from '../settings.ts';
import type { BackupPlace } from './backup-place.ts';
import { folderPlace } from './folder-place.ts';

/** Where the settings put backups. */
export function backupPlace({ backupDir }: Settings): BackupPlace {
  return folderPlace(backupDir);
}
