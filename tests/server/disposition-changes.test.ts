import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { DispositionRecord } from '../../contract/disposition-change.ts';
import type { Disposition, DispositionCode } from '../../contract/disposition.ts';
import type { LoanDetail } from '../../contract/loan.ts';
import { newId } from '../../server/ids.ts';
import { formWithPdf, openAlertsOf, promiseOf, receiptsOf } from '../support/contact-changes.ts';
import { PATIENCE } from '../support/patience.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';
import { savedOffline } from '../support/test-device.ts';
import { ago, callOf, dayFromNow, loanOf } from '../support/work.ts';

const server = testServer();

const offline = (body: { loanId: string }) => savedOffline(server, 'collector', body);
const record = async (body: object, as: PersonName = 'collector') => {
  return server.taken<Disposition>('POST', '/call-disposition', { as, body });
};
const correct = (body: object, as: PersonName = 'collector') =>
  server.call('PUT', '/call-disposition/single', { as, body });
const remove = (body: object, as: PersonName = 'collector') =>
  server.call('DELETE', '/call-disposition', { as, body });
const restore = (ids: string[], as: PersonName = 'collector') =>
  server.call('POST', '/call-disposition/restore', { as, body: { ids } });
const read = async (id: string, as: PersonName = 'collector') =>
  (await server.call('GET', `/call-disposition/id/${id}`, { as })).json<DispositionRecord>();

async function loanNow(id: string): Promise<LoanDetail> {
  return (await server.call('GET', `/loans/id/${id}`, { as: 'admin' })).json();
}

async function historyOf(loanId: string, as: PersonName = 'collector'): Promise<Disposition[]> {
  const query = { loanId };
  const answer = await server.call('GET', '/call-disposition/caseHistory', { as, query });
  return answer.json<{ data: Disposition[] }>().data;
}

const openAlerts = (loanId: string) => openAlertsOf(server, loanId);
const receipts = (id: string) => receiptsOf(server, id);

/** Makes a contact one of an earlier business day. */
const age = (id: string) =>
  server.db.execute(
    sql`update dispositions set recorded_at = recorded_at - interval '3 days' where id = ${id}`,
  );

describe('correcting a contact', () => {
  it('changes what it says, lets loan and reminder follow, and keeps what it said before', async () => {
    const loanId = await loanOf(server, 'collector');
    const { _id: id } = await record(promiseOf(loanId));
    expect(await openAlerts(loanId)).toHaveLength(1);
    const answer = await correct({
      _id: id,
      revision: 1,
      disposition: 'CALLBACK',
      date: dayFromNow(1),
      time: '11:30',
      remarks: 'Asked to be called',
      reason: 'Pressed the wrong key',
    });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({
      code: 'CALLBACK',
      promiseAmount: null,
      time: '11:30 AM',
      revision: 2,
      revisions: [
        { revision: 1, code: 'PTP', promiseAmount: 900, reason: 'Pressed the wrong key' },
      ],
    });
    expect(await loanNow(loanId)).toMatchObject({
      disposition: 'CALLBACK',
      promiseDate: null,
      promiseAmount: null,
    });
    expect(await openAlerts(loanId)).toMatchObject([{ alert_type: 'CallBack' }]);
    expect(await historyOf(loanId)).toMatchObject([{ _id: id, code: 'CALLBACK' }]);
  });

  it('takes the reminder away when nothing is left to be reminded of', async () => {
    const loanId = await loanOf(server, 'collector');
    const { _id: id } = await record(promiseOf(loanId));
    await correct({ _id: id, disposition: 'REFUSED_TO_PAY' });
    expect(await openAlerts(loanId)).toEqual([]);
    expect(await read(id)).toMatchObject({ code: 'REFUSED_TO_PAY', date: null, time: null });
  });

  it('replaces the receipt of another amount, and cancels that of none', async () => {
    const loanId = await loanOf(server, 'collector');
    const paid = callOf(loanId, { disposition: 'PAID', amountCollected: 500 });
    const { _id: id } = await record(paid);
    await correct({ _id: id, amountCollected: 450 });
    expect(await receipts(id)).toEqual([
      { amount: 500, open: false },
      { amount: 450, open: true },
    ]);
    await correct({ _id: id, disposition: 'RINGING' });
    expect((await receipts(id)).filter(({ open }) => open)).toEqual([]);
  });

  it('is audited with what it was and why', async () => {
    const loanId = await loanOf(server, 'collector');
    const { _id: id } = await record(callOf(loanId));
    await correct({ _id: id, disposition: 'BUSY', reason: 'Misheard' });
    const { rows } = await server.db.execute(
      sql`select details from audit_log where entity_id = ${id} and action = 'disposition.correct'`,
    );
    expect(rows).toMatchObject([{ details: { from: 'RINGING', to: 'BUSY', reason: 'Misheard' } }]);
  });

  it('tells whoever was slower that somebody corrected it meanwhile', async () => {
    const loanId = await loanOf(server, 'collector');
    const { _id: id } = await record(callOf(loanId));
    const both = await Promise.all(
      ['BUSY', 'SWITCHED_OFF'].map((disposition) => correct({ _id: id, revision: 1, disposition })),
    );
    expect(both.map(({ statusCode }) => statusCode)).toEqual(expect.arrayContaining([200, 409]));
    expect(both.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      code: 'CHANGED_MEANWHILE',
      details: { changedBy: expect.any(String) as string, revision: 2 },
    });
    expect((await read(id)).revisions).toHaveLength(1);
  });

  it('keeps to the rules of the code, and changes nothing when nothing is said', async () => {
    const loanId = await loanOf(server, 'collector');
    const { _id: id } = await record(callOf(loanId));
    const refused = await correct({ _id: id, disposition: 'PTP' });
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject({
      details: expect.arrayContaining([
        expect.objectContaining({ path: 'promiseAmount', message: expect.any(String) }),
      ]),
    });
    expect((await correct({ _id: id, disposition: 'FIELD_REFUSED' })).statusCode).toBe(422);
    expect((await correct({ _id: id })).json()).toMatchObject({ revision: 1, revisions: [] });
    expect((await correct({ remarks: 'x' })).statusCode).toBe(400);
  });

  it('takes a form with files, named as the spec does', async () => {
    const loanId = await loanOf(server, 'collector');
    const { _id: id } = await record(callOf(loanId));
    const form = formWithPdf({ dispositionId: id, remarks: 'With a letter' });
    const answer = await server.app.inject({
      method: 'PUT',
      url: '/api/v1/call-disposition/single',
      headers: {
        authorization: `Bearer ${server.people.collector.token}`,
        'content-type': form.type,
      },
      payload: form.body,
    });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({
      remarks: 'With a letter',
      files: [{ kind: 'supportingDoc', name: 'letter.pdf' }],
    });
  });

  it('gives a call that only began its outcome', async () => {
    const loanId = await loanOf(server, 'collector');
    const { _id: id } = await record({ loanId, call_status: 'CALL_STARTED' });
    const answer = await correct({ dispositionId: id, disposition: 'BUSY', duration: '12' });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({ code: 'BUSY', duration: 12, revision: 1 });
    expect(await loanNow(loanId)).toMatchObject({ disposition: 'BUSY' });
  });

  it("answers the recorder's late repeat with what it was corrected to", async () => {
    const loanId = await loanOf(server, 'collector');
    const body = callOf(loanId);
    await record(body);
    await correct({ _id: body._id, disposition: 'BUSY' });
    expect(await record(body)).toMatchObject({ code: 'BUSY', revision: 2 });
  });
});

describe('who may correct', () => {
  it('is the recorder on the same day, then its manager and admins with a reason', async () => {
    const loanId = await loanOf(server, 'collector');
    const { _id: id } = await record(callOf(loanId));
    expect(await read(id)).toMatchObject({ mayCorrect: true, needsReason: false });
    await age(id);
    expect(await read(id)).toMatchObject({ mayCorrect: false });
    expect((await correct({ _id: id, disposition: 'BUSY' })).json()).toMatchObject({
      code: 'TOO_LATE',
    });
    expect((await correct({ _id: id, disposition: 'BUSY' }, 'manager')).statusCode).toBe(400);
    const reason = 'Heard the recording';
    expect(await read(id, 'manager')).toMatchObject({ mayCorrect: true, needsReason: true });
    expect((await correct({ _id: id, disposition: 'BUSY', reason }, 'manager')).statusCode).toBe(
      200,
    );
    expect((await correct({ _id: id, remarks: 'Late', reason }, 'admin')).statusCode).toBe(200);
  });

  it('is nobody else: another agent and another manager find nothing there', async () => {
    const loanId = await loanOf(server, 'collector');
    const { _id: id } = await record(callOf(loanId));
    for (const as of ['collector2', 'manager2', 'collector3'] as const) {
      expect((await correct({ _id: id, disposition: 'BUSY', reason: 'x' }, as)).statusCode).toBe(
        404,
      );
      expect((await remove({ ids: [id], reason: 'x' }, as)).statusCode).toBe(404);
      expect((await server.call('GET', `/call-disposition/id/${id}`, { as })).statusCode).toBe(404);
    }
    expect((await correct({ _id: id, disposition: 'BUSY' }, 'customer')).statusCode).toBe(403);
    expect(await read(id, 'customer')).toMatchObject({ code: 'RINGING', mayCorrect: false });
  });
});

describe('removing a contact', () => {
  it('takes it out of history, reports and sums, and undo brings everything back', async () => {
    const loanId = await loanOf(server, 'collector');
    await offline(callOf(loanId, { recordedAt: ago(5) }));
    const { _id: id } = await record(promiseOf(loanId));
    expect((await remove({ ids: [id] })).json()).toEqual({ removed: 1 });
    expect(await historyOf(loanId)).toMatchObject([{ code: 'RINGING' }]);
    expect(await loanNow(loanId)).toMatchObject({ disposition: 'RINGING', promiseDate: null });
    expect(await openAlerts(loanId)).toEqual([]);
    expect((await restore([id])).json()).toEqual({ restored: 1 });
    expect(await historyOf(loanId)).toMatchObject([{ _id: id, code: 'PTP' }, { code: 'RINGING' }]);
    expect(await loanNow(loanId)).toMatchObject({ disposition: 'PTP', promiseAmount: 900 });
    expect(await openAlerts(loanId)).toHaveLength(1);
    expect((await restore([id])).statusCode).toBe(404);
  });

  it('leaves a loan that was never worked else as never worked', async () => {
    const loanId = await loanOf(server, 'collector');
    const { _id: id } = await record(promiseOf(loanId));
    await remove([id]);
    expect(await loanNow(loanId)).toMatchObject({
      disposition: null,
      disposition_class: null,
      disCreatedAt: null,
      promiseDate: null,
    });
  });

  it('cancels the money it told of, and undo gives it a new receipt', async () => {
    const loanId = await loanOf(server, 'collector');
    const paid = callOf(loanId, { disposition: 'PAID', amountCollected: 500 });
    const { _id: id } = await record(paid);
    await remove({ _id: id });
    expect((await receipts(id)).filter(({ open }) => open)).toEqual([]);
    await restore([id]);
    expect((await receipts(id)).filter(({ open }) => open)).toMatchObject([{ amount: 500 }]);
  });

  it('reaches the phones: the loan comes again with the next pull', async () => {
    const loanId = await loanOf(server, 'collector');
    await server.db.execute(sql`insert into allocations (id, loan_id, assignee_id, kind)
      values (${newId()}, ${loanId}, ${server.people.collector.id}, 'COLLECTOR')`);
    const { _id: id } = await record(callOf(loanId));
    type Pulled = { cursor: string; loans: { loan: LoanDetail; dispositions: Disposition[] }[] };
    let at: string | undefined;
    // A pull stops before the oldest transaction that runs, be it of another test's database of the same cluster.
    const next = async () => {
      const query = { limit: '100', ...(at === undefined ? {} : { cursor: at }) };
      const answer = await server.call('GET', '/device/pull', { as: 'collector', query });
      const page = answer.json<Pulled>();
      at = page.cursor;
      return page.loans.find(({ loan }) => loan._id === loanId)?.dispositions.length;
    };
    await expect.poll(next, PATIENCE).toBe(1);
    await remove([id]);
    await expect.poll(next, PATIENCE).toBe(0);
  });

  it('cannot be undone by a repeat, nor the day after', async () => {
    const loanId = await loanOf(server, 'collector');
    const body = callOf(loanId);
    await record(body);
    await remove([body._id]);
    const repeat = await server.call('POST', '/call-disposition', { as: 'collector', body });
    expect(repeat.statusCode).toBe(409);
    expect(repeat.json()).toMatchObject({ code: 'REMOVED' });
    await server.db.execute(
      sql`update dispositions_removed set removed_at = removed_at - interval '2 days' where id = ${body._id}`,
    );
    expect((await restore([body._id])).json()).toMatchObject({ code: 'TOO_LATE' });
  });

  it('is all or nothing, and spares the outcome of a call that was placed', async () => {
    const loanId = await loanOf(server, 'collector');
    const { _id: one } = await record(callOf(loanId));
    const { _id: placed } = await record(callOf(loanId));
    expect((await remove({ ids: [one, newId()] })).statusCode).toBe(404);
    await server.db
      .execute(sql`insert into dialer_calls (id, source, loan_id, number, state, result, placed_at, ended_at)
      values (${placed}, 'MANUAL', ${loanId}, '9876501234', 'ENDED', 'ANSWERED', now(), now())
      on conflict (id) do nothing`);
    expect((await remove({ ids: [one, placed] })).json()).toMatchObject({ code: 'CALL_HAPPENED' });
    expect(await historyOf(loanId)).toHaveLength(2);
  });
});

describe('reading contacts', () => {
  it("gives a loan's calls by page, and every code that one may have", async () => {
    const loanId = await loanOf(server, 'collector');
    for (const minutes of [3, 2, 1])
      await offline(callOf(loanId, { recordedAt: ago(minutes), duration: minutes }));
    const path = '/call-disposition/by/loan';
    const query = { loanId, pageSize: '2' };
    const answer = await server.call('GET', path, { as: 'customer', query });
    expect(answer.json()).toMatchObject({
      totalCount: 3,
      page: 1,
      pageSize: 2,
      data: [{ duration: 1 }, { duration: 2 }],
    });
    const foreign = await server.call('GET', path, { as: 'manager2', query });
    expect(foreign.statusCode).toBe(404);
    const codes = await server.call('GET', '/disposition/all', { as: 'collector' });
    const { data } = codes.json<{ data: DispositionCode[] }>();
    expect(data.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['CALL_STARTED', 'PTP', 'FIELD_PTP']),
    );
  });
});
