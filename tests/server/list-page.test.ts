import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '../../server/database/connection.ts';
import type { Db } from '../../server/database/connection.ts';
import { allOf, contains, listPage, wordConditions } from '../../server/database/list-page.ts';
import { testDatabase } from '../support/postgres.ts';
import type { TestDatabase } from '../support/postgres.ts';

/* What every list of the server is read by. */

let database: TestDatabase;
let pool: Pool;
let db: Db;

beforeAll(async () => {
  database = await testDatabase();
  pool = createPool(database.url, 1);
  db = drizzle(pool);
});

afterAll(async () => {
  await pool.end();
  await database.close();
});

const names = ['50 % off', '50 rupees', String.raw`back\slash`, 'under_score', 'underXscore'];
const from = sql`(select n.name, n.id::int from unnest(${sql.param(names)}::text[]) with ordinality n (name, id)) x`;

const page = (
  asked: { page?: number; pageSize?: number; search?: string; key?: boolean; told?: boolean } = {},
) =>
  listPage(
    db,
    { page: asked.page ?? 1, pageSize: asked.pageSize ?? 10 },
    {
      columns: sql`x.id, x.name`,
      from,
      where: allOf([asked.search && contains(asked.search, sql`x.name`)]),
      order: sql`x.id`,
      ...(asked.key === true && { key: sql`x.id` }),
      ...(asked.told === true && { told: sql`p.id, upper(p.name) as name` }),
      row: ({ id }: { id: number; name: string }) => id,
    },
  );

const ofWords = (search: string) =>
  db.execute(
    sql`select x.id from ${from} where ${allOf(wordConditions(sql`lower(x.name)`, search))}`,
  );

describe('a page of a list', () => {
  it('tells its rows in order and how many there are in all', async () => {
    expect(await page({ pageSize: 2 })).toEqual({
      data: [1, 2],
      totalCount: 5,
      page: 1,
      pageSize: 2,
    });
    expect(await page({ page: 3, pageSize: 2 })).toMatchObject({ data: [5], totalCount: 5 });
    expect(await page({ page: 2, pageSize: 5 })).toMatchObject({ data: [], totalCount: 5 });
    expect(await page({ search: 'nowhere' })).toMatchObject({ data: [], totalCount: 0 });
  });

  it('is the same when it is chosen by its key first', async () => {
    expect(await page({ page: 2, pageSize: 2, key: true })).toEqual(
      await page({ page: 2, pageSize: 2 }),
    );
  });

  it('is the same when more is made of its rows', async () => {
    for (const key of [true, false])
      expect(await page({ page: 2, pageSize: 2, key, told: true })).toEqual(
        await page({ page: 2, pageSize: 2 }),
      );
  });

  it('finds a text as it was typed: % and _ and \\ stand for themselves', async () => {
    expect((await page({ search: '50 %' })).data).toEqual([1]);
    expect((await page({ search: '_' })).data).toEqual([4]);
    expect((await page({ search: '\\' })).data).toEqual([3]);
    expect((await page({ search: 'RUPEES' })).data).toEqual([2]);
  });

  it('finds every word, in any order', async () => {
    expect((await ofWords('Off 50')).rows).toEqual([{ id: 1 }]);
    expect((await ofWords('  ')).rows).toHaveLength(5);
  });

  it.each(['+91 98765 4', '91 98765 4', '098765 43', '98765-43210', '९८७६५ ४', '९८७६५'])(
    'finds a phone number typed as %s, however it is written',
    async (typed) => {
      const written = ['+91 98765 43210', '9876543210', '098765-43210'];
      const { rows } = await db.execute(
        sql`select n from unnest(${sql.param(written)}::text[]) n where ${allOf(wordConditions(sql`n`, typed))}`,
      );
      expect(rows).toHaveLength(written.length);
    },
  );
});
