import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { createPool } from '../../server/database/connection.ts';
import { newId } from '../../server/ids.ts';
import { backUp, backupKey, restoreInto } from '../support/backups.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { testServer } from '../support/server.ts';

/* What was under way when a backup was made, as a restore leaves it. */

const server = testServer();
let key: Awaited<ReturnType<typeof backupKey>>;

beforeAll(async () => {
  key = await backupKey();
});

/** What a query gives in a database into which a backup of now was restored. */
async function rowsAfterRestore(query: string): Promise<unknown[]> {
  const { database, settings } = server.context;
  const { bytes } = await backUp(database.url, settings.dataDir, key.recipient);
  const target = await emptyDatabase();
  const pool = createPool(target.url, 2);
  try {
    await restoreInto(target.url, bytes, key.identity);
    const { rows } = await pool.query<Record<string, unknown>>(query);
    return rows;
  } finally {
    await pool.end();
    await target.close();
  }
}

it('sends no message a second time: what was due is held, for nobody knows what was sent since', async () => {
  const [loanId, template, message] = [await server.addLoan(), newId(), newId()];
  await server.db.execute(sql`insert into message_templates (id, channel, language, name)
    values (${template}, 'SMS', 'en', 'Reminder')`);
  await server.db
    .execute(sql`insert into messages (id, loan_id, client_id, channel, number, text, language, template_id,
      version, next_at) values (${message}, ${loanId}, ${server.clients.X.id}, 'SMS', '9876501234', 'Please pay.', 'en',
      ${template}, 1, now() + interval '1 day')`);
  expect(await rowsAfterRestore('select id, state from messages')).toEqual([
    { id: message, state: 'UNKNOWN' },
  ]);
  await server.db.execute(sql`delete from messages`);
});

it('knows of other backups what it knew: one that was away may come back, one in work keeps its file', async () => {
  const states = ['DONE', 'GONE', 'DRILLING', 'WAITING'] as const;
  for (const state of states)
    await server.db.execute(sql`insert into backups (id, state, file_name)
      values (${newId()}, ${state}, ${`${state.toLowerCase()}.backup`})`);
  const rows = await rowsAfterRestore(
    `select state, file_name from backups where file_name is null or file_name ~ '^(done|gone|drilling|waiting)[.]' order by 1, 2`,
  );
  expect(rows).toEqual([
    { state: 'DONE', file_name: 'done.backup' },
    { state: 'FAILED', file_name: null },
    { state: 'FAILED', file_name: null },
    { state: 'GONE', file_name: 'gone.backup' },
  ]);
  await server.db.execute(sql`delete from backups`);
});
