import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { jobSentence } from '../../contract/job-words.ts';
import { openBucket } from './s3-bucket.ts';
import type { S3Bucket } from './s3-bucket.ts';
import type { S3Settings } from './s3-settings.ts';
import { log } from '../log.ts';
import { countedBytes } from './counted-bytes.ts';
import { checkedKey, filesAway } from './file-store.ts';
import type { FileStore } from './file-store.ts';

/** The bucket of files: while it is away a call may come again, and the log says what is wrong with it. */
export const openFileBucket = (settings: S3Settings): S3Bucket =>
  openBucket(settings, (word, values, cause) => {
    log.error(`The store of files: ${jobSentence(word, values)}`);
    return filesAway(cause.cause);
  });

/**
 * A file store in a bucket. What is not there is looked for in `before`, where files lay until the bucket was chosen;
 * `localFolder` takes files that are lent.
 */
export function s3Store(bucket: S3Bucket, before: FileStore, localFolder: string): FileStore {
  const read = async (key: string): Promise<Readable> =>
    (await bucket.read(checkedKey(key)))?.bytes ?? before.read(key);
  return {
    write: async (key, source) => {
      const { pieces, total } = countedBytes(source);
      await bucket.put(checkedKey(key), pieces);
      await before.remove(key);
      return total();
    },
    read,
    withLocalFile: async (key, borrow) => {
      const path = join(localFolder, `${randomBytes(12).toString('hex')}.lent`);
      try {
        await pipeline(await read(key), createWriteStream(path, { mode: 0o600 }));
        return await borrow(path);
      } finally {
        await rm(path, { force: true });
      }
    },
    remove: async (key) => {
      await bucket.remove(checkedKey(key));
      await before.remove(key);
    },
  };
}
