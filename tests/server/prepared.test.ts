import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Actor } from '../../server/access/actor.ts';
import { addFieldAlerts } from '../../server/alerts/alert-service.ts';
import { storedAttempts } from '../../server/contact-gate/contact-ledger.ts';
import { giveNumbersBack } from '../../server/contact-gate/wrong-number-service.ts';
import type { Context } from '../../server/context.ts';
import type { LongReads } from '../../server/database/long-reads.ts';
import { createPool, openDatabase } from '../../server/database/connection.ts';
import { findOperations, waitedFor } from '../../server/devices/operation-rows.ts';
import { refreshLoanSummaries } from '../../server/dispositions/loan-summary.ts';
import { refuseRemoved } from '../../server/dispositions/removed-contacts.ts';
import { newId } from '../../server/ids.ts';
import { log } from '../../server/log.ts';
import { notifyOfVisits } from '../../server/notifications/notification-service.ts';
import { getDailyReport } from '../../server/reports/daily-report.ts';
import { readSettings } from '../../server/settings.ts';
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

it('limits the time of statements by the session itself: poolers drop what a connection begins with', async () => {
  const { rows } = await pool.query(`select name, setting, source from pg_settings
    where name in ('statement_timeout', 'TimeZone', 'idle_in_transaction_session_timeout') order by name collate "C"`);
  expect(rows).toEqual([
    { name: 'TimeZone', setting: 'UTC', source: 'session' },
    { name: 'idle_in_transaction_session_timeout', setting: '60000', source: 'session' },
    { name: 'statement_timeout', setting: '14000', source: 'session' },
  ]);
});

it('says at the start that the database gives fewer connections than are asked for', async () => {
  const told = vi.spyOn(log, 'warn').mockImplementation(() => undefined);
  const opened = await openDatabase(
    readSettings({ DATABASE_URL: database.url, DATABASE_CONNECTIONS: '500' }),
  );
  await opened.close();
  expect(told.mock.calls).toEqual([[expect.stringContaining('DATABASE_CONNECTIONS is 500')]]);
  told.mockRestore();
});

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

const readDay = async (): Promise<void> => {
  const db = drizzle({ client: pool });
  const longReads: Pick<LongReads, 'atOneInstant'> = {
    atOneInstant: (read) => db.transaction(read),
  };
  const context = { db, longReads, settings: { businessTz: 'Asia/Kolkata' } };
  const actor = { role: 'ADMIN', clientId: null } as Actor;
  await getDailyReport(context as unknown as Context, actor, 'dailyCalls', {
    page: 1,
    pageSize: 50,
  });
};

/** PostgreSQL compares a plan for any values with those for the given ones after so many of these. */
const TRIED = 5;

it('plans the usual daily report once', async () => {
  for (let time = 0; time < 2 * TRIED; time += 1) await readDay();
  const { rows } = await pool.query<{ custom_plans: number; generic_plans: number }>(
    `select custom_plans::int, generic_plans::int from pg_prepared_statements where statement like '%with /* prepared */ parts%' or statement like '%disposition_codes k on%'`,
  );
  const once = { custom_plans: TRIED, generic_plans: TRIED };
  expect(rows).toEqual([once, once, once]);
});

it('plans what a contact writes once, not for each id anew', async () => {
  const db = drizzle({ client: pool });
  for (let time = 0; time < 2 * TRIED; time += 1) {
    const ids = [newId()];
    await findOperations(db, ids);
    await waitedFor(db, ids);
    await refuseRemoved(db, ids);
    await storedAttempts(db, ids);
    await giveNumbersBack(db, ids);
    await refreshLoanSummaries(db, ids, 'Asia/Kolkata');
    await addFieldAlerts(db, ids);
    await notifyOfVisits(db, ids);
  }
  const { rows } = await pool.query<{ statement: string }>(
    'select statement from pg_prepared_statements where custom_plans > $1',
    [TRIED],
  );
  expect(rows.map(({ statement }) => statement)).toEqual([]);
});
