import type { Settings } from '../settings.ts';
import type { BackupPlace } from './backup-place.ts';
import { folderPlace } from './folder-place.ts';
import { s3Place } from './s3-place.ts';

/** Where the settings put backups: a store of the S3 protocol, or a folder. */
export function backupPlace({ backupDir, backupS3 }: Settings): BackupPlace {
  return backupS3 === null ? folderPlace(backupDir) : s3Place(backupS3);
}
