import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Alert } from '../../contract/alert.ts';
import type { Disposition, DispositionCode } from '../../contract/disposition.ts';
import type { LoanDetail } from '../../contract/loan.ts';
import { allocations } from '../../server/database/tables/loans.ts';
import { newId } from '../../server/ids.ts';
import { startTestServer } from '../support/server.ts';
import type { PersonName, TestServer } from '../support/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(async () => server.close());

const DAY_MS = 86_400_000;
const dayFromNow = (days: number) =>
  new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const loanOf = (name: 'collector' | 'collector3' | 'fieldagent') =>
  server.addLoan({
    managerId: server.people.manager.id,
    ...(name === 'fieldagent'
      ? { fieldAgentId: server.people.fieldagent.id }
      : { collectorId: server.people[name].id }),
  });

const callOf = (loanId: string, more: object = {}) => ({
  _id: newId(),
  loanId,
  disposition: 'RINGING',
  call_status: 'CALL_ENDED',
  duration: 20,
  ...more,
});

const visitOf = (loanId: string, more: object = {}) => ({
  _id: newId(),
  loanId,
  disposition: 'FIELD_DOOR_LOCKED',
  position: { missingReason: 'DENIED' },
  ...more,
});

const record = (body: object, as: PersonName = 'collector') =>
  server.call('POST', '/call-disposition', { as, body });
const visit = (body: object, as: PersonName = 'fieldagent') =>
  server.call('POST', '/field-disposition', { as, body });

async function loanNow(id: string): Promise<LoanDetail> {
  return (await server.call('GET', `/loans/id/${id}`, { as: 'admin' })).json();
}

async function historyOf(loanId: string, as: PersonName = 'collector'): Promise<Disposition[]> {
  const answer = await server.call('GET', '/call-disposition/caseHistory', {
    as,
    query: { loanId },
  });
  return answer.json<{ data: Disposition[] }>().data;
}

async function alertsOf(loanId: string): Promise<{ alert_type: string; due_at: string }[]> {
  const found = await server.db.execute<{ alert_type: string; due_at: string }>(
    sql`select alert_type, due_at from alerts where loan_id = ${loanId}`,
  );
  return found.rows;
}

describe('the catalogue of codes', () => {
  it('offers calls and visits, promises and callbacks among them, but no call that only began', async () => {
    const answer = await server.call('GET', '/disposition/with/code', { as: 'collector' });
    const { data } = answer.json<{ data: DispositionCode[] }>();
    const of = (channel: string) => data.filter((code) => code.channel === channel);
    expect(of('CALL')).toHaveLength(16);
    expect(of('FIELD')).toHaveLength(14);
    for (const channel of ['CALL', 'FIELD'])
      expect(of(channel).map((code) => code.disposition_class)).toEqual(
        expect.arrayContaining(['PTP', 'CALLBACK', 'PAID', 'REFUSED', 'DISPUTE', 'SKIP']),
      );
    expect(data.map((code) => code.code)).not.toContain('CALL_STARTED');
  });
});

describe('recording a call', () => {
  it('stores it, brings the loan up to date, and shows it in the history', async () => {
    const loanId = await loanOf('collector');
    const body = callOf(loanId, { remarks: 'No answer' });
    const answer = await record(body);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      _id: body._id,
      collectorId: server.people.collector.id,
      fieldAgentId: null,
      code: 'RINGING',
      disposition_class: 'NOT_CONTACTED',
      remarks: 'No answer',
      files: [],
    });
    expect(await loanNow(loanId)).toMatchObject({ disposition: 'RINGING' });
    expect(await historyOf(loanId)).toHaveLength(1);
  });

  it('answers a repeat with the same row, and refuses other content under the same id', async () => {
    const loanId = await loanOf('collector');
    const body = callOf(loanId);
    const first = await record(body);
    const repeats = await Promise.all([1, 2, 3, 4].map(() => record(body)));
    for (const repeat of repeats) expect(repeat.json()).toEqual(first.json());
    expect(await historyOf(loanId)).toHaveLength(1);
    const other = await record({ ...body, disposition: 'BUSY' });
    expect(other.statusCode).toBe(409);
    expect(await historyOf(loanId)).toMatchObject([{ code: 'RINGING' }]);
  });

  it("takes the spec's bare call: loanId, call_status, duration, recordlink", async () => {
    const loanId = await loanOf('collector');
    const answer = await record({
      loanId,
      call_status: 'CALL_STARTED',
      duration: '0',
      recordlink: '',
    });
    expect(answer.json()).toMatchObject({ code: 'CALL_STARTED', call_status: 'CALL_STARTED' });
    expect(await loanNow(loanId)).toMatchObject({ disposition: null });
  });

  it('lets the outcome follow a call that began, under the same id or its own', async () => {
    const loanId = await loanOf('collector');
    const started = { _id: newId(), loanId, call_status: 'CALL_STARTED' };
    await record(started);
    expect((await record(callOf(loanId, { _id: started._id }))).statusCode).toBe(200);
    expect((await record(started)).json()).toMatchObject({ code: 'RINGING' });
    expect(await historyOf(loanId)).toMatchObject([{ _id: started._id, code: 'RINGING' }]);
    await record({ loanId, call_status: 'CALL_STARTED' });
    expect(await historyOf(loanId)).toHaveLength(2);
    await record(callOf(loanId, { disposition: 'BUSY' }));
    expect((await historyOf(loanId)).map((row) => row.code)).toEqual(['BUSY', 'RINGING']);
  });

  it('refuses what a code asks for and misses, naming the fields', async () => {
    const loanId = await loanOf('collector');
    const refused = async (more: object) => {
      const answer = await record(callOf(loanId, more));
      expect(answer.statusCode).toBe(422);
      return answer
        .json<{ details: { problems: { path: string }[] } }>()
        .details.problems.map((problem) => problem.path);
    };
    expect(await refused({ disposition: 'PTP' })).toEqual(['promiseAmount', 'date', 'time']);
    expect(await refused({ disposition: 'PAID', amountCollected: 0 })).toEqual(['amountCollected']);
    expect(await refused({ disposition: 'LEFT_MESSAGE' })).toEqual(['personMet']);
    expect(await refused({ disposition: 'FIELD_PAID', amountCollected: 5 })).toEqual([
      'disposition',
    ]);
    expect(await refused({ disposition: 'no such code' })).toEqual(['disposition']);
    const at = { disposition: 'CALLBACK', time: '10:30 AM' };
    expect(await refused({ ...at, date: dayFromNow(-2) })).toEqual(['date']);
    expect(await refused({ ...at, date: dayFromNow(400) })).toEqual(['date']);
    expect(await historyOf(loanId)).toEqual([]);
  });

  it('makes one alert of a promise or callback with date and time', async () => {
    const loanId = await loanOf('collector');
    const body = callOf(loanId, {
      disposition: 'PTP',
      promiseAmount: 2500,
      date: dayFromNow(3),
      time: '04:15 PM',
    });
    await record(body);
    await record(body);
    expect(await alertsOf(loanId)).toEqual([
      { alert_type: 'PTP', due_at: expect.stringContaining('10:45:00') },
    ]);
    expect(await loanNow(loanId)).toMatchObject({
      promiseDate: dayFromNow(3),
      promiseAmount: 2500,
      disposition_class: 'PTP',
    });
    const again = await server.call('POST', '/api/v2/alerts', {
      as: 'collector',
      body: {
        loanId,
        dispositionId: body._id,
        alertType: 'PTP',
        alertDate: dayFromNow(3),
        alertTime: '04:15 PM',
      },
    });
    expect(again.statusCode).toBe(200);
    expect(await alertsOf(loanId)).toHaveLength(1);
  });

  it('keeps the newest disposition and the open promise whatever order they arrive in', async () => {
    const loanId = await loanOf('collector');
    await record(callOf(loanId, { disposition: 'BUSY', recordedAt: ago(10) }));
    const promise = { disposition: 'PTP', promiseAmount: 900, date: dayFromNow(5), time: '09:00' };
    await record(callOf(loanId, { ...promise, recordedAt: ago(60) }));
    expect(await loanNow(loanId)).toMatchObject({ disposition: 'BUSY', promiseAmount: 900 });
    await record(callOf(loanId, { disposition: 'PAID', amountCollected: 900, recordedAt: ago(5) }));
    expect(await loanNow(loanId)).toMatchObject({ disposition: 'PAID', promiseAmount: null });
  });

  it('never believes a time in the future', async () => {
    const loanId = await loanOf('collector');
    const answer = await record(callOf(loanId, { recordedAt: ago(-600) }));
    const { disCreatedAt } = answer.json<Disposition>();
    expect(new Date(disCreatedAt).getTime()).toBeLessThanOrEqual(Date.now());
  });

  it("is for the loan's own agent only", async () => {
    const loanId = await loanOf('collector');
    const shown = async (as: PersonName) => (await record(callOf(loanId), as)).statusCode;
    expect(await shown('collector2')).toBe(404);
    expect(await shown('collector3')).toBe(404);
    expect(await shown('fieldagent')).toBe(403);
    expect(await shown('manager2')).toBe(404);
    expect(await shown('manager')).toBe(200);
    expect((await record(callOf(newId()))).statusCode).toBe(404);
  });
});

describe('recording a visit', () => {
  it('stores position, person met and announced files', async () => {
    const loanId = await loanOf('fieldagent');
    const file = {
      _id: newId(),
      kind: 'photo',
      name: '../../etc/pass\nwd.jpg',
      contentType: 'image/jpeg',
      size: 1000,
      sha256: createHash('sha256').update('x').digest('hex'),
    };
    const body = visitOf(loanId, {
      disposition: 'FIELD_PAID',
      amountCollected: 4200,
      personMet: 'Wife',
      position: { latitude: 18.5, longitude: 73.8, accuracyMetres: 12, takenAt: ago(1) },
      files: [file],
    });
    const answer = await visit(body);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      fieldAgentId: server.people.fieldagent.id,
      collectorId: null,
      amountCollected: 4200,
      position: { latitude: 18.5, accuracyMetres: 12 },
      files: [{ _id: file._id, name: 'passwd.jpg', isDelivered: false }],
    });
    expect((await visit(body)).json()).toEqual(answer.json());
  });

  it('counts when it was done under an allocation that has ended since, and not after its end', async () => {
    const loanId = await server.addLoan({ managerId: server.people.manager.id });
    const allocationId = newId();
    await server.db.insert(allocations).values({
      id: allocationId,
      loanId,
      assigneeId: server.people.fieldagent.id,
      kind: 'FIELD',
      allocatedAt: ago(300),
      endedAt: ago(100),
    });
    const late = visitOf(loanId, { recordedAt: ago(200) });
    expect((await visit(late)).statusCode).toBe(200);
    const stored = await server.db.execute(
      sql`select allocation_id from dispositions where id = ${late._id}`,
    );
    expect(stored.rows).toEqual([{ allocation_id: allocationId }]);
    expect((await visit(visitOf(loanId, { recordedAt: ago(50) }))).statusCode).toBe(404);
    expect((await visit(visitOf(loanId, { recordedAt: ago(500) }))).statusCode).toBe(404);
  });
});

function form(fields: object, files: [part: string, name: string, bytes: Buffer][]): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, String(value));
  for (const [part, name, bytes] of files) data.append(part, new Blob([bytes]), name);
  return data;
}

async function send(data: FormData, as: PersonName = 'collector') {
  const request = new Request('http://test/', { method: 'POST', body: data });
  return server.app.inject({
    method: 'POST',
    url: '/api/v1/call-disposition',
    headers: {
      authorization: `Bearer ${server.people[as].token}`,
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
}

const located = () =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: '#0f766e' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'me' }, IFD3: { GPSLatitude: '18/1 31/1 0/1' } })
    .toBuffer();

const getFile = (id: string, as: PersonName, query: Record<string, string> = {}) =>
  server.call('GET', `/files/${id}`, { as, query });

describe('files of a call', () => {
  it('are kept without place and camera, downloaded as attachments, with a small picture beside', async () => {
    const loanId = await loanOf('collector');
    const picture = await located();
    expect((await sharp(picture).metadata()).exif).toBeDefined();
    const answer = await send(
      form(callOf(loanId), [['screenShot', '..\\..\\evil "shot".html', picture]]),
    );
    expect(answer.statusCode).toBe(200);
    const [file] = answer.json<Disposition>().files;
    expect(file).toMatchObject({
      kind: 'screenShot',
      name: 'evil %22shot%22.html',
      contentType: 'image/jpeg',
      isDelivered: true,
    });
    const bytes = await getFile(file?._id ?? '', 'collector');
    expect(bytes.headers['content-type']).toBe('image/jpeg');
    expect(bytes.headers['content-disposition']).toMatch(
      /^attachment; filename="evil _22shot_22.html"/,
    );
    expect(bytes.headers['x-content-type-options']).toBe('nosniff');
    expect((await sharp(bytes.rawPayload).metadata()).exif).toBeUndefined();
    expect(createHash('sha256').update(bytes.rawPayload).digest('hex')).toBe(file?.sha256);
    const preview = await getFile(file?._id ?? '', 'manager', { preview: '1' });
    expect((await sharp(preview.rawPayload).metadata()).width).toBe(480);
  });

  it('are for those who may see the call', async () => {
    const loanId = await loanOf('collector');
    const sent = await send(form(callOf(loanId), [['supportingDoc', 'a.jpg', await located()]]));
    const id = sent.json<Disposition>().files[0]?._id ?? '';
    for (const as of ['collector', 'manager', 'admin', 'clientadmin'] as const)
      expect((await getFile(id, as)).statusCode).toBe(200);
    for (const as of ['collector2', 'manager2', 'fieldagent', 'customerOfY'] as const)
      expect((await getFile(id, as)).statusCode).toBe(404);
  });

  it('are judged by content: a page named .jpg, a bare program and a flood of pixels are refused', async () => {
    const loanId = await loanOf('collector');
    const refused = async (name: string, bytes: Buffer, part = 'supportingDoc') => {
      const body = callOf(loanId);
      const answer = await send(form(body, [[part, name, bytes]]));
      expect(answer.statusCode).toBe(415);
      expect(await historyOf(loanId)).toEqual([]);
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

describe('alerts', () => {
  const createAlert = (loanId: string, body: object = {}, as: PersonName = 'collector') =>
    server.call('POST', '/api/v2/alerts', {
      as,
      body: {
        loanId,
        alertType: 'CallBack',
        alertDate: dayFromNow(1),
        alertTime: '10:00 AM',
        ...body,
      },
    });
  const list = async (path: string, as: PersonName = 'collector') => {
    const answer = await server.call('GET', `/api/v2/alerts${path}`, { as });
    return answer.json<{ data: Alert[] }>().data.map((alert) => alert.id);
  };
  const dueAgo = async (id: string, minutes: number) =>
    server.db.execute(
      sql`update alerts set due_at = now() - make_interval(mins => ${minutes}) where id = ${id}`,
    );

  it('are due first, then missed, and gone once acted on or deactivated', async () => {
    const loanId = await loanOf('collector');
    const made = await createAlert(loanId);
    expect(made.json()).toMatchObject({ alertTime: '10:00 AM', dispositionId: null });
    const { id } = made.json<Alert>();
    expect((await createAlert(loanId)).json()).toEqual(made.json());
    expect(await list('')).not.toContain(id);
    await dueAgo(id, 2);
    expect(await list('')).toContain(id);
    expect(await list('/missed')).not.toContain(id);
    await dueAgo(id, 60);
    expect(await list('')).not.toContain(id);
    expect(await list('/missed')).toContain(id);
    const deactivate = (as: PersonName) =>
      server.call('PUT', `/api/v2/alerts/${id}/deactivate`, { as });
    expect((await deactivate('collector2')).statusCode).toBe(404);
    expect((await deactivate('collector')).json()).toEqual({ success: true });
    expect(await list('/missed')).not.toContain(id);
    const second = (await createAlert(loanId, { alertTime: '11:00 AM' })).json<Alert>().id;
    await dueAgo(second, 60);
    await record(callOf(loanId));
    expect(await list('/missed')).not.toContain(second);
  });

  it("are refused on another's loan or disposition, and under another's id", async () => {
    const loanId = await loanOf('collector3');
    expect((await createAlert(loanId)).statusCode).toBe(404);
    const own = await loanOf('collector');
    expect((await createAlert(own, { dispositionId: newId() })).statusCode).toBe(404);
    const named = await server.call('GET', '/api/v2/alerts', {
      as: 'collector',
      headers: { collectorid: server.people.collector2.id },
    });
    expect(named.statusCode).toBe(403);
  });
});
