import { Server } from '@tus/server';
import type { Locker } from '@tus/server';
import { join } from 'node:path';
import { deviceCalls } from '../../contract/device.ts';
import type { DeviceCaller } from '../access/actor.ts';
import type { Context } from '../context.ts';
import { CallError, badInput, tooMany } from '../errors.ts';
import { parsePart } from '../http/serve.ts';
import type { Settings } from '../settings.ts';
import { metadataSchema, uploadFinisher } from './upload-finish.ts';
import type { FileAnswer, Finisher } from './upload-finish.ts';
import { uploadLocker } from './upload-locker.ts';
import { UploadStore } from './upload-store.ts';

/** The address that uploads are made at; each is found below it under its file's id. */
export const UPLOADS_PATH = '/api/v1/device/uploads';

/** More unfinished uploads of one person are no queue but a flood. */
const MOST_UNFINISHED = 200;
/** A holder of an upload that is asked to let go writes what it has within this time. */
const DRAIN_MS = 300;

/** A request of the protocol, and whom it is done for. */
interface Errand {
  readonly device: DeviceCaller;
  /** What was thrown while it was served; null: nothing. */
  refusal: unknown;
}

/** Uploads that continue where they stopped (tus). */
export interface ResumableUploads {
  /** Serves one request of the protocol for that device. Throws the refusal that the answer would be. */
  serve(request: Request, device: DeviceCaller): Promise<Response>;
  /** Finishes an own upload whose last byte came, but whose end was cut off; null when there is none. Throws what deliverFile throws. */
  finishWaiting(device: DeviceCaller, fileId: string): Promise<FileAnswer | null>;
  stop(): Promise<void>;
}

/** The folder of unfinished uploads. */
export const uploadsFolder = ({ dataDir }: Pick<Settings, 'dataDir'>): string =>
  join(dataDir, 'uploads');

/** An upload is kept under its owner's id too: another person's can not even be named. */
const uploadIdOf = (device: DeviceCaller, fileId: string) => `${device.actor.userId}_${fileId}`;
const fileIdOf = (uploadId: string) => uploadId.slice(uploadId.indexOf('_') + 1);

/** The protocol's own refusals in our words. What the sender caused is never a 5xx. */
function protocolRefusal(status: number): CallError {
  const known: Readonly<Record<number, [string, string]>> = {
    404: ['UPLOAD_GONE', 'This upload is not known here. Begin it anew.'],
    409: ['WRONG_OFFSET', 'The upload continues at another place. Ask where.'],
    410: ['UPLOAD_GONE', 'This upload waited too long. Begin it anew.'],
    412: ['BAD_INPUT', 'This version of the upload protocol is not spoken here.'],
    413: ['TOO_LARGE', 'This is more than was announced, or too large to send.'],
  };
  const words = known[status];
  if (words) return new CallError(status, ...words);
  return status === 500
    ? new CallError(503, 'UNAVAILABLE', 'The file could not be written. Try again in a moment.')
    : badInput('This is no request of the upload protocol.');
}

function isProtocolError(error: unknown): error is { status_code: number } {
  return typeof error === 'object' && error !== null && 'status_code' in error;
}

/** The protocol's server over our store: who asks decides what an address means, so that nobody meets another's upload. */
function protocolServer(
  store: UploadStore,
  locker: Locker,
  finish: Finisher,
  errandOf: (request: object) => Errand,
): Server {
  return new Server({
    path: UPLOADS_PATH,
    datastore: store,
    locker,
    lockDrainTimeout: DRAIN_MS,
    maxSize: deviceCalls.deliverFile.bodyLimit,
    allowedOrigins: [],
    namingFunction: async (request, metadata) => {
      const { device } = errandOf(request);
      const { fileid } = parsePart(metadataSchema, metadata, 'metadata') as { fileid: string };
      if ((await store.countOf(device.actor.userId)) >= MOST_UNFINISHED)
        throw tooMany('Too many files are being uploaded. Finish some of them first.', 60);
      return uploadIdOf(device, fileid);
    },
    generateUrl: (_request, { path, id }) => `${path}/${fileIdOf(id)}`,
    getFileIdFromRequest: (request, fileId = '') => uploadIdOf(errandOf(request).device, fileId),
    onUploadFinish: async (request, upload) => {
      const answer = await finish(errandOf(request).device, upload.id);
      const headers = { 'content-type': 'application/json; charset=utf-8' };
      return { status_code: 200, headers, body: JSON.stringify(answer) };
    },
    onResponseError: (request, error) => {
      errandOf(request).refusal = error;
      return undefined;
    },
  });
}

/** Opens the uploads in `DATA_DIR/uploads`. A file received whole goes the way of one sent in one request. */
export function openUploads(context: Context): ResumableUploads {
  const store = new UploadStore(uploadsFolder(context.settings));
  const locks = uploadLocker(context.database.url);
  const finish = uploadFinisher(context, store, locks.locker);
  const errands = new WeakMap<object, Errand>();
  const errandOf = (request: object): Errand => {
    const errand = errands.get(request);
    if (!errand) throw new Error('An upload is served for nobody.');
    return errand;
  };

  const server = protocolServer(store, locks.locker, finish, errandOf);
  return {
    serve: async (request, device) => {
      const errand: Errand = { device, refusal: null };
      errands.set(request, errand);
      const answer = await server.handleWeb(request);
      if (answer.status < 400) return answer;
      const { refusal } = errand;
      if (refusal === null || isProtocolError(refusal)) throw protocolRefusal(answer.status);
      throw refusal;
    },
    finishWaiting: async (device, fileId) => {
      const uploadId = uploadIdOf(device, fileId);
      const upload = await store.getUpload(uploadId).catch(() => null);
      return upload && upload.offset === upload.size ? finish(device, uploadId) : null;
    },
    stop: async () => locks.stop(),
  };
}
