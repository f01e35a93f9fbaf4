import type { Locker } from '@tus/server';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { CallAnswer } from '../../contract/call.ts';
import type { deviceCalls } from '../../contract/device.ts';
import { base64url, sha256Hex } from '../../contract/queued-work.ts';
import { idSchema } from '../../contract/values.ts';
import type { DeviceCaller } from '../access/actor.ts';
import type { Context } from '../context.ts';
import { conflict } from '../errors.ts';
import { asCallError } from '../http/error-answer.ts';
import { deliverFile } from './file-delivery.ts';
import type { UploadStore } from './upload-store.ts';

/** What a device says of a file when it begins to upload it: the headers of a file sent in one request, by other names. */
export const metadataSchema = z.object({
  fileid: idSchema,
  keyid: idSchema,
  ephemeralkey: base64url.max(200),
  sha256: sha256Hex,
  replaces: z.literal('1').optional(),
});

/** A file that was received whole. */
export type FileAnswer = CallAnswer<(typeof deviceCalls)['deliverFile']>;

/** Hands an upload that is whole on to deliverFile and removes it. Throws what deliverFile throws. */
export type Finisher = (device: DeviceCaller, uploadId: string) => Promise<FileAnswer>;

/** The bytes, read while nobody writes them. Throws 409 when they are not whole. */
async function readWhole(store: UploadStore, locker: Locker, uploadId: string) {
  const lock = locker.newLock(uploadId);
  await lock.lock(new AbortController().signal, () => undefined);
  try {
    const { size, metadata } = await store.getUpload(uploadId);
    const bytes = await readFile(join(store.directory, uploadId));
    if (bytes.length !== size)
      throw conflict('WRONG_OFFSET', 'This upload was begun anew meanwhile.');
    return { bytes, metadata: metadataSchema.parse(metadata) };
  } finally {
    await lock.unlock();
  }
}

/** Makes what finishes uploads of that store. Finishing one twice, even at once, is harmless. */
export function uploadFinisher(context: Context, store: UploadStore, locker: Locker): Finisher {
  return async (device, uploadId) => {
    const { bytes, metadata } = await readWhole(store, locker, uploadId);
    const { fileid: id, keyid, ephemeralkey, sha256, replaces } = metadata;
    const headers = {
      'x-key-id': keyid,
      'x-ephemeral-key': ephemeralkey,
      'x-sha256': sha256,
      'x-replaces': replaces,
    };
    try {
      const answer = await deliverFile(context, device, { params: { id }, headers }, bytes);
      await store.drop(uploadId);
      return answer;
    } catch (error) {
      const { status } = asCallError(error);
      // What is refused once and for all would be refused again; what failed for the moment is finished later.
      if (status < 500 && status !== 429) await store.drop(uploadId);
      throw error;
    }
  };
}
