import { countedBytes } from '../file-store/counted-bytes.ts';
import { openBucket } from '../file-store/s3-bucket.ts';
import type { S3Settings } from '../file-store/s3-settings.ts';
import type { BackupPlace } from './backup-place.ts';
import { BackupGone, BackupProblem } from './backup-problem.ts';

/** A bucket of a store of the S3 protocol, or a folder of one. */
export function s3Place(settings: S3Settings): BackupPlace {
  const bucket = openBucket(settings, (...told) => new BackupProblem(...told));
  return {
    name: bucket.where,
    put: async (name, bytes) => {
      const { pieces, total } = countedBytes(bytes);
      await bucket.put(name, pieces);
      return total();
    },
    read: async (name) => {
      const found = await bucket.read(name);
      if (found === null)
        throw new BackupGone('backup-file-gone', { file: name, place: bucket.where });
      return found.bytes;
    },
    sizeOf: async (name) => bucket.sizeOf(name),
    remove: async (name) => bucket.remove(name),
    sweep: async (isLeft) => bucket.sweep('recoup-', isLeft),
  };
}
