import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileURLToPath } from 'node:url';
import { VOUCHED } from '../../server/backups/named-files.ts';
import { createPool } from '../../server/database/connection.ts';
import { startJobs } from '../../server/jobs/jobs.ts';
import { databaseFrom } from '../support/postgres.ts';
import type { TestDatabase } from '../support/postgres.ts';
import { Client } from 'pg';
import { Checker } from './checker.ts';
import { tableLines } from './tables.ts';
import { fit, lots, make, usedColumns } from './trial.ts';
import type { Change } from './trial.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
let database: TestDatabase;
let checker: Checker;

/** A database with the queue's tables too, which the queue makes itself. */
const migrated = () =>
  databaseFrom('recoup_jobs', async ({ url }) => {
    const pool = createPool(url, 3);
    await (await startJobs(pool)).stop();
    await pool.end();
  });

beforeAll(async () => {
  database = await migrated();
  checker = new Checker(root);
});

afterAll(async () => {
  checker.close();
  await database.close();
});

test('every statement of the server can be told from its sources', () => {
  expect(checker.expansion.senders).toBeGreaterThan(800);
  expect(
    checker.riddles(),
    'Write these so that the text can be told, see tests/sql/README.md.',
  ).toEqual([]);
});

test('every statement fits the migrated database, and the type of its rows what it gives', async () => {
  expect(
    await checker.findings(database.url),
    'Mend the statement, the type of its rows, or the migration.',
  ).toEqual([]);
});

test('the tables that drizzle’s builder reads and writes are those of the database', async () => {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const lines = await tableLines(root, client);
  await client.end();
  expect(lines).toEqual([]);
});

test('a backup misses the file of every table whose rows also say what is in it', async () => {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name in ('store_key', 'sha256') group by 1 having count(*) = 2`);
  await client.end();
  expect(rows.map(({ name }) => name).filter((name) => !VOUCHED.includes(`from ${name}`))).toEqual(
    [],
  );
  expect(rows.length).toBeGreaterThan(2);
});

/** How many columns are renamed, and how many of each are dropped, made texts and made nullable; `npm run soak`: 30 and 5. */
const RENAMES = Number(process.env['RENAMES'] ?? 2);
const OTHERS = Number(process.env['OTHER_CHANGES'] ?? 1);
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);

/** Changes a copy of the database and returns what the check says, null when the change can't be made. */
async function sayOf(change: Change): Promise<string[] | null> {
  const copy = await migrated();
  const client = new Client({ connectionString: copy.url });
  await client.connect();
  const isMade = await make(client, change);
  await client.end();
  const said = isMade ? await checker.findings(copy.url, change.table) : null;
  await copy.close();
  return said;
}

test.each([
  ['rename', RENAMES],
  ['drop', OTHERS],
  ['type', OTHERS],
  ['null', OTHERS],
] as const)(
  `a column that is used is missed wherever it changes: %s (seed ${SEED})`,
  async (what, wanted) => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const used = await usedColumns(checker, client);
    await client.end();
    const columns = fit(what, used, ({ table, column }) =>
      checker.neverNull.has(`${table}.${column}`),
    );
    const lot = lots(SEED);
    const missed: string[] = [];
    let tried = 0;
    while (tried < wanted && columns.length > 0) {
      const [one] = columns.splice(lot(columns.length), 1);
      if (one === undefined) break;
      const said = await sayOf({ ...one, what });
      if (said === null) continue;
      tried += 1;
      const name = `${what} ${one.table}.${one.column}`;
      console.log(
        `${name}: ${said.length} found${said[0] ? `, first ${said[0].split('\n')[0]}` : ''}`,
      );
      if (said.length === 0) missed.push(name);
    }
    console.log(`${what}: ${tried - missed.length} of ${tried} caught`);
    expect(missed).toEqual([]);
  },
  3_600_000,
);
