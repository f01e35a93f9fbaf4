import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPool } from '../../server/database/connection.ts';
import { testDatabase } from '../support/postgres.ts';
import type { TestDatabase } from '../support/postgres.ts';

/* Marked statements are planned once per connection; a migration under a running server must not shut them off. */

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await testDatabase();
  pool = createPool(database.url, 1);
  await pool.query('create table sizes (id int primary key, size int)');
  await pool.query('insert into sizes values (1, 10)');
});

afterAll(async () => {
  await pool.end();
  await database.close();
});

// In a transaction, as writes read: its connection goes back to the pool whatever came of it.
const readSize = async () =>
  drizzle({ client: pool }).transaction(
    async (tx) =>
      (await tx.execute(sql`select /* prepared */ size from sizes where id = ${1}`)).rows,
  );

it('keeps the plans of marked statements, and of no others', async () => {
  await readSize();
  await readSize();
  await drizzle({ client: pool }).execute(sql`select size from sizes where id = ${1}`);
  const { rows } = await pool.query(
    'select statement, generic_plans + custom_plans as times from pg_prepared_statements',
  );
  expect(rows).toEqual([
    { statement: 'select /* prepared */ size from sizes where id = $1', times: 2 },
  ]);
});

it('plans anew what a migration has changed, after one refusal', async () => {
  await readSize();
  await pool.query('alter table sizes alter column size type text');
  await expect(readSize()).rejects.toMatchObject({ cause: { code: '0A000' } });
  expect(await readSize()).toEqual([{ size: '10' }]);
});
