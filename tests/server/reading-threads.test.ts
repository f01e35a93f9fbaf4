import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it, vi } from 'vitest';
import type * as FileThread from '../../server/spreadsheets/file-thread.ts';
import { lookInThread, readInThread } from '../../server/activity-sheets/sheet-thread.ts';
import { readCallsInThread } from '../../server/call-sheets/call-sheet-thread.ts';
import {
  profileInThread,
  readRowsInThread,
} from '../../server/data-insights/data-insight-thread.ts';
import { newId } from '../../server/ids.ts';
import {
  glanceInThread,
  stageInThread,
  tryInThread,
} from '../../server/loan-imports/reading-thread.ts';
import { testFolder } from '../support/test-folder.ts';

/* What a thread reads of a large file is what is read here of a small one. */

const here = vi.hoisted(() => ({ isSmall: true }));
vi.mock('../../server/spreadsheets/file-thread.ts', async (original) => ({
  ...(await original<typeof FileThread>()),
  isReadHere: async () => here.isSmall,
}));

const ROWS = 9000;
const id = newId();
const folder = testFolder();
let path: string;

beforeAll(async () => {
  path = join(folder, 'rows.csv');
  const rows = Array.from(
    { length: ROWS },
    (_, at) => `LN-${at},Asha ${at},${at + 100},01/02/2026`,
  );
  await writeFile(path, ['Loan,Name,Amount,Day', ...rows].join('\n'));
});

/** How many pieces there were, what all of them said, and what came of it. */
async function read(pieces: AsyncGenerator<object, unknown, undefined>) {
  const digest = createHash('sha256');
  let count = 0;
  for (;;) {
    const next = await pieces.next();
    if (next.done) return { count, said: digest.digest('hex'), answer: next.value };
    if ('lines' in next.value) {
      count += 1;
      digest.update(next.value.lines as Uint8Array);
    }
  }
}

const importMapping = { Loan_ID: 'Loan', Customer_Name: 'Name', Total_Due_Amount: 'Amount' };
const mapping = { Loan_ID: 'Loan', Amount: 'Amount', Payment_Date: 'Day' };
const file = () => ({ path, fileKind: 'csv', sheetName: null }) as const;
const source = () => ({ ...file(), kind: 'PAYMENT', mapping }) as const;
const loans = () => ({ path, kind: 'csv', mapping: importMapping, sheetName: null }) as const;

async function insightRows() {
  const { answer } = await read(profileInThread(file()));
  const { profile, plans, positions } = answer as Pick<
    Parameters<typeof readRowsInThread>[0],
    'plans' | 'positions' | 'profile'
  >;
  return read(
    readRowsInThread({ ...file(), insightId: id, profile, plans, positions, joinColumn: 0 }),
  );
}

/** How a file that is not there fails, read here or in a thread. */
async function failureOf(isSmall: boolean) {
  here.isSmall = isSmall;
  const none = join(folder, 'none.csv');
  const error: unknown = await glanceInThread(none, 'csv', null, null).catch(
    (each: unknown) => each,
  );
  if (!(error instanceof Error)) throw new Error('It did not fail.');
  return { message: error.message, code: 'code' in error && error.code };
}

it('what fails in a thread is told as it would be here', async () => {
  const told = await failureOf(false);
  expect(told).toMatchObject({ code: 'ENOENT' });
  expect(told).toMatchObject({ message: (await failureOf(true)).message });
});

it.each([
  ['a look at a sheet', () => lookInThread(source())],
  [
    'a sheet',
    () =>
      read(
        readInThread({
          sheetId: id,
          source: source(),
          today: '2026-11-28',
          dayOrder: null,
          monthFirst: [],
        }),
      ),
  ],
  [
    'a call sheet',
    () =>
      read(
        readCallsInThread({
          ...file(),
          sheetId: id,
          mapping,
          dates: { order: 'DAY_FIRST', today: '2026-11-28' },
        }),
      ),
  ],
  ['the profile of a file', () => read(profileInThread(file()))],
  ['the rows of a file', insightRows],
  ['a look at loans', () => glanceInThread(path, 'csv', importMapping, null)],
  ['a trial of loans', () => tryInThread(loans())],
  ['loans', () => read(stageInThread({ ...loans(), importId: id, monthFirst: [] }))],
])('%s: the same from a thread', async (_, reading) => {
  here.isSmall = true;
  const known = await reading();
  here.isSmall = false;
  expect(await reading()).toEqual(known);
});
