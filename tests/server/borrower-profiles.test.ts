import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { BorrowerProfile } from '../../contract/borrower-profile.ts';
import { bestTimeOf } from '../../server/borrower-profiles/best-time.ts';
import { nextActionOf, VISIT_AFTER_CALLS } from '../../server/borrower-profiles/next-action.ts';
import type { ActionFacts } from '../../server/borrower-profiles/next-action.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';
import { savedOffline } from '../support/test-device.ts';
import { ago, callOf, dayFromNow, loanOf, visitOf } from '../support/work.ts';

const server = testServer();

const profileOf = async (loanId: string, as: PersonName = 'collector') => {
  const query = { loanId };
  return server.taken<BorrowerProfile>('GET', '/borrowerProfile/getBorrowerProfile', { as, query });
};
const record = (body: object, as: PersonName = 'collector') =>
  server.call('POST', '/call-disposition', { as, body });

describe('the numbers of a borrower', () => {
  it('come from the loan, from agents who learnt them and from calls, each with its last result', async () => {
    const loanId = await server.addLoan({
      managerId: server.people.manager.id,
      collectorId: server.people.collector.id,
      mobileNumber: '9876501234',
      alternateMobileNumber: '9876509999',
    });
    await savedOffline(
      server,
      'collector',
      callOf(loanId, { dialledNumber: '+91 98765 01234', recordedAt: ago(30) }),
    );
    await savedOffline(
      server,
      'collector',
      callOf(loanId, {
        dialledNumber: '9876501234',
        disposition: 'SETTLEMENT_ASKED',
        recordedAt: ago(20),
      }),
    );
    await savedOffline(
      server,
      'collector',
      callOf(loanId, {
        dialledNumber: '9876509999',
        disposition: 'WRONG_NUMBER',
        recordedAt: ago(10),
      }),
    );
    await server.taken('POST', '/borrowerProfile/numbers', {
      as: 'collector',
      body: { loanId, number: '98765-07777', holder: 'Brother' },
    });
    const { numbers } = await profileOf(loanId);
    expect(numbers).toMatchObject([
      {
        number: '9876501234',
        sources: ['DIALLED', 'MOBILE'],
        calls: 2,
        reached: 1,
        isWrong: false,
        lastResult: { code: 'SETTLEMENT_ASKED' },
      },
      { number: '9876509999', isWrong: true, calls: 1, reached: 0 },
      { number: '9876507777', sources: ['LEARNT'], holder: 'Brother', calls: 0, lastResult: null },
    ]);
  });

  it('are not credited with calls of which nobody noted the number, unless there is only one', async () => {
    const one = await loanOf(server, 'collector');
    await record(callOf(one));
    expect((await profileOf(one)).numbers).toMatchObject([{ calls: 1 }]);
    const two = await server.addLoan({
      managerId: server.people.manager.id,
      collectorId: server.people.collector.id,
      alternateMobileNumber: '9876509998',
    });
    await record(callOf(two));
    const profile = await profileOf(two);
    expect(profile.numbers).toMatchObject([{ calls: 0 }, { calls: 0 }]);
    expect(profile.calls).toMatchObject({ total: 1, reached: 0 });
  });

  it('are masked for the lender, and nothing for those who do not see the loan', async () => {
    const loanId = await loanOf(server, 'collector');
    expect((await profileOf(loanId, 'customer')).numbers).toMatchObject([{ number: '••••••1234' }]);
    for (const as of ['collector2', 'manager2', 'customerOfY'] as const) {
      const query = { loanId };
      const read = await server.call('GET', '/borrowerProfile/getBorrowerProfile', { as, query });
      expect(read.statusCode).toBe(404);
      const body = { loanId, number: '9876507777' };
      const wrote = await server.call('POST', '/borrowerProfile/numbers', { as, body });
      expect([403, 404]).toContain(wrote.statusCode);
    }
  });
});

describe('other loans of the borrower', () => {
  it('are those with the same number or PAN that the reader may see', async () => {
    const [collectorId, managerId] = [server.people.collector.id, server.people.manager.id];
    const pan = { otherColumns: { PAN: 'ABCDE1234F' } };
    const mine = { collectorId, managerId, mobileNumber: '9811100001' };
    const loanId = await server.addLoan({ ...mine, ...pan });
    const byNumber = await server.addLoan({
      ...mine,
      mobileNumber: null,
      alternateMobileNumber: '9811100001',
    });
    const byPan = await server.addLoan({
      collectorId,
      managerId,
      mobileNumber: '9811100002',
      otherColumns: { 'PAN No': ' abcde1234f ' },
    });
    const foreign = await server.addLoan({
      client: 'Y',
      mobileNumber: '9811100001',
      managerId: server.people.manager2.id,
    });
    const ids = async (as: PersonName) =>
      (await profileOf(loanId, as)).otherLoans.map((loan) => `${loan._id} ${loan.sameBy}`).sort();
    const own = [`${byNumber} NUMBER`, `${byPan} PAN`].sort();
    expect(await ids('collector')).toEqual(own);
    expect(await ids('customer')).toEqual(own);
    expect(await ids('admin')).toEqual([...own, `${foreign} NUMBER`].sort());
  });
});

describe('what is known besides', () => {
  it('counts promises kept and broken, visits, talks, and names languages', async () => {
    const loanId = await server.addLoan({
      managerId: server.people.manager.id,
      collectorId: server.people.collector.id,
      fieldAgentId: server.people.fieldagent.id,
      otherColumns: { 'Preferred Language': 'Marathi, Hindi' },
    });
    const promise = { disposition: 'PTP', promiseAmount: 900, date: dayFromNow(3), time: '10:00' };
    await record(callOf(loanId, promise));
    await server.taken('POST', '/field-disposition', {
      as: 'fieldagent',
      body: visitOf(loanId),
    });
    expect(await profileOf(loanId)).toMatchObject({
      languages: ['Marathi', 'Hindi'],
      promises: { open: 1, kept: 0, broken: 0 },
      calls: { total: 1, reached: 1, visits: 1, lastReachedAt: expect.any(String) },
      bestTime: { calls: 1, reached: 1, best: null },
    });
    await server.db.execute(sql`update promises set state = 'BROKEN' where loan_id = ${loanId}`);
    expect(await profileOf(loanId)).toMatchObject({ promises: { open: 0, kept: 0, broken: 1 } });
  });
});

/** So many calls of one hour, so many of them reached. */
const hour = (weekday: number, at: number, calls: number, reached: number) => ({
  weekday,
  hour: at,
  calls,
  reached,
});

describe('the best time to call', () => {
  it('is not claimed from too little, nor where no time is clearly better', () => {
    expect(bestTimeOf([]).best).toBeNull();
    expect(bestTimeOf([hour(1, 10, 3, 3)])).toMatchObject({ best: null, calls: 3 });
    expect(bestTimeOf([hour(1, 10, 5, 2), hour(2, 15, 5, 2)]).best).toBeNull();
    // One lucky call among many is no pattern.
    expect(bestTimeOf([hour(1, 9, 1, 1), hour(1, 14, 9, 1)]).best).toBeNull();
  });

  it('is the two hours in which the borrower answers clearly more often', () => {
    const counts = [hour(1, 10, 6, 0), hour(2, 18, 3, 3), hour(3, 19, 2, 1), hour(4, 12, 4, 1)];
    expect(bestTimeOf(counts)).toMatchObject({
      calls: 15,
      reached: 5,
      best: { weekday: null, fromHour: 18, toHour: 20, calls: 5, reached: 4 },
      hours: [{ fromHour: 10 }, { fromHour: 12 }, { fromHour: 18 }, { fromHour: 19 }],
    });
  });

  it('names a weekday when that day is better still', () => {
    const counts = [hour(1, 10, 8, 0), hour(6, 18, 4, 4), hour(3, 18, 6, 2)];
    expect(bestTimeOf(counts).best).toMatchObject({
      weekday: 6,
      fromHour: expect.any(Number),
      reached: 4,
    });
  });
});

const facts = (more: Partial<ActionFacts> = {}): ActionFacts => ({
  isActive: true,
  now: { day: '2026-11-20', time: '11:00', weekday: 5 },
  gate: { isAllowed: true, reason: null, until: null },
  promise: { date: null, amount: null, isBroken: false },
  settlement: { state: null, dueOn: null, amount: null },
  newest: null,
  calls: 2,
  reached: 1,
  missedInARow: 1,
  numbers: [{ isWrong: false }],
  bestTime: bestTimeOf([]),
  ...more,
});
const next = (more: Partial<ActionFacts> = {}) => {
  const { action, reasons } = nextActionOf(facts(more));
  return [action, ...reasons.map(({ reason }) => reason)];
};
const said = (code: string, kind: string, more: object = {}) => ({
  newest: { code, kind, date: null, time: null, ...more },
});

const promised = (date: string, isBroken = false) => ({
  promise: { date, amount: 900, isBroken },
});

const open = (state: ActionFacts['settlement']['state'], dueOn: string | null = null) => ({
  settlement: { state, dueOn, amount: 3000 },
});

describe('what to do next', () => {
  it('is told with its reasons', () => {
    expect(next({ isActive: false })).toEqual(['CLOSED', 'LOAN_CLOSED']);
    expect(next(promised('2026-11-20'))).toEqual(['CALL_NOW', 'PROMISE_DUE_TODAY']);
    expect(next(promised('2026-11-17', true))).toEqual(['CALL_NOW', 'PROMISE_BROKEN']);
    expect(next(promised('2026-11-25'))).toEqual(['WAIT', 'PROMISE_AHEAD']);
    const callback = (date: string, time: string) => said('CALLBACK', 'CALLBACK', { date, time });
    expect(next(callback('2026-11-20', '10:30'))).toEqual(['CALL_NOW', 'CALLBACK_DUE']);
    expect(next(callback('2026-11-20', '16:00'))).toEqual(['CALL_AT', 'CALLBACK_AHEAD']);
    expect(next({ missedInARow: VISIT_AFTER_CALLS })).toEqual(['VISIT', 'NEVER_REACHED']);
    expect(next({ numbers: [] })).toEqual(['FIND_NUMBER', 'NO_NUMBER']);
    expect(next({ numbers: [{ isWrong: true }] })).toEqual(['FIND_NUMBER', 'ALL_NUMBERS_WRONG']);
    expect(next(said('REFUSED_TO_PAY', 'REFUSED'))).toEqual(['SETTLE', 'REFUSED']);
    expect(next(said('FIELD_DECEASED', 'SKIP'))).toEqual(['MANAGER', 'DECEASED']);
    expect(next({ calls: 0 })).toEqual(['CALL', 'NEVER_CALLED']);
  });

  it('follows the settlement that is open: it is collected, or waits for its decision, and none is spoken of', () => {
    const asked = said('SETTLEMENT_ASKED', 'ANSWERED');
    expect(next(asked)).toEqual(['SETTLE', 'SETTLEMENT_ASKED']);
    for (const newest of [asked, said('REFUSED_TO_PAY', 'REFUSED')])
      expect(next({ ...newest, ...open('APPROVED_BY_MANAGER') })).toEqual([
        'WAIT',
        'SETTLEMENT_OPEN',
      ]);
    expect(next(open('PROPOSED'))).toEqual(['CALL', 'ROUTINE']);
    const paying = open('ACTIVE', '2026-11-23');
    expect(next({ ...asked, ...paying })).toEqual(['CALL', 'SETTLEMENT_DUE']);
    expect(next({ ...promised('2026-11-17', true), ...paying })).toEqual([
      'CALL',
      'SETTLEMENT_DUE',
    ]);
    expect(next(open('LETTER_ISSUED', '2026-11-20'))).toEqual(['CALL_NOW', 'SETTLEMENT_DUE']);
    expect(nextActionOf(facts(paying)).reasons).toMatchObject([
      { date: '2026-11-23', amount: 3000 },
    ]);
    expect(next({ ...said('FIELD_DECEASED', 'SKIP'), ...paying })).toEqual(['MANAGER', 'DECEASED']);
  });

  it('waits while the gate says no, and says until when and what comes then', () => {
    const until = '2026-11-21T02:30:00.000Z';
    const gate = { isAllowed: false, reason: 'HOURS', until };
    const held = nextActionOf(
      facts({ gate, ...said('CALLBACK', 'CALLBACK', { date: '2026-11-19' }) }),
    );
    expect(held).toMatchObject({
      action: 'WAIT',
      until,
      reasons: [{ reason: 'CONTACT_HELD', gate: 'HOURS' }, { reason: 'CALLBACK_DUE' }],
    });
    // Finding a number or asking the manager contacts nobody.
    expect(next({ gate, numbers: [] })).toEqual(['FIND_NUMBER', 'NO_NUMBER']);
  });
});
