import { sql } from 'drizzle-orm';
import type { Command } from '../command.ts';
import { reopenLoans } from './loan-closing-service.ts';

/** A loan may have been recalled after its period was over, and paid then: three ends to take back. */
const MOST_ENDS = 3;

/**
 * Recalled and expired loans, and paid ones of which something is due again, are worked again, by who had them, until `periodEndsOn` (null: until recalled). Left out,
 * a period that is over counts no longer, another one stays. Returns how many came back.
 */
export async function bringBackLoans(
  command: Command,
  actorId: string | null,
  order: { loanIds: readonly string[]; today: string; periodEndsOn?: string | null },
): Promise<number> {
  const { loanIds, today, periodEndsOn } = order;
  if (loanIds.length === 0) return 0;
  const among = sql`l.id = any(${sql.param(loanIds)}::uuid[])`;
  await command.tx.execute(sql`update loans l set period_ends_on = ${periodEndsOn ?? null}::date
    where ${among} ${periodEndsOn === undefined ? sql`and l.period_ends_on < ${today}::date` : sql``}`);
  const cameBack = new Set<string>();
  for (let round = 0; round < MOST_ENDS; round += 1) {
    const { rows } = await command.tx.execute<{ id: string }>(
      sql`select l.id from loans l where ${among} and (l.status in ('WITHDRAWN', 'EXPIRED')
        or (l.status = 'PAID' and l.total_due_amount > 0))`,
    );
    const closed = rows.map(({ id }) => id);
    if (closed.length === 0) break;
    for (const id of closed) cameBack.add(id);
    await reopenLoans(command, actorId, { loanIds: closed });
  }
  return cameBack.size;
}
