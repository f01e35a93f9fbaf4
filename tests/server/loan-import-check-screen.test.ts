import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AbsentLoan, ImportSummary } from '../../contract/import-summary.ts';
import type { CallAnswer } from '../../contract/call.ts';
import type { loanImportCalls, LoanImport, PendingLoan } from '../../contract/loan-import.ts';
import type { ImportMapping } from '../../contract/import-mapping.ts';
import { importIn, pendingList, sendFile, verified } from '../support/loan-file.ts';
import { testServer } from '../support/server.ts';
import { lockedAgile } from '../support/ugly/locked-workbook.ts';
import { workbook } from '../support/ugly/ugly-file.ts';

const server = testServer();

const header = 'LAN,Name,Mobile,Bucket,Overdue,City';

const get = async <Answer>(path: string): Promise<Answer> => {
  const answer = await server.call('GET', path, { as: 'admin', query: {} });
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
  return answer.json<Answer>();
};

const summaryOf = ({ _id }: LoanImport) => get<ImportSummary>(`/loans/imports/${_id}/summary`);

const statusOf = async (number: string): Promise<string | undefined> => {
  const { rows } = await server.db.execute<{ status: string }>(
    sql`select status from loans where loan_number = ${number}`,
  );
  return rows[0]?.status;
};

describe('the check of a pending list', () => {
  let second: LoanImport;

  beforeAll(async () => {
    const first = `${header}\nA1,Asha,9812345678,B1,100,Pune\nA2,Babu,,B1,200,\nA3,Chitra,,B2,300,\n`;
    await verified(server, await pendingList(server, first));
    second = await pendingList(
      server,
      `${header}\nA1,Asha Rao,9812345679,B2,150,Pune\nA4,Dev,9.19E+11,,400,\nA5,Ela,9.19E+11,,500,\nA6,,,,1,\n`,
    );
  });

  test('adds up loans and dues by bucket, as the file tells them', async () => {
    const { buckets } = await summaryOf(second);
    expect(buckets).toEqual([
      { bucket: 'B2', loans: 1, dueAmount: 150 },
      { bucket: null, loans: 2, dueAmount: 900 },
    ]);
  });

  test('tells equal reasons once, with how many rows and which', async () => {
    const { reasons } = await summaryOf(second);
    expect(reasons).toEqual([
      expect.objectContaining({ outcome: 'NEW', column: 'Mobile', count: 2, rows: [3, 4] }),
      expect.objectContaining({ outcome: 'FAILED', column: 'Name', count: 1, rows: [5] }),
    ]);
  });

  test('shows what an update changes, old and new', async () => {
    const answer = await server.call('GET', `/loans/imports/${second._id}/rows`, {
      as: 'admin',
      query: { outcome: 'UPDATE' },
    });
    expect(answer.json<{ data: PendingLoan[] }>().data).toMatchObject([
      {
        row: 2,
        dueBefore: 100,
        dueAfter: 150,
        values: { Customer_Name: 'Asha Rao', City: 'Pune' },
        before: { Customer_Name: 'Asha', Mobile_Number: '9812345678', Bucket: 'B1' },
      },
    ]);
  });

  test('names the loans of the client that the file does not', async () => {
    expect(await summaryOf(second)).toMatchObject({
      absentLoans: 2,
      absentDueAmount: 500,
      absentHeld: 0,
      absentWorked: 0,
    });
    const { data } = await get<{ data: AbsentLoan[] }>(`/loans/imports/${second._id}/absent`);
    expect(data.map((loan) => loan.Loan_ID)).toEqual(['A2', 'A3']);
  });

  test('recalls them in the same step, unless they are other ones than were shown', async () => {
    const verify = async (recallAbsent: number) => {
      const body = { _id: second._id, recallAbsent };
      await server.taken('PUT', '/loans/csv/verify', { as: 'admin', body });
      return importIn(server, second._id, ['DONE', 'PENDING', 'FAILED']);
    };
    const stopped = await verify(3);
    expect(stopped).toMatchObject({ state: 'PENDING' });
    expect(stopped.error).toContain('other ones by now');
    expect(await statusOf('A2')).toBe('ACTIVE');
    // A loan that another file brings meanwhile was never shown: it is left alone.
    await verified(server, await pendingList(server, `${header}\nA8,Later,,B1,1,\n`));
    expect(await verify(2)).toMatchObject({ state: 'DONE', error: null, newRows: 2 });
    expect(await Promise.all(['A1', 'A2', 'A3', 'A4', 'A8'].map(statusOf))).toEqual([
      'ACTIVE',
      'WITHDRAWN',
      'WITHDRAWN',
      'ACTIVE',
      'ACTIVE',
    ]);
  });

  test('without being asked recalls nothing', async () => {
    await verified(server, await pendingList(server, `${header}\nA9,Only,,B1,1,\n`));
    expect(await statusOf('A1')).toBe('ACTIVE');
  });
});

describe('wrong columns', () => {
  test('are changed in place: the pending list is made anew from the stored file', async () => {
    const content = 'Loan No,Name,Overdue,Balance\nW1,Asha,10,1000\nW2,Babu,20,2000\n';
    const pending = await pendingList(server, content, {
      mapping: JSON.stringify({
        Loan_ID: 'Loan No',
        Customer_Name: 'Name',
        Total_Due_Amount: 'Balance',
      } satisfies ImportMapping),
    });
    expect((await summaryOf(pending)).buckets[0]?.dueAmount).toBe(3000);
    const look = await get<{ sample: object[] }>(`/loans/imports/${pending._id}/look`);
    expect(look).toMatchObject({ sample: [{ Overdue: '10' }, { Overdue: '20' }] });
    const mapping: ImportMapping = { ...pending.mapping, Total_Due_Amount: 'Overdue' };
    const answer = await server.call('PUT', '/activity/loan/sheet', {
      as: 'admin',
      body: { _id: pending._id, reopen: true, mapping },
    });
    expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
    const again = await importIn(server, pending._id, ['PENDING', 'FAILED']);
    expect(again).toMatchObject({ state: 'PENDING', newRows: 2 });
    expect((await summaryOf(again)).buckets[0]?.dueAmount).toBe(30);
    await verified(server, again);
    const { rows } = await server.db.execute(
      sql`select total_due_amount from loans where loan_number = 'W2'`,
    );
    expect(rows).toEqual([{ total_due_amount: 20 }]);
  });

  test('of a list that is verified stay as they are', async () => {
    const done = await verified(server, await pendingList(server, `${header}\nV1,a,,B1,1,\n`));
    const answer = await server.call('PUT', '/activity/loan/sheet', {
      as: 'admin',
      body: { _id: done._id, reopen: true },
    });
    expect(answer.statusCode).toBe(409);
  });
});

test('the preview shows values as they will be checked, refusals included', async () => {
  const answer = await server.call('POST', '/loans/mappings/preview', {
    as: 'admin',
    body: {
      mapping: { Loan_ID: 'L', Customer_Name: 'N', Total_Due_Amount: 'D', Mobile_Number: 'M' },
      sample: [
        { L: 'P1', N: 'Asha', D: '₹1,23,456.50', M: '9812345678/9812345679' },
        { L: 'P2', N: '', D: 'soon', M: '9.19E+11' },
      ],
    },
  });
  expect(answer.json()).toMatchObject({
    rows: [
      {
        outcome: 'NEW',
        values: {
          Total_Due_Amount: '123457',
          Mobile_Number: '9812345678',
          Alternate_Mobile_Number: '9812345679',
        },
        problems: [],
      },
      {
        outcome: 'FAILED',
        values: { Loan_ID: 'P2' },
        problems: [{ column: 'N' }, { column: 'D' }, { column: 'M' }],
      },
    ],
  });
});

const isToldStored = (row: PendingLoan) =>
  row.problems.some(({ reason }) => reason.includes('The loan is stored without it.'));

test('only of a row that becomes a loan is it told that a cell is left out of the loan', async () => {
  const phones = ['12', '9.19E+11', '#REF!'];
  const answer = await server.call('POST', '/loans/mappings/preview', {
    as: 'admin',
    body: {
      mapping: { Loan_ID: 'L', Customer_Name: 'N', Total_Due_Amount: 'D', Mobile_Number: 'M' },
      sample: phones.flatMap((M, at) => [
        { L: `G${at}`, N: 'Asha', D: '5', M },
        { L: `W${at}`, N: 'Asha', D: 'soon', M },
      ]),
    },
  });
  const { rows } = answer.json<{ rows: PendingLoan[] }>();
  expect(rows.map((row) => [row.outcome, isToldStored(row)])).toEqual(
    phones.flatMap(() => [
      ['NEW', true],
      ['FAILED', false],
    ]),
  );
});

const rowReasons = (rows: readonly PendingLoan[]) =>
  rows.map(({ row, problems }) => [row, problems.map(({ reason }) => reason)]);

test('the preview numbers rows as the check does: by the file, titles above its header included', async () => {
  const content = `Dues of November\n\n${header}\nN1,a,,B1,1,\nN1,b,,B1,2,\n`;
  const look = await sendFile(server, '/loans/mapping/upload', { as: 'admin', content });
  const {
    proposed: mapping,
    sample,
    sampleRows,
  } = look.json<CallAnswer<typeof loanImportCalls.uploadLoanMapping>>();
  const preview = await server.call('POST', '/loans/mappings/preview', {
    as: 'admin',
    body: { mapping, sample, sampleRows },
  });
  const pending = await pendingList(server, content);
  const { data } = await server.taken<{ data: PendingLoan[] }>(
    'GET',
    `/loans/imports/${pending._id}/rows`,
    { as: 'admin' },
  );
  expect(rowReasons(preview.json<{ rows: PendingLoan[] }>().rows)).toEqual(rowReasons(data));
});

describe('a locked workbook', () => {
  const content = lockedAgile(
    workbook('xlsx', [
      {
        name: 'A',
        rows: [
          ['LAN', 'Name', 'Dues'],
          ['X1', 'Asha', 5],
        ],
      },
    ]),
    'open sesame',
  );
  const send = (fields: Record<string, string>) =>
    sendFile(server, '/loans/csv/upload', {
      as: 'admin',
      content,
      fields: { Client_Name: server.clients.X.name, ...fields },
    });

  test('is asked for its password at the field', async () => {
    expect((await send({})).json()).toMatchObject({
      code: 'FILE_LOCKED',
      details: [{ path: 'password', code: 'file-password-missing' }],
    });
    const wrong = await send({ password: 'nope' });
    expect([wrong.statusCode, wrong.json()]).toMatchObject([
      422,
      { code: 'WRONG_PASSWORD', details: [{ path: 'password' }] },
    ]);
  });

  test('becomes loans with it, and the password is kept nowhere', async () => {
    const answer = await send({ password: 'open sesame' });
    const pending = await importIn(server, answer.json<LoanImport>()._id, ['PENDING', 'FAILED']);
    expect(pending).toMatchObject({ state: 'PENDING', newRows: 1 });
    const { rows } = await server.db.execute(
      sql`select 1 from audit_log where details::text like '%sesame%'`,
    );
    expect(rows).toEqual([]);
  });
});

const file = (phone: string) => `${header}\nR1,Asha,${phone},,100,\n`;

test('a loan stored without its phone keeps what stood there until a file has it', async () => {
  const kept = async () => {
    const { rows } = await server.db.execute<{
      mobile_number: string | null;
      other_columns: object;
    }>(sql`select mobile_number, other_columns from loans where loan_number = 'R1'`);
    return rows[0];
  };
  const pending = await pendingList(server, file('9.19E+11'));
  expect(pending).toMatchObject({
    newRows: 1,
    failedRows: 0,
    notes: [expect.stringContaining('1 cell of "Mobile" could not be taken') as string],
  });
  await verified(server, pending);
  expect(await kept()).toEqual({ mobile_number: null, other_columns: { Mobile: '9.19E+11' } });
  await verified(server, await pendingList(server, file('9812345678')));
  expect(await kept()).toEqual({ mobile_number: '9812345678', other_columns: {} });
});
