import { sql } from 'drizzle-orm';
import { businessDay } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { newId } from '../ids.ts';
import type { Upkeep } from '../upkeep.ts';
import { closeLoans } from './loan-closing-service.ts';

/** Loans ended in one transaction: those who work meanwhile wait for few. */
const STEP = 5000;

/** Ends the active loans whose period is over in the business zone. Returns how many; throws when the database is away. */
export async function expireLoans(context: Context): Promise<number> {
  const today = businessDay(context.settings.businessTz);
  let ended = 0;
  for (;;) {
    const { rows } = await context.db.execute<{ id: string }>(sql`select l.id from loans l
      where l.status = 'ACTIVE' and l.period_ends_on < ${today}::date order by l.period_ends_on, l.id limit ${STEP}`);
    if (rows.length === 0) return ended;
    const loanIds = rows.map(({ id }) => id);
    ended += await runCommand(context.db, null, async (command) => {
      // Somebody may have extended one since: under the lock the day is looked at again.
      const still = await command.tx.execute<{ id: string }>(sql`select l.id from loans l
        where l.id = any(${sql.param(loanIds)}::uuid[]) and l.status = 'ACTIVE' and l.period_ends_on < ${today}::date
        order by l.id for update of l`);
      return closeLoans(command, null, {
        loanIds: still.rows.map(({ id }) => id),
        reason: 'EXPIRED',
        commandId: newId(),
      });
    });
  }
}

/** Loans end when their period is over. */
export const loanExpiry: Upkeep = {
  name: 'loan periods',
  every: 3_600_000,
  work: expireLoans,
  isAtStart: true,
};
