import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LoanImport } from '../../contract/loan-import.ts';
import { createPool } from '../../server/database/connection.ts';
import { insertUser } from '../../server/identity/users.ts';
import { openSession } from '../../server/identity/session.ts';
import { newId } from '../../server/ids.ts';
import { sampleRows } from '../../server/sample/sample-service.ts';
import { writeCsv } from '../../server/spreadsheets/csv-writer.ts';
import { testDatabase } from '../support/postgres.ts';
import type { TestDatabase } from '../support/postgres.ts';
import { startProduct } from '../support/product.ts';
import type { Product } from '../support/product.ts';

const rows = 16_000;
const client = 'Kill Finance';

let database: TestDatabase;
let pool: pg.Pool;
let product: Product;
let authorization: string;

beforeAll(async () => {
  database = await testDatabase();
  pool = createPool(database.url, 4);
  const db = drizzle({ client: pool });
  await pool.query('insert into clients (id, name) values ($1, $2)', [newId(), client]);
  const id = await insertUser(db, {
    role: 'ADMIN',
    username: 'admin',
    email: 'admin@test.recoup',
    fullName: 'Admin',
    password: 'a-password-of-tests',
  });
  authorization = `Bearer ${(await openSession(db, { id, role: 'ADMIN' })).token}`;
  product = await startProduct({ isDemo: false, env: { DATABASE_URL: database.url } });
});

afterAll(async () => {
  await product.remove();
  await pool.end();
  await database.close();
});

async function stateOf(id: string): Promise<{ state: LoanImport['state']; done_rows: number }> {
  const found = await pool.query('select state, done_rows from loan_imports where id = $1', [id]);
  return found.rows[0] as { state: LoanImport['state']; done_rows: number };
}

async function until(id: string, isReached: (now: Awaited<ReturnType<typeof stateOf>>) => boolean) {
  for (let tries = 0; tries < 4000; tries += 1) {
    const now = await stateOf(id);
    if (isReached(now)) return now;
    await new Promise((resolve) => {
      setTimeout(resolve, 15);
    });
  }
  throw new Error(`The import stayed in ${JSON.stringify(await stateOf(id))}.`);
}

async function count(table: string): Promise<number> {
  const found = await pool.query<{ count: number }>(`select count(*)::int as count from ${table}`);
  return found.rows[0]?.count ?? 0;
}

/** The dead server's open transaction ends as soon as PostgreSQL sees that nobody is there. */
async function transactionsEnded(): Promise<void> {
  for (;;) {
    const others = await pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and application_name = 'recoup' and xact_start is not null and client_port is not null`,
    );
    if (others.rows.length === 0) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
}

test('a kill while reading and a kill while saving leave all rows or none, and the work is picked up again', async () => {
  const content = await text(writeCsv(sampleRows({ rows, client, seed: 5 })));
  const form = new FormData();
  form.append('Client_Name', client);
  form.append('file', new Blob([content]), 'loans.csv');
  const upload = await fetch(`${product.url}/api/v1/loans/csv/upload`, {
    method: 'POST',
    headers: { authorization },
    body: form,
  });
  expect(upload.status).toBe(200);
  const { _id: id } = (await upload.json()) as LoanImport;
  const reading = await until(id, (now) => now.done_rows > 0 || now.state === 'PENDING');
  await product.kill();
  await transactionsEnded();
  expect(await count('loan_import_rows')).toBe(reading.state === 'PENDING' ? rows : 0);

  await product.restart();
  await until(id, (now) => now.state === 'PENDING');
  expect(await count('loan_import_rows')).toBe(rows);

  const verify = await fetch(`${product.url}/api/v1/loans/csv/verify`, {
    method: 'PUT',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ _id: id }),
  });
  expect(verify.status).toBe(200);
  const saving = await until(id, (now) => now.done_rows > 0 || now.state === 'DONE');
  expect(saving.state).toBe('SAVING');
  await product.kill();
  await transactionsEnded();
  expect(await count('loans')).toBe(0);
  // What the server's own vacuum leaves when it comes in between: pages, of which the planner knows no row.
  await pool.query('vacuum (truncate false) loans');

  await product.restart();
  await until(id, (now) => now.state === 'DONE');
  expect(await count('loans')).toBe(rows);
  expect(await count('loan_import_rows')).toBe(0);
}, 120_000);
