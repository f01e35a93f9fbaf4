import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogueOf, differences, makeTables } from '../support/catalogue.ts';
import { emptyDatabase, testDatabase } from '../support/postgres.ts';
import type { TestDatabase } from '../support/postgres.ts';

let migrated: TestDatabase;
let described: TestDatabase;
let wanted: Map<string, string>;

beforeAll(async () => {
  migrated = await testDatabase();
  described = await emptyDatabase();
  await makeTables(described.url);
  wanted = await catalogueOf(described.url);
});
afterAll(async () => {
  await migrated.close();
  await described.close();
});

async function change(statement: string): Promise<string[]> {
  const client = new Client({ connectionString: migrated.url });
  await client.connect();
  await client.query(statement);
  await client.end();
  return differences(await catalogueOf(migrated.url), wanted);
}

describe('the schema files', () => {
  it('say what the migrations make: every column, key, check, index and sequence', async () => {
    expect(wanted.size).toBeGreaterThan(1000);
    expect(differences(await catalogueOf(migrated.url), wanted)).toEqual([]);
  });

  it('are told apart from a migration by table and column', async () => {
    expect(await change('alter table loan_notes drop column is_pinned')).toEqual([
      'loan_notes.is_pinned: the migrations make nothing, server/database/tables says boolean not null default false',
    ]);
    expect(await change('alter table promises alter column told_at set not null')).toContainEqual(
      expect.stringContaining(
        'promises.told_at: the migrations make timestamp with time zone not null',
      ),
    );
    expect(await change('alter table users add column nickname text')).toContainEqual(
      'users.nickname: the migrations make text, server/database/tables says nothing',
    );
  });
});
