import { appendFile, readFile, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { uploadLocker } from '../../server/devices/upload-locker.ts';
import { removeOldUploads } from '../../server/devices/upload-store.ts';
import { newId } from '../../server/ids.ts';
import type { Part } from '../../server/lifecycle.ts';
import { prepareServer } from '../../server/start.ts';
import { testServer } from '../support/server.ts';
import { registerTestDevice, sha256Hex } from '../support/test-device.ts';
import type { TestDevice } from '../support/test-device.ts';
import { sealUpload, uploadClient } from '../support/upload-client.ts';
import { loanOf, visitOf } from '../support/work.ts';
import { PATIENCE } from '../support/patience.ts';

const server = testServer();
let phone: TestDevice;
let client: ReturnType<typeof uploadClient>;
let folder: string;
let picture: Buffer;

beforeAll(async () => {
  phone = await registerTestDevice(server, 'fieldagent');
  client = uploadClient(server, phone);
  folder = join(server.context.settings.dataDir, 'uploads');
  picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#135' } })
    .jpeg()
    .toBuffer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
});

async function announce(sha256 = sha256Hex(picture), kind = 'photo'): Promise<string> {
  const loanId = await loanOf(server, 'fieldagent');
  const id = newId();
  const files = [{ _id: id, kind, name: 'door.jpg', contentType: 'image/jpeg', size: 900, sha256 }];
  const body = visitOf(loanId, { files });
  await phone.deliver([await phone.seal({ call: 'createFieldDisposition', loanId, body })]);
  return id;
}

const daysAgo = (count: number) => Date.now() - count * 86_400_000;
const download = (id: string) => server.call('GET', `/files/${id}`, { as: 'manager' });
const kept = async (id: string) => (await readdir(folder)).filter((name) => name.includes(id));

/** Sends a part over a real connection that breaks before its end. */
async function breakOff(id: string, bytes: Buffer, announced: number): Promise<void> {
  const { port } = server.app.server.address() as AddressInfo;
  const sending = request({
    port,
    method: 'PATCH',
    path: `/api/v1/device/uploads/${id}`,
    headers: {
      authorization: `Bearer ${phone.grant.deliveryToken}`,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': announced,
    },
  });
  sending.on('error', () => undefined);
  sending.write(bytes);
  const file = join(folder, `${server.people.fieldagent.id}_${id}`);
  await expect.poll(async () => (await stat(file)).size, PATIENCE).toBe(bytes.length);
  sending.destroy();
}

describe('resumable uploads', () => {
  it('take a file in parts and answer the last one like a file sent at once', async () => {
    const id = await announce();
    const upload = await sealUpload(phone, id, picture);
    const created = await client.create(upload);
    expect(created.statusCode).toBe(201);
    expect(created.headers['location']).toBe(`/api/v1/device/uploads/${id}`);
    const half = Math.floor(upload.sealed.length / 2);
    const first = await client.patch(id, 0, upload.sealed.subarray(0, half));
    expect([first.statusCode, first.headers['upload-offset']]).toEqual([204, String(half)]);
    const asked = await client.head(id);
    expect(asked.headers).toMatchObject({
      'upload-offset': String(half),
      'upload-length': String(upload.sealed.length),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(asked.headers['access-control-allow-origin']).toBeUndefined();
    expect((await client.receipt(id)).json()).toMatchObject({ outcome: 'UNKNOWN', sha256: null });
    const last = await client.patch(id, half, upload.sealed.subarray(half));
    expect(last.statusCode).toBe(200);
    expect(last.json()).toEqual({ _id: id, sha256: sha256Hex(picture), outcome: 'DONE' });
    expect(last.headers['content-encoding']).toBeUndefined();
    expect(sha256Hex((await download(id)).rawPayload)).toBe(sha256Hex(picture));
    expect((await client.receipt(id)).json()).toEqual(last.json());
    expect(await kept(id)).toEqual([]);
    expect((await client.head(id)).statusCode).toBe(404);
  });

  it('continue where a broken connection stopped, and begin afresh when asked to', async () => {
    const id = await announce();
    const upload = await sealUpload(phone, id, picture);
    await client.create(upload);
    await breakOff(id, upload.sealed.subarray(0, 2000), upload.sealed.length);
    const offset = Number((await client.head(id)).headers['upload-offset']);
    expect(offset).toBe(2000);
    expect((await client.create(upload)).statusCode).toBe(201);
    expect((await client.head(id)).headers['upload-offset']).toBe('0');
    const whole = await client.patch(id, 0, upload.sealed);
    expect(whole.json()).toMatchObject({ outcome: 'DONE' });
  });

  it('hold a file that comes before its visit, and are harmless when repeated', async () => {
    const id = newId();
    const upload = await sealUpload(phone, id, picture);
    for (let round = 0; round < 2; round += 1) {
      await client.create(upload);
      const answer = await client.patch(id, 0, upload.sealed);
      expect(answer.json()).toMatchObject({ outcome: 'HELD' });
    }
    expect((await client.receipt(id)).json()).toMatchObject({ outcome: 'HELD' });
  });

  it('are finished by asking for the receipt when the end was cut off by a killed server', async () => {
    const id = await announce();
    const upload = await sealUpload(phone, id, picture);
    await client.create(upload);
    await client.patch(id, 0, upload.sealed.subarray(0, 1000));
    // What a server leaves that is killed between the last byte and what follows.
    await appendFile(
      join(folder, `${server.people.fieldagent.id}_${id}`),
      upload.sealed.subarray(1000),
    );
    expect((await client.head(id)).headers['upload-offset']).toBe(String(upload.sealed.length));
    expect((await client.receipt(id)).json()).toMatchObject({ outcome: 'DONE' });
    expect(await kept(id)).toEqual([]);
  });

  it('refuse what does not fit, in the words of every call, and never fail over rubbish', async () => {
    const id = await announce();
    const upload = await sealUpload(phone, id, picture);
    const wrong: [Record<string, string>, number][] = [
      [{ 'upload-metadata': '' }, 400],
      [{ 'upload-metadata': 'fileid' }, 400],
      [{ 'upload-metadata': 'fileid !!!' }, 400],
      [{ 'upload-metadata': `fileid ${Buffer.from('../../x').toString('base64')}` }, 400],
      [{ 'upload-length': '' }, 400],
      [{ 'upload-length': '-1' }, 400],
      [{ 'upload-length': 'many' }, 400],
      [{ 'upload-length': '99999999' }, 413],
      [{ 'upload-length': '', 'upload-defer-length': '1' }, 400],
      [{ 'upload-concat': 'partial' }, 400],
      [{ 'tus-resumable': '' }, 412],
      [{ 'tus-resumable': '0.2.2' }, 400],
    ];
    for (const [headers, status] of wrong) {
      const answer = await client.create(upload, headers);
      expect(answer.statusCode, JSON.stringify(headers)).toBe(status);
      expect(answer.json(), JSON.stringify(headers)).toMatchObject({
        code: expect.stringMatching(/^[A-Z_]+$/) as string,
        message: expect.any(String) as string,
      });
    }
    await client.create(upload);
    const bytes = upload.sealed.subarray(0, 500);
    expect((await client.patch(id, 7, bytes)).statusCode).toBe(409);
    expect((await client.patch(id, 7, bytes)).json()).toMatchObject({ code: 'WRONG_OFFSET' });
    expect((await client.patch(id, 0, bytes, { 'upload-offset': 'x' })).statusCode).toBe(400);
    expect((await client.patch(id, 0, bytes, { 'upload-offset': '' })).statusCode).toBe(400);
    expect((await client.patch(id, 0, bytes, { 'content-type': 'text/plain' })).statusCode).toBe(
      400,
    );
    const tooLong = Buffer.concat([upload.sealed, Buffer.alloc(10)]);
    expect((await client.patch(id, 0, tooLong)).statusCode).toBe(413);
    expect((await client.patch('nonsense', 0, bytes)).statusCode).toBe(400);
    expect((await client.patch(newId(), 0, bytes)).statusCode).toBe(404);
    expect((await client.head('..%2F..%2Fetc')).statusCode).toBe(400);
    expect((await client.patch(id, 0, upload.sealed)).json()).toMatchObject({ outcome: 'DONE' });
  });

  it('refuse at the end what deliverFile refuses, and keep nothing of it', async () => {
    const id = await announce();
    const other = await sealUpload(phone, id, picture, '0'.repeat(64));
    await client.create(other);
    const damaged = await client.patch(id, 0, other.sealed);
    expect([damaged.statusCode, damaged.json<{ code: string }>().code]).toEqual([
      400,
      'HASH_MISMATCH',
    ]);
    expect(await kept(id)).toEqual([]);
    const page = Buffer.from('<html><script>alert(1)</script></html>');
    const pageId = await announce(sha256Hex(page));
    const asPicture = await sealUpload(phone, pageId, page);
    await client.create(asPicture);
    expect((await client.patch(pageId, 0, asPicture.sealed)).statusCode).toBe(415);
    const empty = { ...asPicture, sealed: Buffer.alloc(0) };
    expect((await client.create(empty)).statusCode).toBe(400);
  });

  it("show nobody another person's upload, and end with the token", async () => {
    const other = await registerTestDevice(server, 'fieldagent2');
    const foreign = uploadClient(server, other);
    const id = await announce();
    const upload = await sealUpload(phone, id, picture);
    await client.create(upload);
    await client.patch(id, 0, upload.sealed.subarray(0, 100));
    expect((await foreign.head(id)).statusCode).toBe(404);
    expect((await foreign.patch(id, 100, upload.sealed.subarray(100))).statusCode).toBe(404);
    await foreign.create(upload);
    expect((await client.head(id)).headers['upload-offset']).toBe('100');
    expect((await foreign.patch(id, 0, upload.sealed)).statusCode).toBe(404);
    await client.patch(id, 100, upload.sealed.subarray(100));
    expect((await foreign.receipt(id)).statusCode).toBe(404);
    await server.db.execute(
      sql`update devices set revoked_at = now() where id = ${other.grant.deviceId}`,
    );
    for (const answer of [
      await foreign.create(upload),
      await foreign.head(id),
      await foreign.receipt(id),
    ])
      expect(answer.statusCode).toBe(401);
  });

  it('expire after a week and leave the disk soon after', async () => {
    const id = newId();
    const upload = await sealUpload(phone, id, picture);
    await client.create(upload);
    const info = join(folder, `${server.people.fieldagent.id}_${id}.json`);
    const text = await readFile(info, 'utf8');
    const old = new Date(daysAgo(8)).toISOString();
    await writeFile(info, text.replace(/"creation_date":"[^"]+"/, `"creation_date":"${old}"`));
    expect((await client.head(id)).statusCode).toBe(410);
    expect((await client.patch(id, 0, upload.sealed)).json()).toMatchObject({
      code: 'UPLOAD_GONE',
    });
    for (const name of await kept(id))
      await utimes(join(folder, name), daysAgo(9) / 1000, daysAgo(9) / 1000);
    const fresh = await sealUpload(phone, newId(), picture);
    await client.create(fresh);
    await removeOldUploads(folder, Date.now());
    expect(await kept(id)).toEqual([]);
    expect(await kept(fresh.id)).toHaveLength(2);
  });

  it('continue at another server process over the same database and folder', async () => {
    const id = await announce();
    const upload = await sealUpload(phone, id, picture);
    await client.create(upload);
    await client.patch(id, 0, upload.sealed.subarray(0, 1500));
    const parts: Part[] = [];
    const { app } = await prepareServer(server.context.settings, (part) => parts.unshift(part));
    try {
      const beside = uploadClient({ ...server, app }, phone);
      expect((await beside.head(id)).headers['upload-offset']).toBe('1500');
      const last = await beside.patch(id, 1500, upload.sealed.subarray(1500));
      expect(last.json()).toMatchObject({ outcome: 'DONE' });
    } finally {
      for (const part of parts) await part.stop();
    }
    expect(sha256Hex((await download(id)).rawPayload)).toBe(sha256Hex(picture));
  });

  it('are written by one server process at a time; who holds one is asked to let go', async () => {
    const [one, two] = [
      uploadLocker(server.context.database.url),
      uploadLocker(server.context.database.url),
    ];
    const { signal } = new AbortController();
    const held = one.locker.newLock('upload');
    let isAsked = false;
    await held.lock(signal, async () => {
      isAsked = true;
      await pause(50);
      await held.unlock();
    });
    const wanted = two.locker.newLock('upload');
    await wanted.lock(signal, () => undefined);
    expect(isAsked).toBe(true);
    const again = one.locker.newLock('upload');
    const giveUp = new AbortController();
    setTimeout(() => giveUp.abort(), 300);
    await expect(again.lock(giveUp.signal, () => undefined)).rejects.toMatchObject({ status: 423 });
    // A process that dies gives its locks back.
    await two.stop();
    await again.lock(signal, () => undefined);
    await again.unlock();
    await one.stop();
  });
});
