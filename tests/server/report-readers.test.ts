import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { dispositions } from '../../server/database/tables/dispositions.ts';
import { newId } from '../../server/ids.ts';
import { keepMoneyOf } from '../support/money.ts';
import { testServer } from '../support/server.ts';
import type { PersonName, TestServer } from '../support/server.ts';

const PATH = '/call-disposition/daily-reports';
const DAYS = { gte: '10-03-2026', lte: '10-03-2026' };

const server = testServer();

/** A claim of 10 March on a new loan of Y. */
async function claim(more: Parameters<TestServer['addLoan']>[0] = {}): Promise<string> {
  const { people } = server;
  const loanId = await server.addLoan({ client: 'Y', managerId: people.manager2.id, ...more });
  const id = newId();
  await server.db.insert(dispositions).values({
    id,
    loanId,
    channel: 'CALL',
    agentId: people.collector3.id,
    managerId: people.manager2.id,
    code: 'PAID',
    dispositionClass: 'PAID',
    amountCollected: 700,
    recordedAt: '2026-03-10T06:00:00Z',
  });
  await keepMoneyOf(server);
  return id;
}

interface Report {
  data: { _id: string; amountCollected: number | null; moneyState: string | null }[];
}

/** Whether rows and export of the day show a person what contacts told of money. */
const shown = async (as: PersonName): Promise<boolean[]> => {
  const rows = await server.call('GET', PATH, { as, query: DAYS });
  const query = { model: 'CallDisposition', ...DAYS };
  const exported = await server.call('GET', '/activity/get-export', { as, query });
  return [
    rows
      .json<Report>()
      .data.some(
        ({ amountCollected, moneyState }) => amountCollected !== null || moneyState !== null,
      ),
    exported
      .json<{ data: Record<string, unknown>[] }>()
      .data.some((row) => Boolean(row['Amount told']) || Boolean(row['State of the amount'])),
  ];
};

it('can be narrowed to names that have commas themselves', async () => {
  const id = await claim({ city: 'Pune, Camp' });
  const other = await claim({ city: 'Pune' });
  const lender = 'Rao, Sons & Co';
  await server.db.execute(
    sql`update clients set name = ${lender} where id = ${server.clients.Y.id}`,
  );
  const found = async (as: PersonName, field: string, value: string) => {
    const query = new URLSearchParams({ ...DAYS, [field]: value });
    query.append(field, value);
    const answer = await server.call('GET', `${PATH}?${query}`, { as });
    if (answer.statusCode !== 200) return answer.statusCode;
    const ids = answer.json<Report>().data.map(({ _id }) => _id);
    return ids.toSorted();
  };
  for (const as of ['admin', 'manager2', 'customerOfY'] as const)
    expect(await found(as, 'clientName', lender), as).toEqual([id, other].toSorted());
  expect(await found('manager', 'clientName', lender)).toBe(403);
  expect(await found('admin', 'city', 'Pune, Camp')).toEqual([id]);
  expect(await found('admin', 'city', 'Pune')).toEqual([other]);
});

it('tells a lender’s people nothing of the money that contacts told of, in rows and exports either', async () => {
  await claim();
  expect(await shown('manager2')).toEqual([true, true]);
  expect(await shown('customerOfY')).toEqual([false, false]);
});
