import { sql } from 'drizzle-orm';
import { businessDay } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { newId } from '../ids.ts';
import type { Part } from '../lifecycle.ts';
import { closeLoans } from './loan-closing-service.ts';

/** Each process looks at its start and then this often; whoever comes second finds nothing left to do. */
const everyMs = 3_600_000;
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

/** Begins to end loans when their period is over. What fails is tried again the next time. */
export function startLoanExpiry(context: Context): Part {
  let running: Promise<unknown> = Promise.resolve();
  const run = (): void => {
    running = expireLoans(context).catch((error: unknown) =>
      console.error('Ending the loans whose period is over failed:', error),
    );
  };
  run();
  const timer = setInterval(run, everyMs);
  timer.unref();
  return {
    name: 'loan expiry',
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
