import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileURLToPath } from 'node:url';
import { createPool } from '../../server/database/connection.ts';
import { startJobs } from '../../server/jobs/jobs.ts';
import { testDatabase } from '../support/postgres.ts';
import type { TestDatabase } from '../support/postgres.ts';
import { Checker } from './checker.ts';

let database: TestDatabase;
let checker: Checker;

beforeAll(async () => {
  database = await testDatabase();
  // The queue's tables are made by the queue itself.
  const pool = createPool(database.url, 3);
  await (await startJobs(pool)).stop();
  await pool.end();
  checker = new Checker(fileURLToPath(new URL('../..', import.meta.url)));
}, 180_000);

afterAll(async () => {
  checker.close();
  await database.close();
});

test('every statement of the server can be told from its sources', () => {
  expect(checker.expansion.senders).toBeGreaterThan(800);
  expect(checker.riddles(), 'Write these so that the text can be told, see tests/sql/README.md.').toEqual([]);
});

test('every statement fits the migrated database, and the type of its rows what it gives', async () => {
  expect(
    await checker.findings(database.url),
    'Mend the statement, the type of its rows, or the migration.',
  ).toEqual([]);
}, 120_000);
