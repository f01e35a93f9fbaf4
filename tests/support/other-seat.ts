import { sql } from 'drizzle-orm';
import { newId } from '../../server/ids.ts';
import type { TestServer } from './server.ts';

/** The second manager's collector at the dialer: in a call to its loan, with a break behind it; `mark` is its process. */
export async function addOtherSeat(
  { db, people }: TestServer,
  loanId: string,
  mark: string,
): Promise<Record<string, string>> {
  const { id: agentId } = people.collector3;
  const seatSpanId = newId();
  await db.execute(
    sql`update users set location = 'D', manual_process = ${mark} where id = ${agentId}`,
  );
  await db.execute(sql`insert into agent_spans (id, user_id, state, break_reason, process_name, started_at, ended_at)
    values (${newId()}, ${agentId}, 'BREAK', 'tea', ${mark}, now() - interval '9 minutes', now() - interval '5 minutes')`);
  await db.execute(sql`insert into agent_spans (id, user_id, state, process_name, loan_id, started_at)
    values (${seatSpanId}, ${agentId}, 'INCALL', ${mark}, ${loanId}, now() - interval '5 minutes')`);
  return { seatSpanId };
}
