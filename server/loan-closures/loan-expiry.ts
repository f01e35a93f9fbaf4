import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { businessDay } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { newId } from '../ids.ts';
import type { Upkeep } from '../upkeep.ts';
import { closeLoans, reopenLoans } from './loan-closing-service.ts';

/** Loans ended, or brought back, in one transaction: those who work meanwhile wait for few. */
const STEP = 5000;

/** Today by the server's clock or the database's, whichever is behind: a period is over when it is to both. */
const soonerToday = (zone: string): SQL =>
  sql`least(${businessDay(zone)}::date, (now() at time zone ${zone})::date)`;

/** By the clock that is ahead: of servers whose clocks are apart none brings back what the other ends. */
const laterToday = (zone: string): SQL =>
  sql`greatest(${businessDay(zone)}::date, (now() at time zone ${zone})::date)`;

/** Ends the active loans whose period is over in the business zone. Returns how many; throws when the database is away. */
export async function expireLoans(context: Context): Promise<number> {
  const zone = context.settings.businessTz;
  let ended = 0;
  for (;;) {
    const { rows } = await context.db.execute<{ id: string }>(sql`select l.id from loans l
      where l.status = 'ACTIVE' and l.period_ends_on < ${soonerToday(zone)} order by l.period_ends_on, l.id limit ${STEP}`);
    if (rows.length === 0) return ended;
    const loanIds = rows.map(({ id }) => id);
    ended += await runCommand(context.db, null, async (command) => {
      // Somebody may have extended one since: under the lock the day is looked at again.
      const still = await command.tx.execute<{ id: string }>(sql`select l.id from loans l
        where l.id = any(${sql.param(loanIds)}::uuid[]) and l.status = 'ACTIVE' and l.period_ends_on < ${soonerToday(zone)}
        order by l.id for update of l`);
      return closeLoans(command, null, {
        loanIds: still.rows.map(({ id }) => id),
        reason: 'EXPIRED',
        commandId: newId(),
      });
    });
  }
}

/** Condition on `l`: the server ended it for its period, which is not over: its clock was ahead, or counted days elsewhere. */
const isEndedEarly = (
  zone: string,
): SQL => sql`(l.status = 'EXPIRED' and l.period_ends_on >= ${laterToday(zone)}
  and exists (select 1 from loan_closures c where c.loan_id = l.id and c.reason = 'EXPIRED' and c.closed_by is null
    and c.reopened_at is null))`;

/** Brings loans back that ended before their period did, to who had them. Throws when the database is away. */
async function bringBackEarlyEnds({ db, settings }: Context): Promise<void> {
  const zone = settings.businessTz;
  for (;;) {
    const { rows } = await db.execute<{ id: string }>(
      sql`select l.id from loans l where ${isEndedEarly(zone)} order by l.id limit ${STEP}`,
    );
    const loanIds = rows.map(({ id }) => id);
    const back = await runCommand(db, null, async (command) => {
      const still = await command.tx.execute<{ id: string }>(sql`select l.id from loans l
        where l.id = any(${sql.param(loanIds)}::uuid[]) and ${isEndedEarly(zone)} order by l.id for update of l`);
      return reopenLoans(command, null, { loanIds: still.rows.map(({ id }) => id) });
    });
    if (back.reopened === 0) return;
  }
}

/** Loans end when their period is over, no earlier. */
export const loanExpiry: Upkeep = {
  name: 'loan periods',
  every: 3_600_000,
  work: async (context) => {
    await bringBackEarlyEnds(context);
    await expireLoans(context);
  },
  isAtStart: true,
};
