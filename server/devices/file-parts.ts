import type { z } from 'zod';
import type { CallAnswer } from '../../contract/call.ts';
import { deviceCalls } from '../../contract/device.ts';
import type { DeviceCaller } from '../access/actor.ts';
import { fileReceiptOf } from '../attached-files/file-delivery-service.ts';
import type { Context } from '../context.ts';
import { badInput } from '../errors.ts';
import { asCallError } from '../http/error-answer.ts';
import { UPLOADS_PATH } from './resumable-uploads.ts';
import type { ResumableUploads } from './resumable-uploads.ts';

type PartCall = (typeof deviceCalls)['deliverFilePart'];
type PartBody = z.output<PartCall['body']>;

const TUS = { 'tus-resumable': '1.0.0' };
const field = (name: string, value: string) => `${name} ${Buffer.from(value).toString('base64')}`;

/** What the upload protocol is told of the file, in its own writing. */
function metadataOf({ _id, keyId, ephemeralKey, sha256, isReplacement }: PartBody): string {
  const fields = [
    field('fileid', _id),
    field('keyid', keyId),
    field('ephemeralkey', ephemeralKey),
    field('sha256', sha256),
  ];
  if (isReplacement === true) fields.push(field('replaces', '1'));
  return fields.join(',');
}

/** A file's parts as an upload of the protocol: both ways fill the same one. */
function uploadOf(uploads: ResumableUploads, device: DeviceCaller, body: PartBody) {
  const send = (
    method: string,
    path: string,
    headers: Record<string, string>,
    bytes?: Buffer<ArrayBuffer>,
  ) =>
    uploads.serve(
      new Request(new URL(`${UPLOADS_PATH}${path}`, 'http://uploads'), {
        method,
        headers: { ...TUS, ...headers },
        ...(bytes !== undefined && { body: bytes }),
      }),
      device,
    );
  return {
    begin: async () => {
      const metadata = metadataOf(body);
      await send('POST', '', { 'upload-length': String(body.size), 'upload-metadata': metadata });
      return 0;
    },
    /** Where it goes on; null: there is none, or one of other bytes. */
    offset: async (): Promise<number | null> => {
      try {
        const { headers } = await send('HEAD', `/${body._id}`, {});
        const isSame = headers
          .get('upload-metadata')
          ?.includes(field('ephemeralkey', body.ephemeralKey));
        return isSame === true ? Number(headers.get('upload-offset')) : null;
      } catch (error) {
        if (asCallError(error).code === 'UPLOAD_GONE') return null;
        throw error;
      }
    },
    append: (offset: number, bytes: Buffer<ArrayBuffer>) =>
      send(
        'PATCH',
        `/${body._id}`,
        { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
        bytes,
      ),
  };
}

/**
 * Takes a part of a sealed file from the body of a POST, for networks that let nothing else through. A part that does not
 * continue where the file stands is left, and the answer says where it stands. Throws what delivering the file throws.
 */
export async function deliverFilePart(
  context: Context,
  device: DeviceCaller,
  uploads: ResumableUploads,
  body: PartBody,
): Promise<CallAnswer<PartCall>> {
  const { _id, sha256, size } = body;
  const kept = await fileReceiptOf(context.db, device.actor, _id);
  if (kept?.sha256 === sha256) return { _id, ...kept, received: size };
  const upload = uploadOf(uploads, device, body);
  const at = (await upload.offset()) ?? (await upload.begin());
  const bytes = Buffer.from(body.part, 'base64url');
  if (at !== body.offset || bytes.length === 0)
    return { _id, sha256, outcome: 'PART', received: at };
  if (at + bytes.length > size) throw badInput('This is more than was announced.');
  const answer = await upload.append(at, bytes);
  if (answer.status === 204) {
    const received = Number(answer.headers.get('upload-offset'));
    return { _id, sha256, outcome: 'PART', received };
  }
  const done = deviceCalls.deliverFile.answer.parse(await answer.json());
  return { ...done, received: size };
}
