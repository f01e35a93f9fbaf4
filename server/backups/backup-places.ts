import type { Settings } from '../settings.ts';
import { openBucket } from '../file-store/s3-bucket.ts';
import type { S3Bucket } from '../file-store/s3-bucket.ts';
import type { BackupPlace } from './backup-place.ts';
import { BackupProblem } from './backup-problem.ts';
import { folderPlace } from './folder-place.ts';
import { s3Place } from './s3-place.ts';

/** The bucket that files lie in by the settings; null: they lie in the data folder. */
export const fileBucket = ({ filesS3 }: Settings): S3Bucket | null =>
  filesS3 && openBucket(filesS3, (...told) => new BackupProblem(...told));

/** Where the settings put backups: a store of the S3 protocol, or a folder. */
export function backupPlace({ backupDir, backupS3 }: Settings): BackupPlace {
  return backupS3 === null ? folderPlace(backupDir) : s3Place(backupS3);
}
