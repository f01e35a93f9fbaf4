import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Page } from '../../contract/paging.ts';
import type { Payment } from '../../contract/payment.ts';
import { rowsOf, sheetPosted, sheetRead } from '../support/activity-sheet.ts';
import { sendFile } from '../support/loan-file.ts';
import { testServer } from '../support/server.ts';

const server = testServer();

async function holdersOf(number: string) {
  const { rows } = await server.db.execute<Record<string, string | null>>(sql`
    select collector_id as collector, field_agent_id as agent, manager_id as manager, visit_date::text as visit
    from loans where loan_number = ${number}`);
  return rows[0];
}

test('a lender’s admin brings payments and allocations of its own loans only', async () => {
  const X = server.clients.X.name;
  await server.addLoan({
    loanNumber: 'L-1',
    collectorId: server.people.collector.id,
    managerId: server.people.manager.id,
  });
  await server.addLoan({ loanNumber: 'L-1', client: 'Y' });
  const content = 'Loan_ID,Amount,Payment_Date\nL-1,5000,01-11-2025';
  const own = await sheetRead(server, 'PAYMENT', content, { as: 'clientadmin' });
  expect((await sheetPosted(server, own, 'clientadmin')).state).toBe('DONE');
  const { rows } = await server.db.execute<{ due: number }>(
    sql`select l.total_due_amount as due from loans l join clients c on c.id = l.client_id where l.loan_number = 'L-1' order by c.name`,
  );
  expect(rows).toEqual([{ due: 0 }, { due: 5000 }]);
  for (const fields of [
    { kind: 'PAYMENT', Client_Name: server.clients.Y.name },
    { kind: 'BANK_PAID', Client_Name: X },
    { kind: 'SYSTEM_EXPORT', Client_Name: X },
  ])
    expect(
      (await sendFile(server, '/activity-sheets', { as: 'clientadmin', content, fields }))
        .statusCode,
    ).toBe(403);
  expect(
    (
      await server.call('GET', '/activity-sheets', {
        as: 'clientadmin',
        query: { kind: 'BANK_PAID' },
      })
    ).statusCode,
  ).toBe(403);
  expect(
    (
      await server.call('POST', '/loans/bankpaid/verify', {
        as: 'clientadmin',
        body: { _id: own._id },
      })
    ).statusCode,
  ).toBe(403);
  await server.addLoan({ loanNumber: 'L-2' });
  await server.addLoan({ loanNumber: 'L-3' });
  const shared = await sheetRead(
    server,
    'ALLOCATION',
    'Loan_ID,Collector\nL-2,collector2\nL-3,collector3',
    { as: 'clientadmin' },
  );
  expect(rowsOf(shared)).toEqual({ READY: 1, UNKNOWN_PERSON: 1 });
  expect((await sheetPosted(server, shared, 'clientadmin')).state).toBe('DONE');
  expect(await holdersOf('L-2')).toMatchObject({ collector: server.people.collector2.id });
});

test('nobody reads or reverses payments of loans that are not theirs', async () => {
  const loanId = await server.addLoan({
    loanNumber: 'Y-1',
    client: 'Y',
    collectorId: server.people.collector3.id,
  });
  const pending = await sheetRead(
    server,
    'PAYMENT',
    'Loan_ID,Amount,Payment_Date\nY-1,100,01-11-2025',
    {
      client: server.clients.Y.name,
    },
  );
  await sheetPosted(server, pending);
  const mine = await server.call('GET', '/payments', { as: 'collector3', query: { loanId } });
  const [payment] = mine.json<Page<Payment>>().data;
  expect(payment?.amount).toBe(100);
  for (const as of ['collector', 'manager', 'clientadmin', 'client'] as const) {
    const answer = await server.call('GET', '/payments', { as, query: { loanId } });
    expect(answer.json()).toMatchObject({ data: [], totalCount: 0, amount: 0 });
  }
  const foreign = await server.call('PUT', `/payments/${payment?._id}/reverse`, {
    as: 'clientadmin',
    body: { reason: 'not mine' },
  });
  expect(foreign.statusCode).toBe(404);
  for (const [method, path] of [
    ['GET', `/activity-sheets/${pending._id}`],
    ['GET', `/activity-sheets/${pending._id}/rows`],
    ['GET', `/activity-sheets/${pending._id}/file`],
    ['DELETE', `/activity-sheets/${pending._id}`],
    ['PUT', `/activity-sheets/${pending._id}/confirm`],
  ] as const)
    expect((await server.call(method, path, { as: 'clientadmin' })).statusCode).toBe(404);
});
