import { sql } from 'drizzle-orm';
import { newId } from '../../server/ids.ts';
import type { TestServer } from './server.ts';

/** A settlement of the other tenant with its history and letter, its texts marked. */
export async function addOtherSettlement(
  { db, clients, people }: TestServer,
  loanId: string,
): Promise<string> {
  const id = newId();
  const [Y, agent, mark] = [clients.Y.id, people.collector3.id, 'Zzyzx'];
  await db.execute(sql`insert into settlements (id, loan_id, client_id, state, waits_for, kind, offered_amount, due_amount,
      valid_until, instalments, reason, remarks, proposed_by, proposed_at, offered_on, maker_id, is_flagged,
      is_restructuring, grace_days, letter_at)
    values (${id}, ${loanId}, ${Y}, 'LETTER_ISSUED', 'PAYMENT', 'ONE_TIME', 4000, 5000, '2099-01-01', '[]', 'OTHER',
      ${mark}, ${agent}, now(), current_date, ${agent}, false, false, 3, now())`);
  await db.execute(sql`insert into settlement_events (id, settlement_id, revision, action, to_state, actor_id, remarks,
      offered_amount, waiver_amount, valid_until, instalments, paid_amount)
    values (${newId()}, ${id}, 1, 'APPROVE', 'LETTER_ISSUED', ${agent}, ${mark}, 4000, 1000, '2099-01-01', '[]', 0)`);
  await db.execute(sql`insert into settlement_letters (id, settlement_id, name, content_type, size, sha256, store_key,
      "check", findings, uploaded_by)
    values (${newId()}, ${id}, ${`${mark}.pdf`}, 'application/pdf', 3, 'x', 'none', 'UNREAD', '{}', ${agent})`);
  return id;
}
