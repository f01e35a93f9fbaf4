import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/ids.ts';
import { announcedPhoto, pictureOf } from '../support/photo-file.ts';
import { testServer } from '../support/server.ts';
import { registerTestDevice, sha256Hex } from '../support/test-device.ts';
import type { TestDevice } from '../support/test-device.ts';
import { loanOf, visitOf } from '../support/work.ts';

const server = testServer();
let phone: TestDevice;

beforeAll(async () => {
  phone = await registerTestDevice(server, 'fieldagent');
});

const addLoan = () => loanOf(server, 'fieldagent');
const visit = async (loanId: string, more: object) =>
  phone.seal({ call: 'createFieldDisposition', loanId, body: visitOf(loanId, more) });

const download = (id: string) => server.call('GET', `/files/${id}`, { as: 'manager' });

describe('delivery of files', () => {
  it('stores announced bytes as they are, once, and shows them to those who may see the visit', async () => {
    const loanId = await addLoan();
    const bytes = await pictureOf('#123456');
    const file = announcedPhoto(bytes);
    await phone.deliver([await visit(loanId, { files: [file] })]);
    expect((await download(file._id)).statusCode).toBe(404);
    for (let round = 0; round < 3; round += 1) {
      const answer = await phone.putFile(file._id, bytes);
      expect(answer.json()).toEqual({ _id: file._id, sha256: file.sha256, outcome: 'DONE' });
    }
    const stored = await download(file._id);
    expect(sha256Hex(stored.rawPayload)).toBe(file.sha256);
    const history = await server.call('GET', '/call-disposition/caseHistory', {
      as: 'admin',
      query: { loanId },
    });
    expect(history.json()).toMatchObject({ data: [{ files: [{ isDelivered: true }] }] });
  });

  it('takes another file in place of one that it refused, from its author, and never in place of one that it has', async () => {
    const loanId = await addLoan();
    const broken = Buffer.from('This is no picture at all.');
    const file = announcedPhoto(broken);
    await phone.deliver([await visit(loanId, { files: [file] })]);
    expect((await phone.putFile(file._id, broken)).statusCode).toBe(415);
    const bytes = await pictureOf('#224466');
    expect((await phone.putFile(file._id, bytes)).statusCode).toBe(409);
    const replace = (each: Buffer) => phone.putFile(file._id, each, { replaces: true });
    expect((await replace(bytes)).json()).toMatchObject({ outcome: 'DONE' });
    expect((await replace(bytes)).json()).toMatchObject({ outcome: 'DONE' });
    expect((await replace(await pictureOf('#999999'))).statusCode).toBe(409);
    expect(sha256Hex((await download(file._id)).rawPayload)).toBe(sha256Hex(bytes));
  });

  it('holds a file that comes before its visit', async () => {
    const loanId = await addLoan();
    const bytes = await pictureOf('#654321');
    const file = announcedPhoto(bytes);
    expect((await phone.putFile(file._id, bytes)).json()).toMatchObject({ outcome: 'HELD' });
    expect((await download(file._id)).statusCode).toBe(404);
    await phone.deliver([await visit(loanId, { files: [file] })]);
    expect((await phone.putFile(file._id, bytes)).json()).toMatchObject({ outcome: 'DONE' });
    expect(sha256Hex((await download(file._id)).rawPayload)).toBe(file.sha256);
  });

  it('refuses other bytes than announced, broken seals, foreign ids and what is no picture', async () => {
    const loanId = await addLoan();
    const bytes = await pictureOf('#abcdef');
    const html = Buffer.from('<html><script>alert(1)</script></html>');
    const [file, page] = [announcedPhoto(bytes), announcedPhoto(html)];
    await phone.deliver([await visit(loanId, { files: [file, page] })]);
    expect((await phone.putFile(file._id, await pictureOf('#000000'))).statusCode).toBe(409);
    expect((await phone.putFile(file._id, bytes, { sha256: '0'.repeat(64) })).statusCode).toBe(400);
    expect((await phone.putFile(file._id, bytes, { sealedAs: newId() })).statusCode).toBe(400);
    expect((await phone.putFile(page._id, html)).statusCode).toBe(415);
    const other = await registerTestDevice(server, 'fieldagent2');
    expect((await other.putFile(file._id, bytes)).statusCode).toBe(404);
    expect((await phone.putFile(file._id, bytes)).json()).toMatchObject({ outcome: 'DONE' });
  });

  it('never keeps where a picture was taken, even when the phone forgot to strip it', async () => {
    const loanId = await addLoan();
    const bytes = await sharp(await pictureOf('#ff0000'))
      .withExif({ IFD3: { GPSLatitude: '18/1 31/1 0/1' } })
      .jpeg()
      .toBuffer();
    const file = announcedPhoto(bytes);
    await phone.deliver([await visit(loanId, { files: [file] })]);
    expect((await phone.putFile(file._id, bytes)).json()).toMatchObject({ outcome: 'DONE' });
    const stored = await download(file._id);
    expect((await sharp(stored.rawPayload).metadata()).exif).toBeUndefined();
  });

  it('keeps nothing that a forged phone hid in a picture or behind it', async () => {
    const said = Buffer.from('18.5196 N, 73.8553 E');
    const jpeg = await pictureOf('#ff0000');
    const png = await sharp(jpeg).png().toBuffer();
    const size = Buffer.from([0, said.length + 2]);
    const part = (marker: number) => Buffer.concat([Buffer.from([0xff, marker]), size, said]);
    const carriers = {
      comment: Buffer.concat([jpeg.subarray(0, 2), part(0xfe), jpeg.subarray(2)]),
      'data of an application': Buffer.concat([jpeg.subarray(0, 2), part(0xed), jpeg.subarray(2)]),
      'behind a JPEG': Buffer.concat([jpeg, said]),
      'a second picture': Buffer.concat([jpeg, jpeg.subarray(0, 2), part(0xfe), jpeg.subarray(2)]),
      'behind a PNG': Buffer.concat([png, said]),
      'behind a WebP': Buffer.concat([await sharp(jpeg).webp().toBuffer(), said]),
    };
    for (const [name, bytes] of Object.entries(carriers)) {
      const loanId = await addLoan();
      const file = announcedPhoto(bytes);
      await phone.deliver([await visit(loanId, { files: [file] })]);
      expect((await phone.putFile(file._id, bytes)).json(), name).toMatchObject({
        outcome: 'DONE',
      });
      const stored = (await download(file._id)).rawPayload;
      expect(stored.includes(said), name).toBe(false);
      expect(await sharp(stored).metadata(), name).toMatchObject({ width: 600, height: 400 });
    }
  });
});
