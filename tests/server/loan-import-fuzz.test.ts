import { sql } from 'drizzle-orm';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LoanImport } from '../../contract/loan-import.ts';
import { STAGED_COLUMNS } from '../../server/loan-imports/import-columns.ts';
import { glanceAtFile, stageFile } from '../../server/loan-imports/file-reading.ts';
import type { StagingResult, StagingTask } from '../../server/loan-imports/file-reading.ts';
import { missingFields } from '../../server/loan-imports/row-checking.ts';
import { detectFileKind } from '../../server/spreadsheets/file-kind.ts';
import { FileProblem } from '../../server/spreadsheets/file-problem.ts';
import { MAX_ROWS } from '../../server/spreadsheets/sheet-row.ts';
import { casesOf, givenSeed } from '../support/cases.ts';
import { mutatedFiles } from '../support/lenders/mutated-files.ts';
import type { MutatedFiles } from '../support/lenders/mutated-files.ts';
import { sendFile } from '../support/loan-file.ts';
import { startTestServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';
import { testFolder } from '../support/test-folder.ts';

/*
 * Lenders' files with something wrong in them: whatever it is, the server says what (never a 5xx), and the rows of a file
 * become loans all or not at all. A failure is repeated with the SEED that it names.
 */

const SEED = Number(givenSeed ?? Date.now() % 2 ** 31);
/** So many files are only read and checked, and so many (from the same numbers) go through the whole server. */
const READ = casesOf(1000);
const SENT = casesOf(150);

const folder = testFolder();
let files: MutatedFiles;
let server: TestServer;

beforeAll(async () => {
  files = await mutatedFiles(SEED, folder);
  server = await startTestServer();
});

afterAll(async () => {
  await server.close();
});

async function staged(task: StagingTask): Promise<{ lines: string[]; result: StagingResult }> {
  const pieces = stageFile(task);
  let text = '';
  for (;;) {
    const next = await pieces.next();
    if (next.done) return { lines: text.split('\n').slice(0, -1), result: next.value };
    text += Buffer.from(next.value.lines).toString('utf8');
  }
}

/** What PostgreSQL's COPY asks of the lines, and what the counts must say of them. */
function checkLines(lines: readonly string[], result: StagingResult, where: string): void {
  let last = 0;
  const count = { NEW: 0, FAILED: 0, DUPLICATE: 0, SKIPPED: 0 } as Record<string, number>;
  for (const line of lines) {
    const cells = line.split('\t');
    expect(cells, where).toHaveLength(STAGED_COLUMNS.length);
    const row = Number(cells[1]);
    expect(Number.isInteger(row) && row > last && row <= MAX_ROWS, where).toBe(true);
    last = row;
    const outcome = cells[2] ?? '';
    count[outcome] = (count[outcome] ?? 0) + 1;
    expect(line.includes('\u0000'), where).toBe(false);
  }
  expect(result, where).toMatchObject({
    rows: lines.length,
    failedRows: count['FAILED'],
    duplicateRows: count['DUPLICATE'],
    skippedRows: count['SKIPPED'],
  });
}

async function readAndCheck(path: string, where: string): Promise<'read' | 'refused'> {
  try {
    const kind = await detectFileKind(path);
    const { suggested, headers } = await glanceAtFile(path, kind, null);
    expect(new Set(headers).size, where).toBe(headers.length);
    if (missingFields(suggested).length > 0) return 'refused';
    const task = { path, kind, importId: 'x', mapping: suggested, sheetName: null };
    const first = await staged({ ...task, monthFirst: [] });
    checkLines(first.lines, first.result, where);
    const second = await staged({ ...task, monthFirst: first.result.monthFirst });
    expect(second.result.monthFirst, where).toEqual([]);
    return 'read';
  } catch (error) {
    if (error instanceof FileProblem) return 'refused';
    throw new Error(`${where}: ${String(error)}`, { cause: error });
  }
}

test(`${READ} mutated files are read or refused with a reason`, async () => {
  const path = join(folder, 'file');
  const ends = { read: 0, refused: 0 };
  for (let number = 0; number < READ; number += 1) {
    await writeFile(path, await files.file(number));
    ends[await readAndCheck(path, `seed ${SEED}, file ${number}`)] += 1;
  }
  // Both happen, or the files are not what they are meant to be.
  expect([ends.read > READ / 10, ends.refused > READ / 50]).toEqual([true, true]);
});

async function atRest(id: string): Promise<LoanImport> {
  for (;;) {
    const answer = await server.call('GET', `/loans/imports/${id}`, { as: 'admin' });
    const found = answer.json<LoanImport>();
    if (!['READING', 'CHECKING', 'SAVING'].includes(found.state)) return found;
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  }
}

async function loansOf(batchNo: number): Promise<number> {
  const { rows } = await server.db.execute<{ count: number }>(
    sql`select count(*)::int as count from loans where batch_no = ${batchNo}`,
  );
  return rows[0]?.count ?? 0;
}

function sure(isSo: boolean, where: string, found: unknown): void {
  if (!isSo) throw new Error(`${where}: ${JSON.stringify(found)}`);
}

/** Sends a file all the way; what it ended as. Throws when it ends as no file may. */
async function send(content: Buffer, where: string): Promise<LoanImport['state'] | 'REFUSED'> {
  const answer = await sendFile(server, '/loans/csv/upload', {
    as: 'admin',
    content,
    fields: { Client_Name: server.clients.X.name },
  });
  sure([200, 400, 415, 422].includes(answer.statusCode), where, answer.body);
  if (answer.statusCode !== 200) return 'REFUSED';
  const pending = await atRest(answer.json<LoanImport>()._id);
  sure(!(pending.error ?? '').includes('fault on our side'), where, pending);
  sure(['PENDING', 'FAILED'].includes(pending.state), where, pending);
  sure((await loansOf(pending.batchNo)) === 0, where, pending);
  if (pending.state !== 'PENDING') return pending.state;
  const { newRows, updateRows, unchangedRows } = pending;
  const others = pending.duplicateRows + pending.failedRows + pending.skippedRows;
  const taken = newRows + updateRows + unchangedRows;
  sure(taken + others === pending.totalRows, where, pending);
  const verify = await server.call('PUT', '/loans/csv/verify', {
    as: 'admin',
    body: { _id: pending._id },
  });
  sure(verify.statusCode === (taken === 0 ? 422 : 200), where, verify.body);
  if (taken === 0) return 'PENDING';
  const done = await atRest(pending._id);
  sure(done.state === 'DONE', where, done);
  sure((await loansOf(done.batchNo)) === newRows + updateRows, where, done);
  return done.state;
}

test(`${SENT} mutated files become loans whole or not at all`, async () => {
  const ends = new Map<string, number>();
  for (let number = 0; number < SENT; number += 1) {
    const end = await send(await files.file(number), `seed ${SEED}, file ${number}`);
    ends.set(end, (ends.get(end) ?? 0) + 1);
  }
  expect(ends.get('DONE') ?? 0).toBeGreaterThan(SENT / 20);
});
