import { sql } from 'drizzle-orm';
import { newId } from '../../server/ids.ts';
import type { TestServer } from './server.ts';

/** A hold, a time to avoid, a wrong number, a wish for an exception and a breach on the other tenant's loan. */
export async function addOtherGate(
  { db, people }: TestServer,
  loanId: string,
  mark: string,
): Promise<Record<string, string>> {
  const [holdId, avoidTimeId, numberId, exceptionId, breachId] = [
    newId(),
    newId(),
    newId(),
    newId(),
    newId(),
  ];
  const agent = people.collector3.id;
  await db.execute(sql`insert into contact_holds (id, loan_id, kind, channel, note, created_by)
    values (${holdId}, ${loanId}, 'LEGAL', 'WHATSAPP', ${mark}, ${agent})`);
  await db.execute(sql`insert into contact_avoid_times (id, loan_id, weekdays, from_time, to_time, note, created_by)
    values (${avoidTimeId}, ${loanId}, '{0}', '10:00', '10:01', ${mark}, ${agent})`);
  await db.execute(sql`insert into contact_numbers (id, number, loan_id, note, created_by)
    values (${numberId}, '9844444444', ${loanId}, ${mark}, ${agent})`);
  await db.execute(sql`insert into contact_exceptions (id, loan_id, channel, rule, reason, agent_id)
    values (${exceptionId}, ${loanId}, 'VISIT', 'LEGAL', ${mark}, ${agent})`);
  await db.execute(sql`insert into contact_attempts (id, loan_id, channel, agent_id, at, decision, reason)
    values (${breachId}, ${loanId}, 'VISIT', ${agent}, now() - interval '40 days', 'BREACH', 'LEGAL')`);
  return { holdId, avoidTimeId, numberId, exceptionId, breachId };
}
