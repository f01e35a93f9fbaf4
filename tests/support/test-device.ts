import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import type {
  DeviceGrant,
  Operation,
  Receipt,
  SealedOperation,
} from '../../contract/queued-work.ts';
import { newId } from '../../server/ids.ts';
import { randomBytes, toBase64Url, utf8 } from '../../src/offline/bytes.ts';
import { seal, sealedFileBytes } from '../../src/offline/seal.ts';
import type { PersonName, TestServer } from './server.ts';

/** What a test queues; the rest is made. */
export interface QueuedWork {
  readonly call: Operation['call'];
  readonly loanId: string;
  readonly body: object;
  readonly opId?: string;
  readonly after?: string;
  readonly sequence?: number;
  readonly savedAt?: string;
  readonly clockOffsetMs?: number;
  readonly authorId?: string;
  readonly seen?: Operation['seen'];
}

/** A phone of a test: sealed by the app's own code, delivered by injected requests. */
export interface TestDevice {
  readonly grant: DeviceGrant;
  seal(work: QueuedWork): Promise<SealedOperation>;
  /** `given`: the highest number that the phone says it has given out; without it only those of the request are known. */
  deliver(
    operations: readonly SealedOperation[],
    unsentCount?: number,
    given?: number,
  ): Promise<Receipt[]>;
  /** The whole answer of a delivery. */
  post(
    operations: readonly SealedOperation[],
    unsentCount?: number,
    token?: string,
    given?: number,
  ): Promise<LightMyRequestResponse>;
  /** Seals and sends a file; the hash in the header is the bytes' own unless told otherwise. */
  putFile(
    id: string,
    bytes: Buffer,
    more?: { sha256?: string; sealedAs?: string; replaces?: boolean },
  ): Promise<LightMyRequestResponse>;
}

/** Lower-case hex SHA-256. */
export const sha256Hex = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

function recordedAtOf(body: object): string | null {
  return 'recordedAt' in body && typeof body.recordedAt === 'string' ? body.recordedAt : null;
}

function sealer(grant: DeviceGrant) {
  let last = grant.lastSequence;
  return async (work: QueuedWork): Promise<SealedOperation> => {
    const opId = work.opId ?? newId();
    last += 1;
    const operation: Operation = {
      call: work.call,
      version: 1,
      body: work.body,
      savedAt: work.savedAt ?? recordedAtOf(work.body) ?? new Date().toISOString(),
      clockOffsetMs: work.clockOffsetMs ?? 0,
      ...(work.authorId === undefined ? {} : { authorId: work.authorId }),
      ...(work.seen === undefined ? {} : { seen: work.seen }),
      nonce: toBase64Url(randomBytes(16)),
    };
    const plain = utf8(JSON.stringify(operation));
    const sealed = await seal(plain, grant.serverKey, 'recoup-operation-v1', opId);
    return {
      opId,
      sequence: work.sequence ?? last,
      loanId: work.loanId,
      ...(work.after === undefined ? {} : { after: work.after }),
      keyId: sealed.keyId,
      ephemeralKey: sealed.ephemeralKey,
      iv: toBase64Url(sealed.iv),
      ciphertext: toBase64Url(sealed.ciphertext),
      payloadHash: sha256Hex(plain),
    };
  };
}

/** Registers a phone of a person (a new one unless its id is given). */
export async function registerTestDevice(
  server: TestServer,
  as: PersonName,
  deviceId: string = newId(),
  label = 'Test phone',
): Promise<TestDevice> {
  const registered = await server.call('POST', '/device', {
    as,
    body: { deviceId, appVersion: '1.0.0', label },
  });
  const grant = registered.json<DeviceGrant>();
  // A phone that its person has had for a while, so that work of days ago can be its own.
  await server.context.db
    .execute(sql`update devices set created_at = least(created_at, now() - interval '5 years')
    where id = ${deviceId}`);
  const post: TestDevice['post'] = async (
    operations,
    unsentCount = 0,
    token = grant.deliveryToken,
    givenSequence,
  ) =>
    server.app.inject({
      method: 'POST',
      url: '/api/v1/device/delivery',
      headers: { authorization: `Bearer ${token}` },
      payload: {
        device: { appVersion: '1.0.1', unsentCount, oldestUnsentAt: null, givenSequence },
        operations,
      },
    });
  return {
    grant,
    seal: sealer(grant),
    post,
    deliver: async (operations, unsentCount, given) =>
      (await post(operations, unsentCount, grant.deliveryToken, given)).json<{
        receipts: Receipt[];
      }>().receipts,
    putFile: async (
      id,
      bytes,
      { sha256 = sha256Hex(bytes), sealedAs = id, replaces = false } = {},
    ) => {
      const sealed = await seal(new Uint8Array(bytes), grant.serverKey, 'recoup-file-v1', sealedAs);
      return server.app.inject({
        method: 'PUT',
        url: `/api/v1/device/files/${id}`,
        headers: {
          authorization: `Bearer ${grant.deliveryToken}`,
          'content-type': 'application/octet-stream',
          'x-key-id': sealed.keyId,
          'x-ephemeral-key': sealed.ephemeralKey,
          'x-sha256': sha256,
          ...(replaces && { 'x-replaces': '1' }),
        },
        payload: Buffer.from(sealedFileBytes(sealed)),
      });
    },
  };
}

/**
 * Saves a contact (a visit when it has a position) at its `recordedAt` on a phone without a network, which has not been heard
 * since, and delivers it: the way in which a past time is believed.
 */
export async function savedOffline(
  server: TestServer,
  as: PersonName,
  body: { loanId: string },
): Promise<Receipt> {
  const phone = await registerTestDevice(server, as);
  const call = 'position' in body ? 'createFieldDisposition' : 'createCallDisposition';
  const [receipt] = await phone.deliver([await phone.seal({ call, loanId: body.loanId, body })]);
  if (receipt === undefined) throw new Error('The delivery was answered without a receipt.');
  return receipt;
}
