import { sql } from 'drizzle-orm';
import { businessDay } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { attributePayments } from '../payments/attribution-service.ts';
import type { Upkeep } from '../upkeep.ts';
import { refreshPromises } from './promise-service.ts';

/** Loans judged in one transaction: those who work meanwhile wait for few. */
const STEP = 500;

/**
 * Judges the promises whose facts or rules changed, and those whose last day is over in the business zone. Returns of how
 * many loans; throws when the database is away. Loans that somebody works on at this moment wait for the next time.
 */
export async function judgeDuePromises(context: Context): Promise<number> {
  const { db, settings } = context;
  let judged = 0;
  for (;;) {
    const today = businessDay(settings.businessTz);
    const { rows } = await db.execute<{ loan_id: string }>(sql`
      (select distinct p.loan_id from promises p where p.is_stale limit ${STEP})
      union (select p.loan_id from promises p where p.state = 'OPEN' and p.last_on < ${today}::date
        order by p.last_on limit ${STEP}) limit ${STEP}`);
    if (rows.length === 0) return judged;
    const count = await runCommand(db, null, async ({ tx, audit }) => {
      const free = await tx.execute<{ id: string }>(sql`select l.id from loans l
        where l.id = any(${sql.param(rows.map((row) => row.loan_id))}::uuid[])
        order by l.id for no key update skip locked`);
      const loanIds = free.rows.map(({ id }) => id);
      await refreshPromises(tx, loanIds, settings.businessTz);
      // More or fewer days of grace: other payments are what it brought.
      await attributePayments(tx, loanIds);
      if (loanIds.length > 0)
        audit({ action: 'promise.judge', entity: 'promise', details: { loans: loanIds.length } });
      return loanIds.length;
    });
    if (count === 0) return judged;
    judged += count;
  }
}

/** Promises are judged as payments come and days pass. */
export const promiseUpkeep: Upkeep = {
  name: 'promises',
  every: 5000,
  work: judgeDuePromises,
  isAtStart: true,
};

/** A lender gives at most so many days of grace. */
const MOST_GRACE_DAYS = 30;

/** Promises whose last day is not over after all are judged again: a clock that was ahead found them broken. */
async function judgeAgainWhatIsToCome({ db, settings }: Context): Promise<void> {
  const today = businessDay(settings.businessTz);
  await db.execute(sql`update promises set is_stale = true
    where state in ('BROKEN', 'PART_KEPT') and due_on >= ${today}::date - ${MOST_GRACE_DAYS}::int
      and last_on >= ${today}::date and not is_stale`);
}

/** What a clock that was ahead judged is judged by the right one. */
export const promisesToCome: Upkeep = {
  name: 'promises still to come',
  every: 300_000,
  work: judgeAgainWhatIsToCome,
  isAtStart: true,
};
