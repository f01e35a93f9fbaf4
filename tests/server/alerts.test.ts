import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Alert } from '../../contract/alert.ts';
import { ensureAlert } from '../../server/alerts/alert-service.ts';
import { newId } from '../../server/ids.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';
import { callOf, dayFromNow, loanOf, visitOf } from '../support/work.ts';

const server = testServer();

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

const visit = async (loanId: string, body: object = {}) =>
  server.call('POST', '/field-disposition', { as: 'fieldagent', body: visitOf(loanId, body) });
const due = async (as: PersonName) =>
  (await server.call('GET', '/api/v2/alerts', { as })).json<{ data: Alert[] }>().data;

describe('alerts', () => {
  it('are due first, then missed, and gone once acted on or deactivated', async () => {
    const loanId = await loanOf(server, 'collector');
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
    await server.call('POST', '/call-disposition', { as: 'collector', body: callOf(loanId) });
    expect(await list('/missed')).not.toContain(second);
  });

  it.each([
    ['a promise', 'another promise', 'PTP', { promiseAmount: 900 }, true],
    ['a promise', 'its money in parts', 'PARTIAL_PAID', { amountCollected: 250 }, true],
    ['a promise', 'a dispute', 'DISPUTE', {}, true],
    ['a promise', 'a talk that changes nothing', 'LEFT_MESSAGE', { personMet: 'Wife' }, false],
    ['a call back', 'another call back', 'CALLBACK', {}, true],
    ['a call back', 'a promise', 'PTP', { promiseAmount: 900 }, true],
    ['a call back', 'word that the borrower died', 'DECEASED', { personMet: 'Sister' }, true],
    ['a call back', 'a call that nobody took', 'RINGING', {}, false],
  ] as const)(
    'of %s are over with %s before their time, and back when that was a mistake',
    async (what, _after, disposition, more, isOver) => {
      const loanId = await loanOf(server, 'collector');
      const record = async (body: object) => {
        const { _id, ...call } = callOf(loanId, { ...appointment, ...body });
        await server.taken('POST', '/call-disposition', {
          as: 'collector',
          body: { _id, ...call },
        });
        return _id;
      };
      const appointment = { date: dayFromNow(2), time: '10:00 AM' };
      const first = await record(
        what === 'a promise'
          ? { disposition: 'PTP', promiseAmount: 500 }
          : { disposition: 'CALLBACK' },
      );
      const later = [await record({ disposition, ...more })];
      if (disposition === 'PARTIAL_PAID') later.push(await record({ disposition, ...more }));
      // Its time comes: what was recorded since is of before it.
      await server.db.execute(sql`update alerts set due_at = now()
        where disposition_id = ${first}`);
      const isThere = async () => (await due('collector')).some((a) => a.dispositionId === first);
      expect(await isThere()).toBe(!isOver);
      // The list of call backs says the same; of another one, that one.
      const cases = await server.taken<{ callBack: { data: { loanId: string }[] } }>(
        'GET',
        '/loans/scheduledCases',
        { as: 'collector', query: { pageSize: '100' } },
      );
      const isListed = cases.callBack.data.some((one) => one.loanId === loanId);
      const isCallBack = what === 'a call back' && !isOver;
      expect(isListed).toBe(isCallBack || disposition === 'CALLBACK');
      await server.taken('DELETE', '/call-disposition', { as: 'collector', body: later });
      expect(await isThere()).toBe(true);
    },
  );

  it('follow their loan to who calls for it next, what is still waited for only', async () => {
    const loanId = await loanOf(server, 'collector');
    const made = async (alertTime: string, minutesAgo: number) => {
      const { id } = (await createAlert(loanId, { alertTime })).json<Alert>();
      await dueAgo(id, minutesAgo);
      return id;
    };
    const old = await made('07:00 AM', 60 * 24 * 8);
    const ended = await made('08:00 AM', 60);
    await server.call('PUT', `/api/v2/alerts/${ended}/deactivate`, { as: 'collector' });
    const missed = await made('09:00 AM', 30);
    const dueNow = await made('10:00 AM', 2);
    const give = (to: PersonName | null) =>
      server.call('PUT', '/loans/assign/collector', {
        as: 'admin',
        body: [{ _id: loanId, collectorId: to === null ? null : server.people[to].id }],
      });
    const answer = await give('collector2');
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await list('', 'collector2')).toEqual([dueNow]);
    expect(await list('/missed', 'collector2')).toEqual([missed]);
    // Given back, they are there again, and the old one never went.
    await give('collector');
    expect(await list('')).toContain(dueNow);
    expect(await list('/missed')).toEqual(expect.arrayContaining([missed, old]));
    expect(await list('/missed')).not.toContain(ended);
    // Taken back first and given to somebody later, they follow all the same.
    await give(null);
    await give('collector2');
    expect(await list('', 'collector2')).toEqual([dueNow]);
    expect(await list('/missed', 'collector2')).toEqual([missed]);
    await give('collector');
  });

  it('of one contact that wait with two who had its loan come to the next one once', async () => {
    const loanId = await loanOf(server, 'collector');
    const give = (to: PersonName | null) =>
      server.taken('PUT', '/loans/assign/collector', {
        as: 'admin',
        body: [{ _id: loanId, collectorId: to === null ? null : server.people[to].id }],
      });
    const { _id: dispositionId, ...call } = callOf(loanId);
    await server.taken('POST', '/call-disposition', {
      as: 'collector',
      body: { _id: dispositionId, ...call },
    });
    for (const to of [null, 'collector', 'collector2', null] as const) await give(to);
    const dueAt = new Date(Date.now() + 3_600_000).toISOString();
    for (const name of ['collector', 'collector2'] as const) {
      const ownerId = server.people[name].id;
      await ensureAlert(server.db, { loanId, dispositionId, ownerId, alertType: 'PTP', dueAt });
    }
    await give('collector3');
    const { rows } = await server.db.execute<{ count: number }>(sql`select count(*)::int as count
      from alerts where loan_id = ${loanId} and owner_id = ${server.people.collector3.id}`);
    expect(rows).toEqual([{ count: 1 }]);
  });

  it("are refused on another's loan or disposition, and under another's id", async () => {
    const loanId = await loanOf(server, 'collector3');
    expect((await createAlert(loanId)).statusCode).toBe(404);
    const own = await loanOf(server, 'collector');
    expect((await createAlert(own, { dispositionId: newId() })).statusCode).toBe(404);
    const named = await server.call('GET', '/api/v2/alerts', {
      as: 'collector',
      headers: { collectorid: server.people.collector2.id },
    });
    expect(named.statusCode).toBe(403);
  });

  it('are not of a time that is over, nor a year ahead', async () => {
    const loanId = await loanOf(server, 'collector');
    for (const [alertDate, code] of [
      [dayFromNow(-1), 'day-is-over'],
      [dayFromNow(400), 'day-too-far'],
    ] as const) {
      const answer = await createAlert(loanId, { alertDate });
      expect(answer.statusCode, answer.body).toBe(422);
      expect(answer.json()).toMatchObject({ details: [{ path: 'alertDate', code }] });
    }
    expect((await createAlert(loanId)).statusCode).toBe(200);
  });

  it('are missed in pages of ten, newest first, and found by name and number', async () => {
    const loanId = await server.addLoan({
      collectorId: server.people.collector2.id,
      customerName: 'Gita 100% Rao',
    });
    const other = await loanOf(server, 'collector2');
    const made = [];
    for (const [place, minutes] of [20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120].entries()) {
      const of = place === 0 ? loanId : other;
      const body = { alertDate: dayFromNow(place + 1) };
      const { id } = (await createAlert(of, body, 'collector2')).json<Alert>();
      await dueAgo(id, minutes);
      made.push(id);
    }
    const page = async (query: Record<string, string>) =>
      (await server.call('GET', '/api/v2/alerts/missed', { as: 'collector2', query })).json<{
        data: Alert[];
        totalCount: number;
      }>();
    const first = await page({});
    expect(first).toMatchObject({ totalCount: 11, page: 1, pageSize: 10 });
    expect(first.data.map(({ id }) => id)).toEqual(made.slice(0, 10));
    expect((await page({ page: '2' })).data.map(({ id }) => id)).toEqual(made.slice(10));
    expect(await page({ search: '100% rao' })).toMatchObject({ totalCount: 1 });
    expect(await page({ search: '1__%' })).toMatchObject({ totalCount: 0, data: [] });
  });
});

describe('visits', () => {
  it("tell the loan's collector at once, and nobody else", async () => {
    const { collector, fieldagent, manager } = server.people;
    const loanId = await server.addLoan({
      managerId: manager.id,
      collectorId: collector.id,
      fieldAgentId: fieldagent.id,
    });
    const body = visitOf(loanId);
    for (let times = 0; times < 2; times += 1)
      await server.call('POST', '/field-disposition', { as: 'fieldagent', body });
    const told = (await due('collector')).filter((alert) => alert.loanId === loanId);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({
      isFieldDisposition: true,
      alertType: null,
      dispositionId: body._id,
    });
    expect(await due('collector2')).toEqual([]);
    // Who calls the borrower after the visit has acted on it.
    await server.call('POST', '/call-disposition', { as: 'collector', body: callOf(loanId) });
    expect((await due('collector')).map((alert) => alert.loanId)).not.toContain(loanId);
  });

  it('that end in a callback remind the agent at its time and tell the collector now; the collector deactivates only its own', async () => {
    const { collector, fieldagent, manager } = server.people;
    const loanId = await server.addLoan({
      managerId: manager.id,
      collectorId: collector.id,
      fieldAgentId: fieldagent.id,
    });
    const answer = await visit(loanId, {
      disposition: 'FIELD_CALLBACK',
      personMet: 'Wife',
      date: dayFromNow(2),
      time: '10:00 AM',
    });
    expect(answer.statusCode).toBe(200);
    const made = await server.db.execute<{ id: string; owner_id: string }>(
      sql`select id, owner_id, alert_type, is_field_disposition from alerts where loan_id = ${loanId} order by due_at`,
    );
    expect(made.rows).toMatchObject([
      { owner_id: collector.id, alert_type: 'CallBack', is_field_disposition: true },
      { owner_id: fieldagent.id, alert_type: 'CallBack', is_field_disposition: false },
    ]);
    const [own, foreign] = made.rows;
    const deactivate = async (id: string | undefined) =>
      (await server.call('PUT', `/api/v2/alerts/${id}/deactivate`, { as: 'collector' })).statusCode;
    expect(await deactivate(foreign?.id)).toBe(404);
    expect(await deactivate(own?.id)).toBe(200);
    expect((await due('collector')).map((alert) => alert.id)).not.toContain(own?.id);
  });

  it('tell nobody where no collector has the loan', async () => {
    const loanId = await loanOf(server, 'fieldagent');
    expect((await visit(loanId)).statusCode).toBe(200);
    const made = await server.db.execute(sql`select 1 from alerts where loan_id = ${loanId}`);
    expect(made.rows).toEqual([]);
  });
});
