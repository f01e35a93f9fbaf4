import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { FILE_WORDS } from '../../contract/file-words.ts';
import type { LoanImport } from '../../contract/loan-import.ts';
import { pendingList, verified } from '../support/loan-file.ts';
import { testServer } from '../support/server.ts';

const server = testServer();

test('a pending list that could not be stored stays to be verified again, and says so', async () => {
  const pending = await pendingList(
    server,
    'A/C No,Cust Name,Overdue Amt\nQ1,Asha Rao,5\nQ2,Babu Iyer,6',
  );
  await server.ownerDb.execute(
    sql`alter table loans add constraint broken check (loan_number <> 'Q2') not valid`,
  );
  await server.call('PUT', '/loans/csv/verify', { as: 'admin', body: { _id: pending._id } });
  const standing = async () => {
    // Its tries come at once.
    await server.ownerDb.execute(
      sql`update jobs.job set start_after = now(), retry_delay = 0 where name = 'loan-import'`,
    );
    const answer = await server.call('GET', `/loans/imports/${pending._id}`, { as: 'admin' });
    return answer.json<LoanImport>();
  };
  await expect.poll(standing, { timeout: 30_000 }).toMatchObject({
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
