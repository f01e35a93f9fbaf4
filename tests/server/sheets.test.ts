import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { newId } from '../../server/ids.ts';
import { importIn, pendingList, sendFile, verified } from '../support/loan-file.ts';
import { testServer } from '../support/server.ts';
import { sheetDesk, sheetHeader as header } from '../support/sheets.ts';

const server = testServer();
const { stored, list: sheetsWith, one: sheetOf, change, takeBack } = sheetDesk(() => server);

async function ids(query: Record<string, string>): Promise<string[]> {
  return (await sheetsWith(query)).map((sheet) => sheet._id);
}

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
    await server.taken('PUT', '/activity/loan/sheet', { as: 'clientadmin', body });
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

test('a file whose name turns around is listed under the name that it has', async () => {
  const answer = await sendFile(server, '/loans/csv/upload', {
    as: 'admin',
    name: 'loans\u202Evsc.csv',
    content: `${header}\nT1,Asha,500`,
    fields: { Client_Name: server.clients.X.name },
  });
  expect(answer.json()).toMatchObject({ fileName: 'loansvsc.csv' });
});
