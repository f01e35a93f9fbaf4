import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { ActivityRow, ActivitySheet } from '../../contract/activity-sheet.ts';
import type { Page } from '../../contract/paging.ts';
import { postSheet } from '../../server/activity-sheets/sheet-posting.ts';
import { findSheet } from '../../server/activity-sheets/sheet-record.ts';
import { rowsOf, sheetIn, sheetPosted, sheetRead } from '../support/activity-sheet.ts';
import { sendFile } from '../support/loan-file.ts';
import { testServer } from '../support/server.ts';

const server = testServer();

async function holdersOf(number: string) {
  const { rows } = await server.db.execute<Record<string, string | null>>(sql`
    select collector_id as collector, field_agent_id as agent, manager_id as manager, visit_date::text as visit
    from loans where loan_number = ${number}`);
  return rows[0];
}

async function rowsIn(sheet: ActivitySheet, outcome: string): Promise<ActivityRow[]> {
  return (
    await server.taken<Page<ActivityRow>>('GET', `/activity-sheets/${sheet._id}/rows`, {
      as: 'admin',
      query: { outcome, pageSize: '200' },
    })
  ).data;
}

test('an allocation sheet gives loans to people by user name or e-mail, each wrong row with its reason, nothing half', async () => {
  const { people } = server;
  for (const loanNumber of ['A-1', 'A-2', 'A-3', 'A-4', 'A-5', 'A-6', 'A-8', 'A-9'])
    await server.addLoan({ loanNumber });
  await server.addLoan({ loanNumber: 'A-7', status: 'WITHDRAWN' });
  const pending = await sheetRead(
    server,
    'ALLOCATION',
    [
      'LAN,Collector,Field Agent,Manager,Visit Date',
      'A-1,collector,,,',
      `A-2,${people.collector.email},fieldagent,manager,12-12-2026`,
      'A-3,nobody,,,',
      'A-4,fieldagent,,,',
      'A-5,collector,,manager2,',
      'A-6,,,,',
      'A-7,collector,,,',
      'A-8,,,,12-12-2026',
      'A-404,collector,,,',
      'A-1,collector2,,,',
    ].join('\n'),
  );
  expect(rowsOf(pending)).toEqual({
    READY: 2,
    UNKNOWN_PERSON: 1,
    WRONG_PERSON: 3,
    NOT_ACTIVE: 1,
    UNMATCHED: 1,
    DUPLICATE: 1,
    FAILED: 1,
  });
  const reasons = (await rowsIn(pending, 'WRONG_PERSON')).map((row) => row.reasons.join(' '));
  expect(reasons[0]).toContain('no collector');
  expect(reasons[1]).toContain('another manager');
  expect(reasons[2]).toContain('needs a field agent');
  expect((await rowsIn(pending, 'DUPLICATE')).map((row) => row.reasons)).toEqual([
    ['LAN: Row 2 names this loan already and is taken. Keep one of the two rows.'],
  ]);
  expect((await holdersOf('A-1'))?.['collector']).toBeNull();
  expect((await sheetPosted(server, pending)).state).toBe('DONE');
  expect(await holdersOf('A-1')).toMatchObject({
    collector: people.collector.id,
    manager: people.manager.id,
  });
  expect(await holdersOf('A-2')).toEqual({
    collector: people.collector.id,
    agent: people.fieldagent.id,
    manager: people.manager.id,
    visit: '2026-12-12',
  });
  const { rows } = await server.db.execute<{
    count: number;
  }>(sql`select count(*)::int as count from allocations a
    join loans l on l.id = a.loan_id where l.loan_number = 'A-2' and a.ended_at is null and a.allocated_by = ${people.admin.id}`);
  expect(rows[0]?.count).toBe(3);
  const again = await sheetRead(
    server,
    'ALLOCATION',
    'LAN,Collector\nA-1,collector\nA-9,collector',
  );
  expect(rowsOf(again)).toEqual({ UNCHANGED: 1, READY: 1 });
});

test('what changed between looking and confirming is looked at again: a refused allocation changes nothing and says why', async () => {
  await server.addLoan({ loanNumber: 'M-1' });
  await server.addLoan({ loanNumber: 'M-2' });
  const pending = await sheetRead(
    server,
    'ALLOCATION',
    'LAN,Collector\nM-1,collector\nM-2,collector',
  );
  const { rows } = await server.db.execute<{ id: string }>(
    sql`select id from loans where loan_number = 'M-2'`,
  );
  await server.taken('PUT', '/loans/assign/manager', {
    as: 'superadmin',
    body: [{ _id: rows[0]?.id, managerId: server.people.manager.id }],
  });
  await server.taken('PUT', '/loans/assign/collector', {
    as: 'manager',
    body: [{ _id: rows[0]?.id, collectorId: server.people.collector2.id }],
  });
  const refused = await sheetPosted(server, pending);
  expect(refused.state).toBe('PENDING');
  expect(refused.error).toContain('changed meanwhile');
  expect((await holdersOf('M-1'))?.['collector']).toBeNull();
});

test('columns of payments are found by their Hindi names too, below a title', async () => {
  await server.addLoan({ loanNumber: 'H-1', totalDueAmount: 5000 });
  const sheet = await sheetRead(
    server,
    'PAYMENT',
    'नवंबर के भुगतान,,,,\nक्र.सं.,ऋण खाता संख्या,भुगतान की तारीख,जमा रकम,माध्यम\n1,H-1,28/11/2025,"₹ 1,000/-",नकद\n',
  );
  expect(rowsOf(sheet)).toEqual({ PART_PAID: 1 });
  expect(await rowsIn(sheet, 'PART_PAID')).toMatchObject([
    { amount: 1000, onDate: '2025-11-28', mode: 'नकद' },
  ]);
});

test('dues of the lender’s list are found by every name that its loan files have for them', async () => {
  await server.addLoan({ loanNumber: 'H-2', totalDueAmount: 5000 });
  const list = 'Loan No,Outstanding\nH-2,"4,000.00"\n';
  const sheet = await sheetRead(server, 'SYSTEM_EXPORT', list);
  expect(await rowsIn(sheet, 'DIFFERENT')).toMatchObject([
    { Loan_ID: 'H-2', differences: [{ theirs: '4000' }] },
  ]);
});

test('a person who can’t have a loan is told at the column as the file calls it', async () => {
  await server.addLoan({ loanNumber: 'H-3' });
  await server.addLoan({ loanNumber: 'H-4' });
  const sheet = await sheetRead(
    server,
    'ALLOCATION',
    'Loan No,Agent,FOS\nH-3,nobody,\nH-4,,collector\n',
  );
  const unfit = [
    ...(await rowsIn(sheet, 'UNKNOWN_PERSON')),
    ...(await rowsIn(sheet, 'WRONG_PERSON')),
  ];
  expect(unfit.map((row) => row.reasons[0]?.split(':')[0])).toEqual(['Agent', 'FOS']);
});

test('the lender’s own list is reconciled with ours both ways and changes nothing', async () => {
  await server.addLoan({ client: 'Y', loanNumber: 'E-SAME', totalDueAmount: 100, bucket: '1' });
  await server.addLoan({ client: 'Y', loanNumber: 'E-DUES', totalDueAmount: 100, bucket: '1' });
  await server.addLoan({ client: 'Y', loanNumber: 'E-STATE', totalDueAmount: 100, bucket: '2' });
  await server.addLoan({ client: 'Y', loanNumber: 'E-OURS', totalDueAmount: 250 });
  await server.addLoan({
    client: 'Y',
    loanNumber: 'E-GONE',
    totalDueAmount: 1,
    status: 'WITHDRAWN',
  });
  const sheet = await sheetRead(
    server,
    'SYSTEM_EXPORT',
    'Account No,Total Outstanding,Bucket,Status\nE-SAME,100,1,Active\nE-DUES,"1,25,000",1,ACTIVE\nE-STATE,100,3,Closed\nE-THEIRS,70,1,Active\n',
    { client: server.clients.Y.name },
  );
  expect(sheet.state).toBe('DONE');
  expect(rowsOf(sheet)).toEqual({ EQUAL: 1, DIFFERENT: 2, MISSING_HERE: 1, MISSING_THERE: 1 });
  const different = await rowsIn(sheet, 'DIFFERENT');
  expect(different[0]?.differences).toEqual([
    { field: 'Total_Due_Amount', theirs: '125000', ours: '100' },
  ]);
  expect(different[1]?.differences.map((one) => one.field)).toEqual(['Bucket', 'Status']);
  expect(await rowsIn(sheet, 'MISSING_THERE')).toMatchObject([
    { Loan_ID: 'E-OURS', row: null, amount: 250 },
  ]);
  const file = await server.call('GET', `/activity-sheets/${sheet._id}/file`, {
    as: 'admin',
    query: { format: 'csv' },
  });
  expect(file.statusCode).toBe(200);
  expect(file.body).toContain('E-OURS');
  expect(file.body).toContain('the client has 125000, we have 100');
  expect(file.body).not.toContain('E-SAME');
});

test('rows that were not taken give their days back as they were read, whatever the other rows are', async () => {
  const sheet = await sheetRead(
    server,
    'PAYMENT',
    'Loan_ID,Amount,Payment_Date\nD-404,50,05/12/2025\nD-405,20,10/13/2025',
  );
  expect((await rowsIn(sheet, 'UNMATCHED'))[0]?.onDate).toBe('2025-05-12');
  const file = await server.call('GET', `/activity-sheets/${sheet._id}/file`, {
    as: 'admin',
    query: { format: 'csv' },
  });
  const mended = file.body.replace(/\r\nD-405.*/, '');
  const again = await sheetRead(server, 'PAYMENT', mended);
  expect((await rowsIn(again, 'UNMATCHED'))[0]?.onDate).toBe('2025-05-12');
});

test('a job that is broken off before its end leaves nothing, and the next one posts the whole', async () => {
  await server.addLoan({ loanNumber: 'K-1', totalDueAmount: 50 });
  await server.addLoan({ loanNumber: 'K-2', totalDueAmount: 50 });
  const pending = await sheetRead(
    server,
    'PAYMENT',
    'Loan_ID,Amount,Payment_Date\nK-1,50,01-11-2025\nK-2,20,01-11-2025',
  );
  await server.db.execute(
    sql`update activity_sheets set state = 'POSTING', decided_by = ${server.people.admin.id} where id = ${pending._id}`,
  );
  const record = await findSheet(server.db, pending._id);
  if (!record) throw new Error('The sheet is gone.');
  const broken = new AbortController();
  broken.abort(new Error('killed'));
  await expect(postSheet(server.context, record, broken.signal)).rejects.toThrow('killed');
  const half = await server.db.execute<{ count: number }>(
    sql`select count(*)::int as count from payments where sheet_id = ${pending._id}`,
  );
  expect(half.rows[0]?.count).toBe(0);
  // Two processes that find it at once post it once.
  await Promise.all([
    postSheet(server.context, record, new AbortController().signal),
    postSheet(server.context, record, new AbortController().signal),
  ]);
  await sheetIn(server, pending._id, ['DONE']);
  const { rows } = await server.db.execute<{ due: number; status: string }>(
    sql`select total_due_amount as due, status from loans where loan_number in ('K-1', 'K-2') order by loan_number`,
  );
  expect(rows).toEqual([
    { due: 0, status: 'PAID' },
    { due: 30, status: 'ACTIVE' },
  ]);
});

test('a sheet is dropped before it is confirmed, not after; its mapping is kept for the client’s next file', async () => {
  await server.addLoan({ loanNumber: 'D-1' });
  const mapping = { Loan_ID: 'Col A', Amount: 'Col B', Payment_Date: 'Col C' };
  const content = 'Col A,Col B,Col C\nD-1,10,01-11-2025';
  const pending = await sheetRead(server, 'PAYMENT', content, {
    fields: { mapping: JSON.stringify(mapping), saveAs: 'Letters' },
  });
  expect(rowsOf(pending)).toEqual({ PART_PAID: 1 });
  expect(
    (await server.call('DELETE', `/activity-sheets/${pending._id}`, { as: 'admin' })).json(),
  ).toMatchObject({ state: 'CANCELLED' });
  expect(
    (await server.call('DELETE', `/activity-sheets/${pending._id}`, { as: 'admin' })).statusCode,
  ).toBe(409);
  const look = await sendFile(server, '/activity-sheets/look', {
    as: 'admin',
    content,
    fields: { kind: 'PAYMENT', Client_Name: server.clients.X.name },
  });
  expect(look.json()).toMatchObject({ saved: { name: 'Letters', mapping }, suggested: {} });
  const done = await sheetPosted(server, await sheetRead(server, 'PAYMENT', content));
  expect(done.state).toBe('DONE');
  expect(
    (await server.call('DELETE', `/activity-sheets/${done._id}`, { as: 'admin' })).statusCode,
  ).toBe(409);
});

const send = (content: string | Buffer, fields: Record<string, string> = {}) =>
  sendFile(server, '/activity-sheets', {
    as: 'admin',
    content,
    fields: { kind: 'PAYMENT', Client_Name: server.clients.X.name, ...fields },
  });

test('files that are no sheets are refused with the reason', async () => {
  expect((await send('')).statusCode).toBe(400);
  expect((await send('%PDF-1.7 abc')).statusCode).toBe(415);
  expect((await send('Loan_ID,Amount,Payment_Date\n')).statusCode).toBe(400);
  expect((await send('Loan_ID,Colour\nX,red')).statusCode).toBe(422);
  expect(
    (await send('Loan_ID,Amount,Payment_Date\nX,1,01-01-2025', { Client_Name: 'Nobody Bank' }))
      .statusCode,
  ).toBe(400);
  expect(
    (await send('Loan_ID,Amount,Payment_Date\nX,1,01-01-2025', { mapping: '{"Colour":"Amount"}' }))
      .statusCode,
  ).toBe(400);
});
