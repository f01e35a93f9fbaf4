import { sql } from 'drizzle-orm';
import { newId } from '../../server/ids.ts';
import type { TestServer } from './server.ts';

/** A promise on the other lender's loan with the lender's rules, a call with its recording, and a call sheet. */
export async function addOtherPromise(
  { db, clients, people }: TestServer,
  loanId: string,
  mark: string,
): Promise<Record<string, string>> {
  const [promiseId, recordedCallId, callSheetId] = [newId(), newId(), newId()];
  await db.execute(sql`insert into promise_rules (client_id, grace_days, updated_by)
    values (${clients.Y.id}, 3, ${people.manager2.id})`);
  await db.execute(sql`insert into promises (id, loan_id, agent_id, amount, made_at, made_on, due_on, told_at)
    values (${promiseId}, ${loanId}, ${people.collector3.id}, 700, now(), current_date, '2036-12-01', now())`);
  await db.execute(sql`insert into dialer_calls (id, source, external_id, process_name, loan_id, agent_id, number, state,
      result, placed_at, record_link)
    values (${recordedCallId}, 'SHEET', ${`${mark}-1`}, ${mark}, ${loanId}, ${people.collector3.id}, '9844444444', 'ENDED',
      'ANSWERED', now(), ${`https://${mark}.example/a.mp3`})`);
  await db.execute(sql`insert into call_sheets (id, source, file_name, store_key, state, mapping, created_by, finished_at)
    values (${callSheetId}, ${mark}, ${`${mark}.csv`}, ${mark}, 'DONE', '{}', ${people.superadmin.id}, now())`);
  return { promiseId, recordedCallId, callSheetId };
}
