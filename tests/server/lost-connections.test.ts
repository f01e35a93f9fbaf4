import { sql } from 'drizzle-orm';
import type { PoolClient } from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { breakConnection, openDatabase } from '../../server/database/connection.ts';
import type { Database } from '../../server/database/connection.ts';
import { readSettings } from '../../server/settings.ts';
import { testDatabase } from '../support/postgres.ts';
import type { TestDatabase } from '../support/postgres.ts';

/* Each connection that is lost in a failover and never given back is one less until the server starts anew. */

const CONNECTIONS = 2;

let copy: TestDatabase;
let database: Database;

beforeEach(async () => {
  copy = await testDatabase();
  const DATABASE_CONNECTIONS = String(CONNECTIONS);
  database = await openDatabase(readSettings({ DATABASE_URL: copy.url, DATABASE_CONNECTIONS }));
});
afterEach(async () => copy.close());

const ask = async () => database.db.execute(sql`select 1`);
const change = async () => database.db.transaction((tx) => tx.execute(sql`select 1`));

/** The next connection that somebody takes is dead already, as the pool hears a moment too late. */
const loseNext = () =>
  database.pool.once('acquire', (client: PoolClient) => breakConnection(client));

it.each([
  ['is asked', ask],
  ['begins a transaction', change],
])('has all its connections again when one broke as it %s', async (_when, work) => {
  for (let time = 0; time <= CONNECTIONS; time += 1) {
    loseNext();
    await expect(work()).rejects.toThrow(/Failed query/);
  }
  await Promise.all(Array.from({ length: 2 * CONNECTIONS }, change));
  expect(database.pool.totalCount).toBeLessThanOrEqual(CONNECTIONS);
  expect(database.pool.idleCount).toBe(database.pool.totalCount);
  await database.close();
});

it('has all its connections again when one broke in the middle of a transaction', async () => {
  for (let time = 0; time <= CONNECTIONS; time += 1)
    await expect(
      database.db.transaction(async (tx) => {
        await tx.execute(sql`select 1`);
        database.cutOff();
        await tx.execute(sql`select 1`);
      }),
    ).rejects.toThrow(/Failed query/);
  await Promise.all(Array.from({ length: 2 * CONNECTIONS }, change));
  await database.close();
});

it('keeps what a transaction changed, and nothing of one that was refused', async () => {
  const name = 'kept';
  await database.db.execute(sql`create table if not exists notes (name text)`);
  await database.db.transaction((tx) => tx.execute(sql`insert into notes values (${name})`));
  await expect(
    database.db.transaction(async (tx) => {
      await tx.execute(sql`insert into notes values ('refused')`);
      throw new Error('Refused.');
    }),
  ).rejects.toThrow('Refused.');
  const { rows } = await database.db.execute(sql`select name from notes`);
  expect(rows).toEqual([{ name }]);
  await database.close();
});
