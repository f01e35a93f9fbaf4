import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { agentBoardCalls, BoardRow } from '../../contract/agent-board.ts';
import type { CallAnswer } from '../../contract/call.ts';
import { addDays, businessDay } from '../../server/clock.ts';
import { addPayment } from '../support/money.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const today = businessDay('Asia/Kolkata');
/** The span that is asked for: a week that lies wholly in the past. */
const FROM = addDays(today, -16);
const TO = addDays(today, -10);

const server = testServer();

/** A loan that the agent has had for so many days. */
async function hold(who: PersonName, days: number): Promise<string> {
  const { id } = server.people[who];
  const since = new Date(Date.now() - days * 86_400_000).toISOString();
  const loanId = await server.addLoan({
    bucket: 'MOVE',
    product: 'PL',
    dpd: 40,
    totalDueAmount: 20_000,
    collectorId: id,
    managerId: server.people.manager.id,
    createdAt: since,
  });
  await server.db.execute(sql`insert into allocations (id, loan_id, assignee_id, kind, allocated_at)
    values (gen_random_uuid(), ${loanId}, ${id}, 'COLLECTOR', ${since})`);
  return loanId;
}

const pay = (who: PersonName, loanId: string, amount: number, paidOn: string) =>
  addPayment(server, {
    loanId,
    amount,
    paidOn,
    collectorId: server.people[who].id,
    managerId: server.people.manager.id,
  });

/*
 * Collected in each span, and the place that it brings; the stock of all three is the same:
 *
 *               30 days before   7 days before   the span
 *   collector       2,000  2nd      9,000  1st     5,000  3rd
 *   collector2      6,000  1st      6,000  2nd     8,000  2nd
 *   fieldagent     had no loan      1,000  3rd    12,000  1st
 */
beforeAll(async () => {
  const first = await hold('collector', 120);
  await pay('collector', first, 2000, addDays(TO, -30));
  await pay('collector', first, 9000, addDays(TO, -7));
  await pay('collector', first, 5000, TO);
  const second = await hold('collector2', 120);
  await pay('collector2', second, 6000, addDays(FROM, -30));
  await pay('collector2', second, 6000, addDays(FROM, -7));
  await pay('collector2', second, 8000, FROM);
  const third = await hold('fieldagent', 28);
  await pay('fieldagent', third, 1000, addDays(TO, -8));
  await pay('fieldagent', third, 12_000, TO);
});

async function board(query: Record<string, string> = {}) {
  return (
    await server.taken<CallAnswer<typeof agentBoardCalls.readAgentProfile>>(
      'GET',
      '/agentprofile',
      {
        as: 'admin',
        query: { from: FROM, to: TO, bucket: 'MOVE', ...query },
      },
    )
  ).data;
}

const moves = (rows: readonly BoardRow[], who: PersonName) => {
  const row = rows.find(({ _id }) => _id === server.people[who].id);
  return row && [row.rank, row.weekMovement, row.monthMovement];
};

test('movement is the places gained since the same span a week and a month before', async () => {
  const now = await board();
  // A month before, the field agent was not on the board.
  expect(moves(now, 'fieldagent')).toEqual([1, 2, null]);
  expect(moves(now, 'collector2')).toEqual([2, 0, -1]);
  expect(moves(now, 'collector')).toEqual([3, -2, -1]);
});

async function placesBefore(days: number) {
  const rows = await board({ from: addDays(FROM, -days), to: addDays(TO, -days) });
  return rows.map(({ _id, rank }) => [_id, rank]);
}

test('the boards of before stood as the movement says', async () => {
  const { collector, collector2, fieldagent } = server.people;
  expect(await placesBefore(7)).toEqual([
    [collector.id, 1],
    [collector2.id, 2],
    [fieldagent.id, 3],
  ]);
  expect(await placesBefore(30)).toEqual([
    [collector2.id, 1],
    [collector.id, 2],
  ]);
});

test('movement is among all that are compared, whatever is searched', async () => {
  const [only, ...others] = await board({ collectorId: server.people.collector.id });
  expect(others).toEqual([]);
  expect(only && [only.rank, only.weekMovement, only.monthMovement]).toEqual([3, -2, -1]);
});

test('a payment that was reversed since moves nobody, then or now', async () => {
  await server.db
    .execute(sql`update payments set reversed_at = now(), reversed_by = ${server.people.admin.id}
    where collector_id = ${server.people.fieldagent.id} and amount = 12000`);
  expect(moves(await board(), 'fieldagent')).toEqual([3, 0, null]);
  await server.db
    .execute(sql`update payments set reversed_at = now(), reversed_by = ${server.people.admin.id}
    where collector_id = ${server.people.collector.id} and amount = 9000`);
  // A week before the second was then first, the field agent second.
  expect(moves(await board(), 'collector')).toEqual([2, 1, 0]);
});
