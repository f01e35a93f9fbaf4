import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { IMPORT_FIELD_NAMES } from '../../contract/import-mapping.ts';
import type { LoanImport, PendingLoan } from '../../contract/loan-import.ts';
import type { LenderFile, ToldRow } from '../support/lenders/lender-file.ts';
import { TEXT_FILES } from '../support/lenders/text-files.ts';
import { WORKBOOKS } from '../support/lenders/workbook-files.ts';
import { importIn, pendingList, sendFile, verified } from '../support/loan-file.ts';
import { lockedAgile, lockedXls, officeFile } from '../support/ugly/locked-workbook.ts';
import { testServer } from '../support/server.ts';

/* Ten lenders' files of different shape, each from the upload to its loans, with exactly what must become of every row. */

const server = testServer();

const columns = IMPORT_FIELD_NAMES.map((field) =>
  field === 'Loan_ID' ? 'loan_number' : field.toLowerCase(),
);

async function told(upload: LoanImport, outcome: PendingLoan['outcome']): Promise<ToldRow[]> {
  const answer = await server.call('GET', `/loans/imports/${upload._id}/rows`, {
    as: 'admin',
    query: { pageSize: '100', outcome },
  });
  return answer
    .json<{ data: PendingLoan[] }>()
    .data.flatMap(({ row, problems }) =>
      problems.map(({ column, value, reason }): ToldRow => [row, column, value, reason]),
    );
}

const inWords = (rows: readonly ToldRow[] = []) =>
  rows.map(([row, column, value, reason]) => [row, column, value, expect.stringContaining(reason)]);

async function storedLoans(upload: LoanImport): Promise<Record<string, unknown>[]> {
  const { rows } = await server.db.execute(
    sql`select * from loans where batch_no = ${upload.batchNo} order by loan_number collate "C"`,
  );
  return rows.map((row) => {
    const loan = Object.fromEntries(
      columns.flatMap((column) => (row[column] === null ? [] : [[column, row[column]] as const])),
    );
    const other = row['other_columns'] as Record<string, unknown>;
    if (Object.keys(other).length > 0) loan['other_columns'] = other;
    return loan;
  });
}

test.each([...TEXT_FILES, ...WORKBOOKS])('$title', async (lender: LenderFile) => {
  const answer = await sendFile(server, '/loans/csv/upload', {
    as: 'admin',
    name: lender.fileName,
    content: await lender.content(),
    fields: { Client_Name: server.clients.X.name },
  });
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
  const pending = await importIn(server, answer.json<LoanImport>()._id, ['PENDING', 'FAILED']);
  const refused = new Set((lender.refused ?? []).map(([row]) => row)).size;
  const skipped = lender.skipped?.length ?? 0;
  const duplicates = lender.duplicates?.length ?? 0;
  expect(pending).toMatchObject({
    state: 'PENDING',
    error: null,
    sheetName: lender.sheetName ?? null,
    notes: (lender.notes ?? []).map((note) => expect.stringContaining(note) as string),
    totalRows: lender.loans.length + refused + skipped + duplicates,
    newRows: lender.loans.length,
    failedRows: refused,
    skippedRows: skipped,
    duplicateRows: duplicates,
  });
  expect(await told(pending, 'FAILED')).toEqual(inWords(lender.refused));
  expect(await told(pending, 'SKIPPED')).toEqual(inWords(lender.skipped));
  expect(await told(pending, 'DUPLICATE')).toEqual(inWords(lender.duplicates));
  expect(await storedLoans(pending)).toEqual([]);
  const done = await verified(server, pending);
  expect(done).toMatchObject({ state: 'DONE', newRows: lender.loans.length });
  expect(await storedLoans(done)).toEqual(lender.loans);
});

const header = 'A/C No,Cust Name,Mob No,Overdue Amt,POS,DPD,Field Officer';

const upload = async (content: string | Buffer, fields: Record<string, string> = {}) =>
  sendFile(server, '/loans/csv/upload', {
    as: 'admin',
    content,
    fields: { Client_Name: server.clients.X.name, ...fields },
  });

describe('files that can not be taken', () => {
  test.each([
    ['empty', '', 400, /empty/],
    ['a header only', `${header}\n`, 400, /no rows/],
    ['a web page', '<html><table></table></html>', 415, /web page/],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 1, 2]), 415, /neither/],
    ['half an old Excel file', Buffer.from('d0cf11e0a1b11ae100', 'hex'), 400, /damaged/],
    ['an old Excel file with a password', lockedXls(), 415, /\.xls\) is protected by a password/],
    ['an Office file that is no workbook', officeFile('WordDocument', 'x'), 415, /not a workbook/],
    [
      'a workbook with a password',
      lockedAgile(Buffer.from('x'), 'secret'),
      422,
      /Enter the password/,
    ],
    [
      'a web page in UTF-16 that is called .xls',
      Buffer.from('\uFEFF<html xmlns:x="urn:excel"><table>', 'utf16le'),
      415,
      /web page/,
    ],
    [
      'a saved web archive',
      'MIME-Version: 1.0\nContent-Type: multipart/related\n',
      415,
      /web page/,
    ],
    ['a document', '%PDF-1.7\n%\u00e2\u00e3\n', 415, /document/],
    ['a photo', Buffer.from('ffd8ffe000104a46494600', 'hex'), 415, /neither/],
    ['blank rows only', ' , ,\n,,\n\n', 400, /empty/],
    ['titles only', 'Suryodaya Housing\nOctober\n', 422, /No column is chosen/],
    [
      'too many columns',
      `${'a,'.repeat(600)}\n${'1,'.repeat(600)}\n`,
      400,
      /has more than 500 columns/,
    ],
    ['half a zip', Buffer.from('504b030414,000,000', 'hex'), 400, /damaged/],
    ['unknown columns', 'foo,bar\n1,2\n', 422, /Loan ID, Customer Name, Total Due Amount/],
    [
      'an open quote',
      `${header}\n"L1,x\n`,
      400,
      /quotation mark \("\) is opened and not closed\. /,
    ],
    [
      'a long cell, closed or not',
      `${header}\nL0,a\nL1,"${'x'.repeat(5_000_000)}"\n`,
      400,
      /Row 3 is too long: a quotation mark \("\) .* within 40,00,000 characters/,
    ],
    [
      'a long cell without quotation marks',
      `${header}\nL1,${'x'.repeat(5_000_000)}\n`,
      400,
      /Row 2 is too long: it has more than 40,00,000 characters/,
    ],
  ])('%s', async (_name, content, status, message) => {
    const answer = await upload(content);
    expect(answer.statusCode).toBe(status);
    expect(answer.json<{ message: string }>().message).toMatch(message);
  });

  test('a file that turns out to be broken far down fails as a whole, with the row', async () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => `Q${at},Asha,,100,,,`);
    const failed = await pendingList(server, `${header}\n${lines.join('\n')}\n"Q,x\n`);
    expect(failed).toMatchObject({ state: 'FAILED', newRows: 0 });
    expect(failed.error).toContain('From row 20002 on a quotation mark');
    expect(await told(failed, 'FAILED')).toEqual([]);
  });

  test('an unknown client is told with the names there are', async () => {
    const answer = await upload(`${header}\nL1,A,,1,,,\n`, { Client_Name: 'Nobody Finance' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json<{ message: string }>().message).toContain('Xenon Finance, Yarrow Bank');
  });

  test('a mapping to a column that is not in the file', async () => {
    const mapping = { Loan_ID: 'A/C No', Customer_Name: 'Nope', Total_Due_Amount: 'Overdue Amt' };
    const answer = await upload(`${header}\nL1,A,,1,,,\n`, { mapping: JSON.stringify(mapping) });
    expect(answer.statusCode).toBe(422);
    expect(answer.json<{ message: string }>().message).toContain('"Nope"');
  });
});

test.each(['csv', 'xlsx'] as const)(
  'a %s of refused rows gives their days back as they were read, whatever the other rows are',
  async (format) => {
    const dayOf = async ({ _id }: LoanImport) => {
      const path = `/loans/imports/${_id}/rows`;
      const { data } = await server.taken<{ data: PendingLoan[] }>('GET', path, { as: 'admin' });
      return data.find(({ values }) => values['Loan_ID'] === 'D2')?.values['Due_Date'];
    };
    const list = await pendingList(
      server,
      [
        'A/C No,Cust Name,Overdue Amt,Due Date',
        'D1,Asha Rao,100,13/11/2026',
        'D2,Babu Iyer,abc,05/12/2026',
        ',Chitra Das,300,12/13/2026',
      ].join('\n'),
    );
    expect(await dayOf(list)).toBe('2026-12-05');
    const refused = await server.call('GET', `/loans/imports/${list._id}/failed`, {
      as: 'admin',
      query: { format },
    });
    const sent = await sendFile(server, '/loans/csv/upload', {
      as: 'admin',
      content: refused.rawPayload,
      name: `again.${format}`,
      fields: { Client_Name: server.clients.X.name, mapping: JSON.stringify(list.mapping) },
    });
    const again = await importIn(server, sent.json<LoanImport>()._id, ['PENDING']);
    expect(await dayOf(again)).toBe('2026-12-05');
  },
);
