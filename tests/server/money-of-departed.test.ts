import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Person } from '../../contract/person.ts';
import { sendFile } from '../support/loan-file.ts';
import { sheetRead } from '../support/activity-sheet.ts';
import { addAccount, allocated, newAccount } from '../support/people.ts';
import { testServer } from '../support/server.ts';

const server = testServer();

test('the money of somebody who left is credited by files that name its login, and its last month is told and paid', async () => {
  const { manager, collector } = server.people;
  const person = await addAccount(server, 'COLLECTOR', manager.id);
  const [loanId = ''] = await allocated(server, person, 1);
  const loan = await server.db.execute<{ number: string }>(
    sql`select loan_number as number from loans where id = ${loanId}`,
  );
  await server.taken('DELETE', `/collector/${person._id}`, {
    as: 'admin',
    query: { successorId: collector.id },
  });
  const of = `/targets/of/${person._id}`;
  expect((await server.call('GET', of, { as: 'manager' })).statusCode).toBe(200);
  const listed = async () =>
    (await server.call('GET', '/revenues', { as: 'admin', query: { pageSize: '200' } })).body;
  expect(await listed()).toContain(person._id);
  // Who left before the month has no cost in it.
  await server.db.execute(
    sql`update users set deleted_at = now() - interval '32 days' where id = ${person._id}`,
  );
  expect(await listed()).not.toContain(person._id);
  const costs = await sendFile(server, '/revenues/sheet', {
    as: 'admin',
    content: `Person,Salary\n${person.username},9000`,
    name: 'costs.csv',
  });
  expect(costs.json()).toMatchObject({ count: 1, problems: [] });
  const row = (amount: number, name: string) =>
    `${loan.rows[0]?.number},${amount},2026-01-05,${name}`;
  const names = [person.username, person.email].map((name, at) => row(500 + at, name));
  const file = `Loan ID,Amount,Payment Date,Collector\n${names.join('\n')}`;
  const { counts } = await sheetRead(server, 'PAYMENT', file);
  expect(counts).not.toHaveProperty('UNKNOWN_PERSON');
  // Its login may be another's by now: then it names the one who is here.
  const body = newAccount({ username: person.username, managerId: manager.id });
  const heir = await server.taken<{ data: Person }>('POST', '/collector', { as: 'admin', body });
  const again = await sheetRead(server, 'PAYMENT', file.replaceAll('2026-01-05', '2026-01-06'));
  const { rows } = await server.db.execute<{ id: string }>(
    sql`select person_id as id from activity_sheet_rows where sheet_id = ${again._id} order by row`,
  );
  expect(rows.map(({ id }) => id)).toEqual([heir.data._id, person._id]);
});
