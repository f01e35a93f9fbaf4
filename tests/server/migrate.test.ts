import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../server/database/migrate.ts';
import { emptyDatabase, onCluster } from '../support/postgres.ts';
import type { TestDatabase } from '../support/postgres.ts';

let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await emptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'recoup-migrations-'));
});

afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

async function rowsOf(sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

describe('migrations', () => {
  it('make all tables on an empty database, and the second run does nothing', async () => {
    const applied = await migrate(database.url);
    expect(applied.length).toBeGreaterThan(0);
    expect(applied).toEqual([...applied].sort());
    expect(await migrate(database.url)).toEqual([]);
    const tables = await rowsOf(
      `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'`,
    );
    expect(tables.length).toBeGreaterThan(5);
  });

  it('run once when several processes start at the same moment', async () => {
    await writeFile(join(folder, '0000_slow.sql'), 'CREATE TABLE slow (); SELECT pg_sleep(0.3);');
    const runs = await Promise.all([1, 2, 3].map(() => migrate(database.url, folder)));
    expect(runs.flat()).toEqual(['0000_slow.sql']);
  });

  it('run in our schema and as long as they take, whatever was set on the database', async () => {
    await writeFile(join(folder, '0000_slow.sql'), 'CREATE TABLE slow (); SELECT pg_sleep(0.1);');
    const name = new URL(database.url).pathname.slice(1);
    for (const set of ['search_path = elsewhere', 'lock_timeout = 20', 'statement_timeout = 20'])
      await onCluster(`ALTER DATABASE ${name} SET ${set}`);
    const runs = await Promise.all([1, 2].map(() => migrate(database.url, folder)));
    expect(runs.flat()).toEqual(['0000_slow.sql']);
    expect(await rowsOf(`SELECT to_regclass('public.slow')::text AS name`)).toEqual([
      { name: 'public.slow' },
    ]);
  });

  it('keep nothing of a file that fails, and go on from there once it is mended', async () => {
    const file = join(folder, '0001_broken.sql');
    await writeFile(join(folder, '0000_first.sql'), 'CREATE TABLE first (id int);');
    await writeFile(file, 'CREATE TABLE second (id int); SELECT no_such_column;');
    await expect(migrate(database.url, folder)).rejects.toThrow('0001_broken.sql failed');
    expect(await rowsOf(`SELECT to_regclass('second') AS name`)).toEqual([{ name: null }]);
    await writeFile(file, 'CREATE TABLE second (id int);');
    expect(await migrate(database.url, folder)).toEqual(['0001_broken.sql']);
  });

  it('refuse a database that a newer version made', async () => {
    await writeFile(join(folder, '0000_first.sql'), 'CREATE TABLE first (id int);');
    await writeFile(join(folder, '0001_second.sql'), 'CREATE TABLE second (id int);');
    await migrate(database.url, folder);
    await rm(join(folder, '0001_second.sql'));
    await expect(migrate(database.url, folder)).rejects.toThrow('newer version of Recoup (0001');
  });

  it('refuse to go on when a file that already ran was edited', async () => {
    const file = join(folder, '0000_first.sql');
    await writeFile(file, 'CREATE TABLE first (id int);');
    await migrate(database.url, folder);
    await writeFile(file, 'CREATE TABLE first (id bigint);');
    await expect(migrate(database.url, folder)).rejects.toThrow('was edited after it ran');
  });
});

it('carry the mappings of loans, payments and call sheets over into one table', async () => {
  const files = 'server/database/migrations';
  for (const name of await readdir(files))
    if (/^00([0-6]|7[0-5])/.test(name)) await copyFile(join(files, name), join(folder, name));
  await migrate(database.url, folder);
  const [client, loans, payments] = [1, 2, 3].map((n) => `00000000-0000-7000-8000-00000000000${n}`);
  await rowsOf(`
    INSERT INTO clients (id, name) VALUES ('${client}', 'Asha Finance');
    INSERT INTO loan_mappings (id, client_id, name, mapping, seen_columns, updated_at)
      VALUES ('${loans}', '${client}', 'Monthly', '{"Loan_ID":"LAN"}', '["LAN","Zone"]', '2026-01-02');
    INSERT INTO activity_sheet_mappings (id, kind, client_id, name, mapping, day_order, updated_at)
      VALUES ('${payments}', 'PAYMENT', '${client}', 'Monthly', '{"Loan_ID":"Ac"}', 'MONTH_FIRST', '2026-01-03');
    INSERT INTO call_sheet_mappings (source, mapping, updated_at) VALUES ('Ozone', '{"Call_ID":"Ref"}', '2026-01-04')`);
  await migrate(database.url);
  const one = { client_id: client, seen_columns: null, day_order: null, updated_by: null };
  expect(await rowsOf('SELECT * FROM column_mappings ORDER BY updated_at')).toMatchObject([
    {
      ...one,
      id: loans,
      kind: 'LOANS',
      name: 'Monthly',
      mapping: { Loan_ID: 'LAN' },
      seen_columns: ['LAN', 'Zone'],
    },
    {
      ...one,
      id: payments,
      kind: 'PAYMENT',
      name: 'Monthly',
      mapping: { Loan_ID: 'Ac' },
      day_order: 'MONTH_FIRST',
    },
    { ...one, kind: 'CALLS', client_id: null, name: 'Ozone', mapping: { Call_ID: 'Ref' } },
  ]);
});
