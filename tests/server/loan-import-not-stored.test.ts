import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { FILE_WORDS } from '../../contract/file-words.ts';
import type { LoanImport } from '../../contract/loan-import.ts';
import { pendingList, verified } from '../support/loan-file.ts';
import { testServer } from '../support/server.ts';

const server = testServer();

/** How an import stands, the tries of whose job come at once. */
async function triedAtOnce({ _id }: LoanImport): Promise<LoanImport> {
  await server.ownerDb.execute(
    sql`update jobs.job set start_after = now(), retry_delay = 0 where name = 'loan-import'`,
  );
  return server.taken<LoanImport>('GET', `/loans/imports/${_id}`, { as: 'admin' });
}

test('a pending list that could not be stored stays to be verified again, and says so', async () => {
  const pending = await pendingList(
    server,
    'A/C No,Cust Name,Overdue Amt\nQ1,Asha Rao,5\nQ2,Babu Iyer,6',
  );
  await server.ownerDb.execute(
    sql`alter table loans add constraint broken check (loan_number <> 'Q2') not valid`,
  );
  await server.call('PUT', '/loans/csv/verify', { as: 'admin', body: { _id: pending._id } });
  await expect
    .poll(() => triedAtOnce(pending), { timeout: 30_000 })
    .toMatchObject({
      state: 'PENDING',
      error: FILE_WORDS['fault-of-saving'],
      doneRows: 2,
      totalRows: 2,
    });
  await server.ownerDb.execute(sql`alter table loans drop constraint broken`);
  const { rows } = await server.db.execute(sql`select 1 from loans where loan_number = 'Q1'`);
  expect(rows).toEqual([]);
  expect(await verified(server, pending)).toMatchObject({ state: 'DONE', newRows: 2, error: null });
});

test('one for which the server has no room says that, and who is to be told', async () => {
  const pending = await pendingList(server, 'A/C No,Cust Name,Overdue Amt\nR1,Asha Rao,5');
  await server.ownerDb
    .execute(sql`create function no_room() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file' using errcode = 'disk_full'; end $$`);
  await server.ownerDb.execute(
    sql`create trigger no_room before insert on loans for each row execute function no_room()`,
  );
  await server.call('PUT', '/loans/csv/verify', { as: 'admin', body: { _id: pending._id } });
  await expect
    .poll(() => triedAtOnce(pending), { timeout: 30_000 })
    .toMatchObject({
      state: 'PENDING',
      error: FILE_WORDS['no-room-on-server'],
    });
  await server.ownerDb.execute(sql`drop trigger no_room on loans`);
  expect(await verified(server, pending)).toMatchObject({ state: 'DONE', newRows: 1, error: null });
});
