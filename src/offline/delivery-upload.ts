import BaseUpload from 'tus-js-client/lib/upload.js';
import type { HttpResponse } from 'tus-js-client';
import type { CallAnswer } from '../../contract/call.ts';
import { deviceCalls } from '../../contract/device.ts';
import { OfflineError } from '../remote/call-errors.ts';
import { createServerClient } from '../remote/server-client.ts';
import { noteSpeed, partBytes } from './delivery-line.ts';
import type { StoredFile } from './outbox-database.ts';
import { UploadGone, jsonOrNull, uploadRequests } from './upload-requests.ts';

/** The status of an answer that the upload continues at another place. */
const WRONG_OFFSET = 409;
const CHUNK_TIMEOUT_MS = 180_000;

/** One file to upload in parts. */
export interface UploadJob {
  file: StoredFile;
  sealed: ArrayBuffer;
  deliveryToken: string;
  /** Runs, to its end, before the server has anything of the file. */
  onBegin: () => Promise<void>;
  /** The server has taken another part, and so many bytes by now. */
  onPart: (sentBytes: number) => void;
}

/** What became of a file. */
export type FileAnswer = CallAnswer<typeof deviceCalls.readFileReceipt>;

/**
 * Uploads a file in parts (tus) and returns the server's word on it. Begun before (`isStarted`), it goes on where the
 * server has it; is that gone, it begins anew, unless the file arrived meanwhile. Throws the client's errors.
 */
export async function uploadFile(job: UploadJob): Promise<FileAnswer> {
  try {
    return await goOn(job);
  } catch (error) {
    if (job.file.isStarted !== true || !(error instanceof OfflineError) || error.status === 0)
      throw error;
    // An answer to HEAD doesn't say why: this one does, or is refused with the reason.
    const receipt = await readReceipt(job);
    if (receipt.outcome !== 'UNKNOWN') return receipt;
    if (!(error instanceof UploadGone)) throw error;
    return begin(job);
  }
}

/** Where more had come by an older connection than was known, it is asked once more where to go on. */
async function goOn(job: UploadJob): Promise<FileAnswer> {
  const url = urlOf(job.file.fileId);
  try {
    return await (job.file.isStarted === true ? upload(job, url) : begin(job));
  } catch (error) {
    if (!(error instanceof UploadGone) || error.status !== WRONG_OFFSET) throw error;
    return upload(job, url);
  }
}

async function begin(job: UploadJob): Promise<FileAnswer> {
  await job.onBegin();
  return upload(job, null);
}

/** The file's own address: the same each time, so that nothing has to be remembered. */
function urlOf(fileId: string): string {
  const { origin } = globalThis.location ?? { origin: 'http://localhost' };
  return `${origin}/api/v1/device/uploads/${fileId}`;
}

async function readReceipt({ file, deliveryToken }: UploadJob): Promise<FileAnswer> {
  const client = createServerClient({ token: () => deliveryToken });
  return client.call(deviceCalls.readFileReceipt, { params: { id: file.fileId } });
}

function upload(job: UploadJob, resumeAt: string | null): Promise<FileAnswer> {
  const { file, sealed, deliveryToken, onPart } = job;
  const url = urlOf(file.fileId);
  let partAt = performance.now();
  return new Promise((resolve, reject) => {
    const run = new BaseUpload(new Blob([sealed]), {
      ...BaseUpload.defaultOptions,
      endpoint: url.slice(0, url.lastIndexOf('/')),
      uploadUrl: resumeAt,
      httpStack: uploadRequests(CHUNK_TIMEOUT_MS),
      fileReader: { openFile: async (blob: Blob) => sourceOf(blob) },
      fingerprint: async () => '',
      storeFingerprintForResuming: false,
      retryDelays: null,
      chunkSize: partBytes(file.partBytes),
      headers: { authorization: `Bearer ${deliveryToken}` },
      metadata: metadataOf(file),
      onChunkComplete: (size, sent) => {
        const now = performance.now();
        noteSpeed(size, now - partAt);
        partAt = now;
        onPart(sent);
      },
      // Whatever a proxy made of the address that the server gave.
      onUploadUrlAvailable: () => {
        run.url = url;
      },
      onError: (error) => reject(causeOf(error)),
      onSuccess: ({ lastResponse }) => {
        const answer = answerOf(lastResponse);
        if (answer === null) reject(new UploadGone(lastResponse.getStatus()));
        else resolve(answer);
      },
    });
    run.start();
  });
}

function metadataOf(file: StoredFile): Record<string, string> {
  const { fileId, keyId, ephemeralKey, sha256, isReplacement } = file;
  const replaces = isReplacement === true ? { replaces: '1' } : {};
  return { fileid: fileId, keyid: keyId, ephemeralkey: ephemeralKey, sha256, ...replaces };
}

function sourceOf(blob: Blob) {
  return {
    size: blob.size,
    slice: async (start: number, end: number) => ({
      value: blob.slice(start, end),
      done: end >= blob.size,
    }),
    close: () => undefined,
  };
}

/** The library wraps what a request failed with. */
function causeOf(error: Error): Error {
  return 'causingError' in error && error.causingError instanceof Error
    ? error.causingError
    : error;
}

/** The word that came with the last part; null when it didn't come: everything is there, but what became of it? */
function answerOf(last: HttpResponse): FileAnswer | null {
  const parsed = deviceCalls.deliverFile.answer.safeParse(jsonOrNull(last.getBody()));
  return parsed.success ? parsed.data : null;
}
