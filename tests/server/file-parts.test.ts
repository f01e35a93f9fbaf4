import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/ids.ts';
import { testServer } from '../support/server.ts';
import { registerTestDevice, sha256Hex } from '../support/test-device.ts';
import type { TestDevice } from '../support/test-device.ts';
import { sealUpload, uploadClient } from '../support/upload-client.ts';
import { loanOf, visitOf } from '../support/work.ts';

const server = testServer();
let phone: TestDevice;
let bytes: Buffer;

beforeAll(async () => {
  phone = await registerTestDevice(server, 'fieldagent');
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const create = { width: 300, height: 200, channels: 3, background: '#135', noise } as const;
  bytes = await sharp({ create }).jpeg().toBuffer();
});

async function announce(): Promise<string> {
  const loanId = await loanOf(server, 'fieldagent');
  const _id = newId();
  const contentType = 'image/jpeg';
  const file = { _id, kind: 'photo', name: 'door.jpg', contentType, size: bytes.length };
  const body = visitOf(loanId, { files: [{ ...file, sha256: sha256Hex(bytes) }] });
  await phone.deliver([await phone.seal({ call: 'createFieldDisposition', loanId, body })]);
  return _id;
}

/** Sends parts of a sealed file by POST, as on a network that lets nothing else through. */
async function sender(id: string, token = phone.grant.deliveryToken) {
  const { sealed, keyId, ephemeralKey } = await sealUpload(phone, id, bytes);
  const send = async (offset: number, end: number, change: object = {}) =>
    server.app.inject({
      method: 'POST',
      url: '/api/v1/device/file-parts',
      headers: { authorization: `Bearer ${token}` },
      payload: {
        _id: id,
        keyId,
        ephemeralKey,
        sha256: sha256Hex(bytes),
        size: sealed.length,
        offset,
        part: sealed.subarray(offset, end).toString('base64url'),
        ...change,
      },
    });
  return { send, size: sealed.length };
}

describe('a file in parts in the bodies of requests', () => {
  it('goes on where it stands, whatever came twice or too early, and is kept like any other', async () => {
    const id = await announce();
    const { send, size } = await sender(id);
    expect((await send(0, 0)).json()).toMatchObject({ outcome: 'PART', received: 0 });
    expect((await send(0, 5000)).json()).toMatchObject({ outcome: 'PART', received: 5000 });
    expect((await send(0, 5000)).json()).toMatchObject({ outcome: 'PART', received: 5000 });
    expect((await send(9000, 12_000)).json()).toMatchObject({ received: 5000 });
    expect((await send(5000, size)).json()).toMatchObject({ outcome: 'DONE', received: size });
    expect((await send(5000, size)).json()).toMatchObject({ outcome: 'DONE', received: size });
    const stored = await server.call('GET', `/files/${id}`, { as: 'manager' });
    expect(sha256Hex(stored.rawPayload)).toBe(sha256Hex(bytes));
  });

  it('continues what began as an upload of the protocol, and begins anew for other bytes', async () => {
    const id = await announce();
    const upload = await sealUpload(phone, id, bytes);
    const client = uploadClient(server, phone);
    await client.create(upload);
    await client.patch(id, 0, upload.sealed.subarray(0, 3000));
    // Sealed once more: other bytes under the same id.
    const { send, size } = await sender(id);
    expect((await send(3000, size)).json()).toMatchObject({ outcome: 'PART', received: 0 });
    expect((await send(0, size)).json()).toMatchObject({ outcome: 'DONE' });
  });

  it('refuses more than was announced, another person and no token', async () => {
    const id = await announce();
    const { send, size } = await sender(id);
    expect((await send(0, size, { size: 100 })).statusCode).toBe(400);
    const other = await registerTestDevice(server, 'fieldagent2');
    const foreign = await sender(id, other.grant.deliveryToken);
    expect((await foreign.send(0, size)).statusCode).toBe(404);
    expect((await (await sender(id, 'nobody')).send(0, 10)).statusCode).toBe(401);
  });
});
