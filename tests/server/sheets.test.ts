import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LoanImport } from '../../contract/loan-import.ts';
import type { KeptLoan, Sheet, SheetRemoval } from '../../contract/sheet.ts';
import { newId } from '../../server/ids.ts';
import { importIn, pendingList, sendFile, verified } from '../support/loan-file.ts';
import { startTestServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(async () => {
  await server.close();
});

const header = 'Loan_ID,Customer_Name,Total_Due_Amount';

async function stored(numbers: readonly string[], due = 1000): Promise<LoanImport> {
  const lines = numbers.map((number) => `${number},Asha ${number},${due}`);
  return verified(server, await pendingList(server, [header, ...lines].join('\n')));
}

async function sheetsWith(query: Record<string, string> = {}): Promise<Sheet[]> {
  const answer = await server.call('GET', '/activity/loan/all', {
    as: 'admin',
    query: { pageSize: '100', ...query },
  });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ data: Sheet[] }>().data;
}

async function sheetOf(id: string, query: Record<string, string> = {}): Promise<Sheet | undefined> {
  return (await sheetsWith(query)).find((sheet) => sheet._id === id);
}

async function statusOf(number: string): Promise<string[]> {
  const { rows } = await server.db.execute<{ status: string }>(
    sql`select status from loans where loan_number = ${number} order by id`,
  );
  return rows.map(({ status }) => status);
}

const change = (body: object) => server.call('PUT', '/activity/loan/sheet', { as: 'admin', body });
const takeBack = (body: object) =>
  server.call('DELETE', '/activity/delete-loan/by/sheet', { as: 'admin', body });

describe('the list of sheets', () => {
  test('tells who, when, file, state and counts, and what has become of the loans', async () => {
    const done = await stored(['S1', 'S2', 'S3']);
    await server.db.execute(sql`update loans set status = 'WITHDRAWN' where loan_number = 'S3'`);
    expect(await sheetOf(done._id)).toMatchObject({
      batchNo: done.batchNo,
      name: 'loans.csv',
      fileName: 'loans.csv',
      Client_Name: server.clients.X.name,
      state: 'DONE',
      newRows: 3,
      failedRows: 0,
      activeLoans: 2,
      closedLoans: 1,
      createdBy: 'Test admin',
      error: null,
      takenBackAt: null,
    });
  });

  test('a loan counts for the sheet that brought it first, not for one that changed it', async () => {
    const first = await stored(['F1', 'F2']);
    const second = await stored(['F1', 'F3'], 2000);
    expect(await sheetOf(first._id)).toMatchObject({ activeLoans: 2 });
    expect(await sheetOf(second._id)).toMatchObject({
      activeLoans: 1,
      newRows: 1,
      updateRows: 1,
    });
  });

  test('is searched and filtered by name, client, state and day', async () => {
    const done = await stored(['Q1']);
    await change({ _id: done._id, name: 'November_100%' });
    const ids = async (query: Record<string, string>) =>
      (await sheetsWith(query)).map((sheet) => sheet._id);
    expect(await ids({ search: 'november_100%' })).toEqual([done._id]);
    expect(await ids({ search: 'novemberX100' })).toEqual([]);
    expect(await ids({ search: String(done.batchNo) })).toEqual([done._id]);
    expect(await ids({ clientName: server.clients.Y.name })).toEqual([]);
    expect(await ids({ state: 'FAILED' })).not.toContain(done._id);
    expect(await ids({ from: '01-01-2000', to: '31-12-2000' })).toEqual([]);
    expect(await ids({ from: '01-01-2000' })).toContain(done._id);
  });

  test('is the agency’s: others are refused, and nothing is told of a sheet that is not there', async () => {
    for (const as of ['manager', 'collector', 'clientadmin', 'customer'] as const) {
      const answer = await server.call('GET', '/activity/loan/all', { as });
      expect(answer.statusCode).toBe(403);
    }
    expect((await takeBack({ _id: newId() })).statusCode).toBe(404);
    expect((await change({ _id: newId(), name: 'Mine' })).statusCode).toBe(404);
  });
});

describe('renaming and reading again', () => {
  test('a sheet has the name that people give it; the file keeps its own', async () => {
    const done = await stored(['N1']);
    const answer = await change({ _id: done._id, name: '  November of Xenon ' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ name: 'November of Xenon', fileName: 'loans.csv' });
    expect((await change({ _id: done._id, name: ' ' })).statusCode).toBe(400);
    expect((await change({ _id: done._id })).statusCode).toBe(400);
  });

  test('a dropped one is read again from its stored file, with other columns when wanted', async () => {
    const pending = await pendingList(server, `${header},Owed\nR1,Asha,5,77\n`);
    await server.call('DELETE', `/loans/imports/${pending._id}`, { as: 'admin' });
    expect(await sheetOf(pending._id)).toMatchObject({ state: 'CANCELLED', canReopen: true });
    const mapping = {
      Loan_ID: 'Loan_ID',
      Customer_Name: 'Customer_Name',
      Total_Due_Amount: 'Owed',
    };
    const unfit = await change({
      _id: pending._id,
      reopen: true,
      mapping: { ...mapping, City: 'No such column' },
    });
    expect(unfit.statusCode).toBe(422);
    const again = await change({ _id: pending._id, reopen: true, mapping });
    expect(again.statusCode).toBe(200);
    await verified(server, await importIn(server, pending._id, ['PENDING']));
    const { rows } = await server.db.execute(
      sql`select total_due_amount from loans where loan_number = 'R1'`,
    );
    expect(rows).toEqual([{ total_due_amount: 77 }]);
    expect((await change({ _id: pending._id, reopen: true })).statusCode).toBe(409);
  });

  test('the lender’s own people may read theirs again, and not another lender’s', async () => {
    const pending = await pendingList(server, `${header}\nC1,Asha,5\n`);
    await server.call('DELETE', `/loans/imports/${pending._id}`, { as: 'admin' });
    const body = { _id: pending._id, reopen: true };
    const own = await server.call('PUT', '/activity/loan/sheet', { as: 'clientadmin', body });
    expect(own.statusCode).toBe(200);
    await server.db.execute(
      sql`update loan_imports set client_id = ${server.clients.Y.id} where id = ${pending._id}`,
    );
    const foreign = await server.call('PUT', '/activity/loan/sheet', { as: 'clientadmin', body });
    expect(foreign.statusCode).toBe(404);
  });

  test('one whose file is gone says so', async () => {
    const pending = await pendingList(server, `${header}\nG1,Asha,5\n`);
    await server.call('DELETE', `/loans/imports/${pending._id}`, { as: 'admin' });
    await server.context.fileStore.remove(`imports/${pending._id}`);
    const answer = await change({ _id: pending._id, reopen: true });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'FILE_GONE' });
  });
});

describe('taking back a whole sheet', () => {
  let sheet: LoanImport;

  async function loanId(number: string): Promise<string> {
    const { rows } = await server.db.execute<{ id: string }>(
      sql`select id from loans where loan_number = ${number}`,
    );
    return rows[0]?.id ?? '';
  }

  async function post(number: string): Promise<void> {
    await server.db
      .execute(sql`insert into payments (id, client_id, loan_id, source, sheet_id, row, amount,
        applied_amount, paid_on, payment_key, created_by)
      values (${newId()}, ${server.clients.X.id}, ${await loanId(number)}, 'PAYMENT', ${newId()}, 2, 100, 100,
        '2026-11-01', ${number}, ${server.people.admin.id})`);
  }

  beforeAll(async () => {
    await stored(['T0']);
    sheet = await stored(['T0', 'T1', 'T2', 'T3', 'T4', 'T5', 'T6'], 500);
    const { manager, collector } = server.people;
    await server.call('PUT', '/loans/assign/manager', {
      as: 'admin',
      body: [{ _id: await loanId('T1'), managerId: manager.id }],
    });
    await server.db
      .execute(sql`update loans set manager_id = ${manager.id}, collector_id = ${collector.id}
      where loan_number in ('T1', 'T2')`);
    await server.db.execute(sql`insert into allocations (id, loan_id, assignee_id, kind)
      values (${newId()}, ${await loanId('T2')}, ${collector.id}, 'COLLECTOR')`);
    await server.db.execute(
      sql`update loans set promise_date = '2026-12-01', promise_amount = 10 where loan_number = 'T3'`,
    );
    await post('T4');
    await server.db.execute(sql`update loans set status = 'EXPIRED' where loan_number = 'T6'`);
  });

  test('is previewed: what goes, what is kept and why, what can not be undone', async () => {
    const answer = await server.call('GET', `/activity/loan/sheet/${sheet._id}/removal`, {
      as: 'admin',
    });
    expect(answer.json<SheetRemoval>()).toMatchObject({
      broughtLoans: 6,
      freeLoans: 1,
      keptLoans: 3,
      allocatedLoans: 2,
      promisedLoans: 1,
      workedLoans: 0,
      paidLoans: 1,
      endedLoans: 1,
      updatedLoans: 1,
      freeDues: 500,
      keptDues: 1500,
    });
    const kept = await server.call('GET', `/activity/loan/sheet/${sheet._id}/kept`, {
      as: 'admin',
      query: { pageSize: '3' },
    });
    expect(kept.json()).toMatchObject({ totalCount: 4, pageSize: 3 });
    expect(kept.json<{ data: KeptLoan[] }>().data[1]).toMatchObject({
      Loan_ID: 'T2',
      holderName: 'Test collector',
      isAllocated: true,
      isPaid: false,
    });
  });

  test('takes the untouched loans, keeps the others, and leaves the list', async () => {
    const answer = await takeBack({ _id: sheet._id });
    expect(answer.json()).toEqual({ success: true, takenBack: 1, kept: 3, paid: 1 });
    expect(await statusOf('T5')).toEqual(['DELETED']);
    expect(await statusOf('T1')).toEqual(['ACTIVE']);
    expect(await statusOf('T0')).toEqual(['ACTIVE']);
    expect(await sheetOf(sheet._id)).toBeUndefined();
    expect(await sheetOf(sheet._id, { state: 'TAKEN_BACK' })).toMatchObject({
      takenBackBy: 'Test admin',
      canUndo: true,
      activeLoans: 4,
    });
  });

  test('takes those that were worked too when that is confirmed, never those with money taken', async () => {
    const answer = await takeBack({ _id: sheet._id, includeWorked: true });
    expect(answer.json()).toEqual({ success: true, takenBack: 3, kept: 0, paid: 1 });
    expect(await statusOf('T2')).toEqual(['DELETED']);
    expect(await statusOf('T4')).toEqual(['ACTIVE']);
    expect(await statusOf('T6')).toEqual(['EXPIRED']);
  });

  test('is undone on the same day: the loans stand as before, with those who had them', async () => {
    const answer = await change({ _id: sheet._id, reopen: true });
    expect(answer.json()).toMatchObject({ state: 'DONE', givenBack: 4, notGivenBack: 0 });
    expect(await statusOf('T5')).toEqual(['ACTIVE']);
    const { rows } = await server.db.execute(
      sql`select collector_id from loans where loan_number = 'T2'`,
    );
    expect(rows).toEqual([{ collector_id: server.people.collector.id }]);
    expect((await change({ _id: sheet._id, reopen: true })).statusCode).toBe(409);
    const { rows: audited } = await server.db.execute<{ action: string }>(sql`
      select action from audit_log where entity_id = ${sheet._id} and action like 'sheet.%' order by sequence`);
    expect(audited.map(({ action }) => action)).toEqual([
      'sheet.take-back',
      'sheet.take-back',
      'sheet.give-back',
    ]);
  });

  test('is not undone on another day, nor by the lender', async () => {
    const old = await stored(['O1']);
    await takeBack({ _id: old._id });
    const byLender = await server.call('PUT', '/activity/loan/sheet', {
      as: 'clientadmin',
      body: { _id: old._id, reopen: true },
    });
    expect(byLender.statusCode).toBe(403);
    await server.db.execute(
      sql`update loan_imports set taken_back_at = now() - interval '2 days' where id = ${old._id}`,
    );
    const late = await change({ _id: old._id, reopen: true });
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({ code: 'TOO_LATE' });
  });

  test('frees the loan numbers: the mended file brings the loans anew, and undoing keeps those', async () => {
    const wrong = await stored(['M1', 'M2']);
    await takeBack({ _id: wrong._id });
    const mended = await stored(['M1']);
    expect(mended).toMatchObject({ newRows: 1 });
    expect((await statusOf('M1')).sort()).toEqual(['ACTIVE', 'DELETED']);
    const undone = await change({ _id: wrong._id, reopen: true });
    expect(undone.json()).toMatchObject({ givenBack: 1, notGivenBack: 1 });
  });

  test('drops one that holds no loans yet, and waits while one is being stored', async () => {
    const pending = await pendingList(server, `${header}\nP1,Asha,5\n`);
    const answer = await takeBack({ _id: pending._id });
    expect(answer.json()).toMatchObject({ takenBack: 0, kept: 0 });
    expect(await sheetOf(pending._id)).toBeUndefined();
    expect(await importIn(server, pending._id, ['CANCELLED'])).toMatchObject({
      takenBackAt: expect.any(String) as string,
    });
    const busy = await stored(['B1']);
    await server.db.execute(sql`update loan_imports set state = 'SAVING' where id = ${busy._id}`);
    expect((await takeBack({ _id: busy._id })).statusCode).toBe(409);
    await server.db.execute(sql`update loan_imports set state = 'DONE' where id = ${busy._id}`);
  });

  test('two at once take each loan once', async () => {
    const both = await stored(['W1', 'W2', 'W3']);
    const answers = await Promise.all([takeBack({ _id: both._id }), takeBack({ _id: both._id })]);
    const taken = answers
      .filter((answer) => answer.statusCode === 200)
      .map((answer) => answer.json<{ takenBack: number }>().takenBack);
    expect(taken.reduce((sum, one) => sum + one, 0)).toBe(3);
    expect(answers.every((answer) => answer.statusCode < 500)).toBe(true);
  });
});

describe('the period of the allocation', () => {
  test('is given at upload and stands on the loans, also on those that the file leaves unchanged', async () => {
    await stored(['E1']);
    const upload = await pendingList(
      server,
      [header, 'E1,Asha E1,1000', 'E2,Asha E2,1000'].join('\n'),
      { periodEndsOn: '31-12-2099' },
    );
    expect(upload).toMatchObject({ periodEndsOn: '2099-12-31' });
    await verified(server, upload);
    const { rows } = await server.db.execute(
      sql`select period_ends_on::text from loans where loan_number in ('E1', 'E2')`,
    );
    expect(rows).toEqual([{ period_ends_on: '2099-12-31' }, { period_ends_on: '2099-12-31' }]);
  });

  test('that is over already is refused', async () => {
    const answer = await sendFile(server, '/loans/csv/upload', {
      as: 'admin',
      content: `${header}\nE9,Asha,5\n`,
      fields: { Client_Name: server.clients.X.name, periodEndsOn: '01-01-2020' },
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'PERIOD_OVER' });
  });
});
