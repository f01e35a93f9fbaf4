import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, businessDay } from '../../server/clock.ts';
import { startTestServer } from '../support/server.ts';
import type { PersonName, TestServer } from '../support/server.ts';

let server: TestServer;
const today = businessDay('Asia/Kolkata');

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => server.close());

const get = (as: PersonName, path: string, query: Record<string, string>) =>
  server.call('GET', path, { as, query });

const RANGED: readonly (readonly [PersonName, string, string, string])[] = [
  ['collector', '/loans/active/loans', 'gte', 'lte'],
  ['admin', '/payments', 'from', 'to'],
  ['admin', '/call-recordings', 'gte', 'lte'],
  ['manager', '/notification/getByManagerId', 'startMonth', 'endMonth'],
  ['manager', '/loans/scheduledCases', 'callbackStartDate', 'callbackEndDate'],
  ['admin', '/reports/callStatus', 'gte', 'lte'],
  ['admin', '/agentprofile', 'from', 'to'],
];

it.each(RANGED)('%s %s is refused days that run backwards, by the field', async (...asked) => {
  const [as, path, first, last] = asked;
  const answer = await get(as, path, { [first]: '2026-11-10', [last]: '2026-10-09' });
  expect(answer.statusCode, answer.body).toBe(422);
  const details = [expect.objectContaining({ path: last, code: 'day-order' }) as unknown];
  expect(answer.json()).toMatchObject({ code: 'DAY_ORDER', details });
});

it.each([
  ['minDue', 'maxDue'],
  ['minDPD', 'maxDPD'],
])('loans with %s above %s are refused, by the field', async (least, most) => {
  const answer = await get('manager', '/loans', { [least]: '5', [most]: '4' });
  expect(answer.statusCode, answer.body).toBe(422);
  expect(answer.json()).toMatchObject({ details: [{ path: most, values: { least: 5 } }] });
});

it('a saved view of days that run backwards is refused, by the field', async () => {
  const look = { gte: '2026-11-10', lte: '2026-10-09' };
  const body = { report: 'callStatus', name: 'Backwards', look };
  const answer = await server.call('POST', '/report-views', { as: 'manager', body });
  expect(answer.statusCode, answer.body).toBe(422);
  expect(answer.json()).toMatchObject({ code: 'DAY_ORDER', details: [{ path: 'look.lte' }] });
});

it.each(RANGED)('%s %s takes a first day alone that is still to come', async (...asked) => {
  const [as, path, first] = asked;
  const answer = await get(as, path, { [first]: addDays(today, 40) });
  expect(answer.statusCode, answer.body).toBe(200);
});

it.each([
  ['/reports/logins', 'gte', 'lte', 400],
  ['/reports/agent-logins', 'gte', 'lte', 400],
  ['/reports/callStatus', 'gte', 'lte', 400],
  ['/reconciliation', 'gte', 'lte', 366],
  ['/agentprofile', 'from', 'to', 400],
  ['/predictive-report', 'gte', 'lte', 92],
])('%s takes as many days as it says, and not one more', async (path, first, last, most) => {
  const days = (count: number) => ({
    [first]: addDays('2026-10-31', 1 - count),
    [last]: '2026-10-31',
  });
  expect((await get('admin', path, days(most))).statusCode).toBe(200);
  const answer = await get('admin', path, days(most + 1));
  expect(answer.statusCode, answer.body).toBe(422);
  expect(answer.json()).toMatchObject({
    code: 'TOO_MANY_DAYS',
    details: [{ path: last, code: 'too-many-days', values: { most } }],
  });
});

it('a list is refused the same days as a file', async () => {
  const answer = await server.call('POST', '/list-exports', {
    as: 'admin',
    body: {
      call: 'listPayments',
      query: { from: '2026-11-02', to: '2026-11-01' },
      columns: [{ path: 'amount', title: 'Amount' }],
    },
  });
  expect(answer.statusCode, answer.body).toBe(422);
  expect(answer.json()).toMatchObject({ details: [{ path: 'query.to', code: 'day-order' }] });
});

it.each(['/loans', '/reports/logins', '/reports/agent-logins', '/reports/callStatus'])(
  '%s is refused a person that is no id, by the field',
  async (path) => {
    const answer = await get('admin', path, { collectorId: 'nobody' });
    expect(answer.statusCode, answer.body).toBe(400);
    expect(answer.json()).toMatchObject({
      details: [{ path: 'collectorId.0', code: 'not-an-id' }],
    });
  },
);
