import { sql } from 'drizzle-orm';
import type { Command } from '../command.ts';
import { newId } from '../ids.ts';
import { closeLoans, reopenLoans } from './loan-closing-service.ts';

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

/** A loan whose figure was written by hand is worked while it owes something: with nothing due it is paid, else it is back. */
export async function followDue(
  command: Command,
  actorId: string,
  loanId: string,
  today: string,
): Promise<void> {
  const { rows } = await command.tx.execute<{ due: number | null; status: string }>(
    sql`select l.total_due_amount as due, l.status from loans l where l.id = ${loanId}`,
  );
  const [loan] = rows;
  if (!loan || loan.due === null) return;
  if (loan.due <= 0 && loan.status === 'ACTIVE')
    await closeLoans(command, actorId, { loanIds: [loanId], reason: 'PAID', commandId: newId() });
  else if (loan.due > 0 && loan.status === 'PAID')
    await bringBackLoans(command, actorId, { loanIds: [loanId], today });
}
