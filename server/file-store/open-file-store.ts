import { join } from 'node:path';
import { incomingFolder } from '../http/incoming-folder.ts';
import type { Settings } from '../settings.ts';
import type { FileStore } from './file-store.ts';
import { folderStore } from './folder-store.ts';
import { openFileBucket, s3Store } from './s3-store.ts';

/** Where the settings put files: a bucket, or the data folder. */
export function openFileStore(settings: Pick<Settings, 'dataDir' | 'filesS3'>): FileStore {
  const folder = folderStore(join(settings.dataDir, 'files'));
  if (settings.filesS3 === null) return folder;
  return s3Store(openFileBucket(settings.filesS3), folder, incomingFolder(settings));
}
