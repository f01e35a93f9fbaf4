import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IMPORT_FIELD_NAMES } from '../../contract/import-mapping.ts';
import type { LoanImport, PendingLoan } from '../../contract/loan-import.ts';
import type { LenderFile, ToldRow } from '../support/lenders/lender-file.ts';
import { TEXT_FILES } from '../support/lenders/text-files.ts';
import { WORKBOOKS } from '../support/lenders/workbook-files.ts';
import { importIn, sendFile, verified } from '../support/loan-file.ts';
import { startTestServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';

/* Ten lenders' files of different shape, each from the upload to its loans, with exactly what must become of every row. */

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(async () => {
  await server.close();
});

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
