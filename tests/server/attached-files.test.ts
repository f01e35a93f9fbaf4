import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import type { Disposition } from '../../contract/disposition.ts';
import { checkedFile } from '../../server/attached-files/file-content.ts';
import { incomingFolder } from '../../server/http/incoming-folder.ts';
import { sendForm } from '../support/loan-file.ts';
import type { FormPart } from '../support/loan-file.ts';
import { PATIENCE } from '../support/patience.ts';
import { settlementsOf } from '../support/settlement.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';
import { callOf, loanOf } from '../support/work.ts';

const server = testServer();

const send = (fields: object, files: readonly FormPart[], as: PersonName = 'collector') =>
  sendForm(server, 'POST', '/call-disposition', { as, fields, files });

const located = () =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: '#0f766e' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'me' }, IFD3: { GPSLatitude: '18/1 31/1 0/1' } })
    .toBuffer();

const getFile = (id: string, as: PersonName, query: Record<string, string> = {}) =>
  server.call('GET', `/files/${id}`, { as, query });

describe('files of a call', () => {
  it('are kept without place and camera, downloaded as attachments, with a small picture beside', async () => {
    const loanId = await loanOf(server, 'collector');
    const picture = await located();
    expect((await sharp(picture).metadata()).exif).toBeDefined();
    const answer = await send(callOf(loanId), [
      ['screenShot', '..\\..\\evil "shot".html', picture],
    ]);
    expect(answer.statusCode).toBe(200);
    const { files, screenShot, supportingDoc } = answer.json<Disposition>();
    const [file] = files;
    expect([screenShot, supportingDoc]).toEqual([files, []]);
    expect(file).toMatchObject({
      kind: 'screenShot',
      name: 'evil %22shot%22.html',
      contentType: 'image/jpeg',
      isDelivered: true,
    });
    const bytes = await getFile(file?._id ?? '', 'collector');
    expect(bytes.headers['content-type']).toBe('image/jpeg');
    expect(bytes.headers['content-disposition']).toMatch(
      /^attachment; filename="evil _22shot_22.html.jpg"/,
    );
    expect(bytes.headers['x-content-type-options']).toBe('nosniff');
    expect((await sharp(bytes.rawPayload).metadata()).exif).toBeUndefined();
    expect(createHash('sha256').update(bytes.rawPayload).digest('hex')).toBe(file?.sha256);
    const preview = await getFile(file?._id ?? '', 'manager', { preview: '1' });
    expect((await sharp(preview.rawPayload).metadata()).width).toBe(480);
  });

  it('are for those who may see the call', async () => {
    const loanId = await loanOf(server, 'collector');
    const sent = await send(callOf(loanId), [['supportingDoc', 'a.jpg', await located()]]);
    const id = sent.json<Disposition>().files[0]?._id ?? '';
    for (const as of ['collector', 'manager', 'admin', 'clientadmin'] as const)
      expect((await getFile(id, as)).statusCode).toBe(200);
    for (const as of ['collector2', 'manager2', 'fieldagent', 'customerOfY'] as const)
      expect((await getFile(id, as)).statusCode).toBe(404);
  });

  it('are opened by whoever opens the call: who leads or works its loan since, and those over them', async () => {
    const loanId = await loanOf(server, 'collector');
    const sent = await send(callOf(loanId), [['supportingDoc', 'a.jpg', await located()]]);
    const { _id: callId, files } = sent.json<Disposition>();
    const give = async (manager: PersonName, agent: PersonName) => {
      const { db, people } = server;
      await db.execute(sql`update loans set manager_id = ${people[manager].id},
        collector_id = ${people[agent].id} where id = ${loanId}`);
    };
    const seenBy = async (as: PersonName) => {
      const call = await server.call('GET', `/call-disposition/id/${callId}`, { as });
      return [call.statusCode, (await getFile(files[0]?._id ?? '', as)).statusCode];
    };
    const everybody = [
      'admin',
      'manager',
      'manager2',
      'partner',
      'collector',
      'collector3',
    ] as const;
    const seen = async () =>
      Object.fromEntries(
        await Promise.all(everybody.map(async (as) => [as, await seenBy(as)] as const)),
      );
    const [both, none] = [
      [200, 200],
      [404, 404],
    ];
    const own = { admin: both, manager: both, partner: both, collector: both };
    expect(await seen()).toEqual({ ...own, manager2: none, collector3: none });
    await give('manager2', 'collector3');
    expect(await seen()).toEqual({ ...own, manager2: both, collector3: both });
  });

  it('are saved under a name that ends as their content does, and reads as it is', async () => {
    const loanId = await loanOf(server, 'collector');
    const page = Buffer.from('%PDF-1.4\n<html><script>alert(1)</script></html>\n%%EOF');
    const savedAs = async (name: string, bytes: Buffer) => {
      const sent = await send(callOf(loanId), [['supportingDoc', name, bytes]]);
      const got = await getFile(sent.json<Disposition>().files[0]?._id ?? '', 'collector');
      const header = String(got.headers['content-disposition']);
      return decodeURIComponent(header.slice(header.indexOf("UTF-8''") + 7));
    };
    expect(await savedAs('letter.html', page)).toBe('letter.html.pdf');
    expect(await savedAs('letter.PDF', page)).toBe('letter.PDF');
    expect(await savedAs('photo.jpeg', await located())).toBe('photo.jpeg');
    expect(await savedAs('photo', await located())).toBe('photo.jpg');
    expect(await savedAs('a\u202Efdp.exe', page)).toBe('afdp.exe.pdf');
  });

  it('are looked at one picture at a time, whoever sends how many; a damaged one holds up nobody', async () => {
    const picture = await sharp({
      create: { width: 2000, height: 1500, channels: 3, background: 'white' },
    })
      .webp()
      .toBuffer();
    const options = { isPictureWanted: true, isFromDevice: false };
    // Each by itself: between the reading of the two a picture may go from one to the other.
    const most = { queue: 0, process: 0 };
    const watch = setInterval(() => {
      const { queue, process } = sharp.counters();
      most.queue = Math.max(most.queue, queue);
      most.process = Math.max(most.process, process);
    }, 1);
    const bytes = [picture, picture.subarray(0, 100), picture, picture];
    const looked = await Promise.allSettled(bytes.map(async (each) => checkedFile(each, options)));
    clearInterval(watch);
    expect(looked.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(most.process).toBe(1);
    expect(most.queue).toBeLessThan(2);
  });

  it('are kept with the call though their sender hangs up while they are looked at, and lie nowhere else', async () => {
    const { fileStore, settings } = server.context;
    const loanId = await loanOf(server, 'collector');
    const form = new FormData();
    for (const [name, value] of Object.entries(callOf(loanId))) form.append(name, String(value));
    for (const name of ['a.jpg', 'b.jpg'])
      form.append('screenShot', new Blob([new Uint8Array(await located())]), name);
    const sender = new AbortController();
    const write = fileStore.write.bind(fileStore);
    const spy = vi.spyOn(fileStore, 'write').mockImplementationOnce(async (key, source) => {
      sender.abort();
      const incoming = incomingFolder(settings);
      await vi.waitFor(async () => expect(await connections()).toBe(0), PATIENCE);
      expect(await readdir(incoming)).toHaveLength(2);
      return write(key, source);
    });
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const connections = () =>
      new Promise<number>((told) => server.app.server.getConnections((_, count) => told(count)));
    const { port } = server.app.server.address() as AddressInfo;
    const sent = fetch(`http://127.0.0.1:${port}/api/v1/call-disposition`, {
      method: 'POST',
      body: form,
      signal: sender.signal,
      headers: { authorization: `Bearer ${server.people.collector.token}` },
    });
    await expect(sent).rejects.toThrow('aborted');
    await vi.waitFor(async () => {
      const { rows } = await server.db.execute(sql`select 1 from files where loan_id = ${loanId}`);
      expect(rows).toHaveLength(2);
      expect(await readdir(incomingFolder(settings))).toEqual([]);
    }, PATIENCE);
    spy.mockRestore();
  });

  it('are not looked at for a form that is refused without them: it would cost the full work each time', async () => {
    const write = vi.spyOn(server.context.fileStore, 'write');
    const picture = await located();
    const ofForm = (path: string, fields: object, method: 'POST' | 'PUT' = 'POST') =>
      sendForm(server, method, path, {
        as: 'collector',
        fields,
        files: [['supportingDoc', 'a.jpg', picture]],
      });
    const own = await loanOf(server, 'collector');
    const others = await loanOf(server, 'collector3');
    const call = callOf(own);
    expect((await send(call, [])).statusCode).toBe(200);
    const correction = { _id: call._id, disposition: 'PTP' };
    const offer = settlementsOf(() => server).offer(others);
    const refused = [
      await ofForm('/call-disposition', callOf(others)),
      await ofForm('/call-disposition', callOf(own, { disposition: 'PTP' })),
      await ofForm('/call-disposition/single', correction, 'PUT'),
      await ofForm('/settlement', offer),
    ];
    expect(write).not.toHaveBeenCalled();
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([404, 422, 422, 404]);
    write.mockRestore();
  });

  it('are judged by content: a page named .jpg, a bare program and a flood of pixels are refused', async () => {
    const loanId = await loanOf(server, 'collector');
    const refused = async (name: string, bytes: Buffer, part = 'supportingDoc') => {
      const body = callOf(loanId);
      const answer = await send(body, [[part, name, bytes]]);
      expect(answer.statusCode).toBe(415);
      const kept = await server.db.execute(
        sql`select 1 from dispositions where loan_id = ${loanId}`,
      );
      expect(kept.rows).toEqual([]);
    };
    await refused('a.jpg', Buffer.from('<html><script>alert(1)</script></html>'));
    await refused('a.pdf', Buffer.from('MZ\u0090\u0000this is a program'));
    await refused('a.jpg', Buffer.from('%PDF-1.7\n%%EOF'), 'screenShot');
    const flood = await sharp({
      create: { width: 12_000, height: 12_000, channels: 3, background: 'white' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    await refused('a.png', flood);
    await refused('half.jpg', (await located()).subarray(0, 900));
  });
});
