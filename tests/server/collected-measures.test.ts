import { beforeAll, expect, test } from 'vitest';
import type { Money } from '../../contract/collected.ts';
import type { ClientLanding, OrganisationLanding } from '../../contract/organisation-dashboard.ts';
import type { ReconciliationRow } from '../../contract/reconciliation.ts';
import { businessDay } from '../../server/clock.ts';
import { sheetPosted, sheetRead } from '../support/activity-sheet.ts';
import { moneyOf } from '../support/money.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';
import { callOf, dayFromNow, loanOf } from '../support/work.ts';

/**
 * The three measures of one day's money, by hand: ₹1,000 cash that stands, ₹300 whose receipt was cancelled, ₹700 that a
 * borrower says was paid, ₹400 that the bank tells of, ₹90 that it took back, and ₹60 paid yesterday, before anybody had
 * the loan.
 */

const server = testServer();
const { cancel, collect } = moneyOf(() => server);
const today = () => businessDay(server.context.settings.businessTz);

async function pay(number: string, amount: number, day: string): Promise<string> {
  const content = `Loan Number,Amount,Payment Date,Mode\n${number},${amount},${day},UPI`;
  const { _id } = await sheetPosted(server, await sheetRead(server, 'PAYMENT', content));
  return _id;
}

beforeAll(async () => {
  await collect(1000);
  const cancelled = await collect(300);
  await cancel(cancelled._id, 'manager');
  const claimed = await loanOf(server, 'collector');
  const call = callOf(claimed, { disposition: 'PAID', amountCollected: 700 });
  await server.call('POST', '/call-disposition', { as: 'collector', body: call });
  const bank = await server.addLoan({ loanNumber: 'C-BANK' });
  const early = await server.addLoan({ loanNumber: 'C-EARLY' });
  const collectorId = server.people.collector.id;
  const given = [bank, early].map((_id) => ({ _id, collectorId }));
  await server.call('PUT', '/loans/assign/collector', {
    as: 'admin',
    body: given,
  });
  await pay('C-BANK', 400, today());
  const reversed = await pay('C-BANK', 90, today());
  const body = { reason: 'Bounced' };
  await server.call('PUT', `/activity-sheets/${reversed}/reverse`, { as: 'admin', body });
  await pay('C-EARLY', 60, dayFromNow(-1));
});

const byWords = (a: unknown, b: unknown) => String(a).localeCompare(String(b));

const landing = async <Answer>(path: string, as: PersonName) =>
  (await server.call('GET', `/organisation/${path}`, { as })).json<Answer>();

test('cancelled receipts, claims and what was reversed are not receipted, collected or verified', async () => {
  const { collected } = await landing<OrganisationLanding>('landing', 'admin');
  const expected: Money = { claimed: 700, receipted: 1000, verified: 400, collected: 1400 };
  expect(collected.ofToday).toEqual(expected);
  expect(collected.today).toBe(1400);
});

test('a lender’s people see what is verified, wherever their money is told', async () => {
  const board = await landing<ClientLanding>('client-landing', 'client');
  expect(board.recovered.days.reduce((sum, { amount }) => sum + amount, 0)).toBe(460);
  expect(board.contacts.today).toMatchObject({ verified: 400 });
  const days = { gte: dayFromNow(-2), lte: dayFromNow(1) };
  const report = async (as: PersonName) => {
    const answer = await server.call('GET', '/reports/additional', { as, query: days });
    const { measures, totals } = answer.json<{ measures: string[]; totals: number[] }>();
    return totals[measures.indexOf('collected')];
  };
  expect(await report('clientadmin')).toBe(460);
  expect(await report('admin')).toBe(1460);
  const preview = await server.call('POST', `/client-exports/${server.clients.X.id}/preview`, {
    as: 'clientadmin',
    body: {
      columns: [{ field: 'collectedInDays', header: 'Collected' }],
      dateFormat: 'DD-MM-YYYY',
      ...days,
    },
  });
  const cells = preview.json<{ rows: number[][] }>().rows.flat();
  expect(cells.toSorted((a, b) => a - b).slice(-3)).toEqual([0, 60, 400]);
});

test('the reconciliation is the same for a manager and an admin; a payment before the allocation is nobody’s, not hidden', async () => {
  const query = { gte: dayFromNow(-2), lte: dayFromNow(1), groupBy: 'agent' };
  const linesOf = async (as: PersonName) => {
    const answer = await server.call('GET', '/reconciliation', { as, query });
    return answer
      .json<{ data: ReconciliationRow[] }>()
      .data.map(({ Agent_Name, collected, bankPaid }) => [Agent_Name, collected, bankPaid])
      .toSorted(byWords);
  };
  const { collector, fieldagent } = server.people;
  const expected = [
    [null, 0, 60],
    [collector.fullName, 0, 400],
    [fieldagent.fullName, 1300, 0],
  ];
  expect(await linesOf('admin')).toEqual(expected.toSorted(byWords));
  expect(await linesOf('manager')).toEqual(await linesOf('admin'));
});
