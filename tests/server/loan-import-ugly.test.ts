import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findFileWords } from '../../contract/file-words.ts';
import { readUgly } from '../support/ugly/read-ugly.ts';
import type { ReadRow } from '../support/ugly/read-ugly.ts';
import type { UglyFile } from '../support/ugly/ugly-file.ts';
import { UGLY_BANKS } from '../support/ugly/bank-files.ts';
import { UGLY_LENDERS } from '../support/ugly/lender-files.ts';
import { UGLY_BOOKS } from '../support/ugly/book-files.ts';
import { UGLY_FRESH } from '../support/ugly/fresh-files.ts';
import { UGLY_HEADINGS } from '../support/ugly/heading-files.ts';
import { UGLY_LAYOUTS } from '../support/ugly/layout-files.ts';
import { UGLY_NEXT } from '../support/ugly/next-files.ts';
import { UGLY_NAMES } from '../support/ugly/named-files.ts';
import { UGLY_SPREAD } from '../support/ugly/spread-files.ts';
import { UGLY_VALUES } from '../support/ugly/value-files.ts';
import { testFolder } from '../support/test-folder.ts';

/* Ugly files of banks, NBFCs, MFIs, card issuers and cooperative banks, read without anybody choosing a column. */

const ALL: readonly UglyFile[] = [
  ...UGLY_BANKS,
  ...UGLY_VALUES,
  ...UGLY_LENDERS,
  ...UGLY_LAYOUTS,
  ...UGLY_BOOKS,
  ...UGLY_NAMES,
  ...UGLY_SPREAD,
  ...UGLY_FRESH,
  ...UGLY_NEXT,
  ...UGLY_HEADINGS,
];

const folder = testFolder();

const words = (text: string): string => expect.stringContaining(text) as string;

/** What is told of files can be said in the reader's language: it is a sentence of the contract. */
function expectKnownWords(told: readonly string[]): void {
  expect(told.filter((sentence) => findFileWords(sentence) === null)).toEqual([]);
}

function expectRows(rows: readonly ReadRow[], ugly: UglyFile): void {
  expectKnownWords(rows.flatMap(({ problems }) => problems.map(({ reason }) => reason)));
  const of = (outcome: string) => rows.filter((row) => row.outcome === outcome);
  expect({
    loans: of('NEW').map(({ loan }) => loan),
    skipped: of('SKIPPED').map(({ row }) => row),
    refused: of('FAILED').map(({ row, problems }) => [row, problems[0]?.reason]),
    duplicates: of('DUPLICATE').map(({ row }) => row),
    remarks: of('NEW').flatMap(({ row, problems }) =>
      problems.map(({ column, reason }) => [row, column, reason]),
    ),
  }).toEqual({
    loans: ugly.loans,
    skipped: ugly.skipped ?? [],
    refused: (ugly.refused ?? []).map(([row, reason]) => [row, words(reason)]),
    duplicates: ugly.duplicates ?? [],
    remarks: (ugly.remarks ?? []).map(([row, column, reason]) => [row, column, words(reason)]),
  });
}

describe('is read right by itself:', () => {
  test.each(ALL)('$title', async (ugly: UglyFile) => {
    const { rows, sheetName, notes } = await readUgly(join(folder, 'file'), ugly);
    expectRows(rows, ugly);
    expectKnownWords(notes);
    expect(sheetName).toBe(ugly.sheetName ?? null);
    for (const [number, kept] of Object.entries(ugly.kept ?? {}))
      expect(rows.find(({ loan }) => loan.Loan_ID === number)?.other).toEqual(kept);
  });
});

test.each([
  [
    'amounts that a heading tells in lakhs',
    'amounts in lakhs',
    'Amounts of "Outstanding (Rs. in Lakhs)" are read as told there: 1 is ₹1,00,000.',
  ],
  [
    'columns with the same heading, of which one was taken',
    'two columns with the same heading',
    'Another column has the same heading: "Amount" was read, "Amount (2)" was not. Check that it is the right one of the two.',
  ],
  [
    'hidden rows',
    'an .xlsx that somebody filtered',
    'Row 3 is hidden in the sheet and was read all the same. If it is left out on purpose, delete it and upload the file again.',
  ],
])('%s are said to be', async (_what, begins, sentence) => {
  const ugly = ALL.find(({ title }) => title.startsWith(begins));
  if (!ugly) throw new Error('The file is gone.');
  const { notes } = await readUgly(join(folder, 'file'), ugly);
  expect(notes).toContain(sentence);
});

test('the set has at least seventy files, each of another kind', () => {
  const titles = ALL.map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
  expect(titles.length).toBeGreaterThanOrEqual(70);
});
