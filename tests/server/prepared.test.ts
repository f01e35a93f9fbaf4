import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Actor } from '../../server/access/actor.ts';
import { atOnce } from '../../server/access/work-origin.ts';
import { workableLoans } from '../../server/access/workable-loan.ts';
import { writeAudit } from '../../server/audit/audit-trail.ts';
import { readContactFacts, wantedOf } from '../../server/contact-gate/contact-facts-service.ts';
import { storedAttempts } from '../../server/contact-gate/contact-ledger.ts';
import { grantsOf } from '../../server/contact-gate/granted-exceptions.ts';
import { giveNumbersBack } from '../../server/contact-gate/wrong-number-service.ts';
import type { Context } from '../../server/context.ts';
import type { LongReads } from '../../server/database/long-reads.ts';
import { createPool, openDatabase } from '../../server/database/connection.ts';
import { findBeforehand, findOperations } from '../../server/devices/operation-rows.ts';
import { readDeliveryStart } from '../../server/devices/server-keys.ts';
import { addDispositions } from '../../server/dispositions/disposition-adding.ts';
import { tellCollectors } from '../../server/dispositions/disposition-alert.ts';
import { refreshLoanSummaries } from '../../server/dispositions/loan-summary.ts';
import type { NewDisposition } from '../../server/dispositions/disposition-row.ts';
import { newId } from '../../server/ids.ts';
import { log } from '../../server/log.ts';
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

it('keeps the plans of marked statements, however they are asked, and of no others', async () => {
  await readSize();
  await readSize();
  await pool.query('select /* prepared */ size from sizes where id = $1', [1]);
  await drizzle({ client: pool }).execute(sql`select size from sizes where id = ${1}`);
  const { rows } = await pool.query(
    'select statement, generic_plans + custom_plans as times from pg_prepared_statements',
  );
  expect(rows).toEqual([
    { statement: 'select /* prepared */ size from sizes where id = $1', times: 3 },
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
    await findBeforehand(db, ids);
    await readDeliveryStart(db, ids);
    await addDispositions(db, []);
    await storedAttempts(db, ids);
    await giveNumbersBack(db, ids);
    await refreshLoanSummaries(db, ids, 'Asia/Kolkata');
    const visits = ids.map((id) => ({ id, channel: 'FIELD', code: 'RINGING' }) as NewDisposition);
    await tellCollectors(db, visits);
    await writeAudit(db, null, [{ action: 'test.note' }]);
  }
  const { rows } = await pool.query<{ statement: string }>(
    'select statement from pg_prepared_statements where custom_plans > $1',
    [TRIED],
  );
  expect(rows.map(({ statement }) => statement)).toEqual([]);
});

/** Many contacts and allocations, of loans that there need not be, and what the planner then knows of them. */
const grow = async (count: number): Promise<void> => {
  const owner = createPool(database.ownerUrl, 1);
  await owner.query(`do $$ declare c record; begin
    for c in select conrelid::regclass as of_table, conname from pg_constraint
      where contype = 'f' and conrelid = any(array['contact_attempts', 'allocations']::regclass[])
    loop execute format('alter table %s drop constraint %I', c.of_table, c.conname); end loop; end $$`);
  await owner.query(`insert into contact_attempts (id, loan_id, channel, number, agent_id, at, decision)
    select gen_random_uuid(), gen_random_uuid(), 'CALL', n::text, gen_random_uuid(), now(), 'ALLOWED' from generate_series(1, ${count}) n`);
  await owner.query(`insert into allocations (id, loan_id, assignee_id, kind)
    select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'FIELD' from generate_series(1, ${count}) n`);
  await owner.query('analyze contact_attempts, allocations');
  await owner.end();
};

it('soon keeps the plans of what a contact reads again when the tables have grown', async () => {
  const db = drizzle({ client: pool });
  const read = async (): Promise<void> => {
    const [loanId, userId] = [newId(), newId()];
    const actor = { role: 'FIELD_AGENT', userId, clientId: null } as Actor;
    await readContactFacts(db, wantedOf([{ loanId, at: new Date() }]), 'Asia/Kolkata');
    await grantsOf(db, [{ loanId, channel: 'CALL', agentId: userId, at: new Date() }]);
    const work = { loanId, at: new Date(), origin: atOnce };
    await expect(workableLoans(db, actor, [work])).rejects.toThrow('This loan');
  };
  await grow(1000);
  for (let time = 0; time < 2 * TRIED; time += 1) await read();
  await grow(20_000);
  for (let time = 0; time < 8 * TRIED; time += 1) await read();
  const { rows } = await pool.query<{ statement: string }>(
    'select statement from pg_prepared_statements where custom_plans > $1',
    [2 * TRIED],
  );
  expect(rows.map(({ statement }) => statement)).toEqual([]);
});
