import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { LoanImport } from '../../contract/loan-import.ts';
import type { KeptLoan, SheetRemoval } from '../../contract/sheet.ts';
import { newId } from '../../server/ids.ts';
import { importIn, pendingList } from '../support/loan-file.ts';
import { testServer } from '../support/server.ts';
import { sheetDesk, sheetHeader as header } from '../support/sheets.ts';

const server = testServer();
const { stored, one: sheetOf, change, takeBack, statusOf } = sheetDesk(() => server);

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

describe('taking back a whole sheet', () => {
  let sheet: LoanImport;

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

  test('takes what a file said nothing is due on, and gives it back as it was', async () => {
    const paid = await stored(['N1'], 0);
    expect(await statusOf('N1')).toEqual(['PAID']);
    const preview = await server.call('GET', `/activity/loan/sheet/${paid._id}/removal`, {
      as: 'admin',
    });
    expect(preview.json<SheetRemoval>()).toMatchObject({ freeLoans: 1, endedLoans: 0 });
    expect((await takeBack({ _id: paid._id })).json()).toMatchObject({ takenBack: 1 });
    expect(await statusOf('N1')).toEqual(['DELETED']);
    expect((await change({ _id: paid._id, reopen: true })).json()).toMatchObject({ givenBack: 1 });
    expect(await statusOf('N1')).toEqual(['PAID']);
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
