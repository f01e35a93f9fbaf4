import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Disposition, DispositionCode } from '../../contract/disposition.ts';
import type { LoanDetail } from '../../contract/loan.ts';
import { allocations } from '../../server/database/tables/loans.ts';
import { newId } from '../../server/ids.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';
import { savedOffline } from '../support/test-device.ts';
import { ago, callOf, dayFromNow, loanOf, visitOf } from '../support/work.ts';

const server = testServer();

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
    const loanId = await loanOf(server, 'collector');
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
    const loanId = await loanOf(server, 'collector');
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
    const loanId = await loanOf(server, 'collector');
    for (const recordlink of ['', null]) {
      const bare = { loanId, call_status: 'CALL_STARTED', duration: '0', recordlink };
      expect((await record(bare)).json()).toMatchObject({
        code: 'CALL_STARTED',
        call_status: 'CALL_STARTED',
      });
    }
    expect(await loanNow(loanId)).toMatchObject({ disposition: null });
  });

  it('lets the outcome follow a call that began, under the same id or its own', async () => {
    const loanId = await loanOf(server, 'collector');
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

  it('lets nobody talk for longer than since the call began', async () => {
    const loanId = await loanOf(server, 'collector');
    const started = { _id: newId(), loanId, call_status: 'CALL_STARTED' };
    await record(started);
    const outcome = callOf(loanId, { _id: started._id, duration: 36_000 });
    const { duration } = (await record(outcome)).json<Disposition>();
    expect(duration).toBeLessThan(120);
    expect((await record(outcome)).json()).toMatchObject({ duration });
  });

  it('refuses what a code asks for and misses, naming the fields', async () => {
    const loanId = await loanOf(server, 'collector');
    const refused = async (more: object) => {
      const answer = await record(callOf(loanId, more));
      expect(answer.statusCode).toBe(422);
      return answer.json<{ details: { path: string }[] }>().details.map((problem) => problem.path);
    };
    expect(await refused({ disposition: 'PTP' })).toEqual(['promiseAmount', 'date', 'time']);
    expect(await refused({ disposition: 'PAID', amountCollected: 0 })).toEqual(['amountCollected']);
    expect(await refused({ disposition: 'RINGING', amountCollected: 5 })).toEqual([
      'amountCollected',
    ]);
    const tooMuch = { disposition: 'PAID', amountCollected: 1_000_000_001 };
    expect((await record(callOf(loanId, tooMuch))).json()).toMatchObject({
      details: [{ path: 'amountCollected', code: 'too-large' }],
    });
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
    const loanId = await loanOf(server, 'collector');
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
    await server.taken('POST', '/api/v2/alerts', {
      as: 'collector',
      body: {
        loanId,
        dispositionId: body._id,
        alertType: 'PTP',
        alertDate: dayFromNow(3),
        alertTime: '04:15 PM',
      },
    });
    expect(await alertsOf(loanId)).toHaveLength(1);
  });

  it('keeps the newest disposition and the open promise whatever order they arrive in', async () => {
    const loanId = await loanOf(server, 'collector');
    const offline = (more: object) => savedOffline(server, 'collector', callOf(loanId, more));
    await offline({ disposition: 'BUSY', recordedAt: ago(10) });
    const promise = { disposition: 'PTP', promiseAmount: 900, date: dayFromNow(5), time: '09:00' };
    await offline({ ...promise, recordedAt: ago(60) });
    expect(await loanNow(loanId)).toMatchObject({ disposition: 'BUSY', promiseAmount: 900 });
    await offline({ disposition: 'PAID', amountCollected: 900, recordedAt: ago(5) });
    expect(await loanNow(loanId)).toMatchObject({ disposition: 'PAID', promiseAmount: null });
  });

  it('carries the time of the server when it comes by a call at once, whatever time that names', async () => {
    const loanId = await loanOf(server, 'collector');
    const before = Date.now();
    for (const recordedAt of [ago(-600), ago(600), '2020-01-01T03:00:00Z']) {
      const answer = await record(callOf(loanId, { recordedAt }));
      const at = new Date(answer.json<Disposition>().disCreatedAt).getTime();
      expect(at).toBeGreaterThanOrEqual(before);
      expect(at).toBeLessThanOrEqual(Date.now());
    }
  });

  it("is for the loan's own agent only", async () => {
    const loanId = await loanOf(server, 'collector');
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
    const loanId = await loanOf(server, 'fieldagent');
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
    expect((await visit(late)).statusCode).toBe(404);
    expect(await savedOffline(server, 'fieldagent', late)).toMatchObject({ outcome: 'DONE' });
    const stored = await server.db.execute(
      sql`select allocation_id from dispositions where id = ${late._id}`,
    );
    expect(stored.rows).toEqual([{ allocation_id: allocationId }]);
    for (const minutes of [50, 200, 500])
      expect((await visit(visitOf(loanId, { recordedAt: ago(minutes) }))).statusCode).toBe(404);
    const before = visitOf(loanId, { recordedAt: ago(500) });
    expect(await savedOffline(server, 'fieldagent', before)).toMatchObject({ status: 404 });
  });
});
