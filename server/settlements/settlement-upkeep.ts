import { sql } from 'drizzle-orm';
import { addDays, businessDay } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { holdLock } from '../database/locks.ts';
import { log } from '../log.ts';
import type { Upkeep } from '../upkeep.ts';
import { followSettlements } from './settlement-following-service.ts';
import { remindNext, remindOfPayment, tellOfTakingOver } from './settlement-notices.ts';
import { settlementColumns, settlementJoins } from './settlement-rows.ts';
import type { SettlementRow } from './settlement-rows.ts';

/** Loans followed in one transaction: those who work meanwhile wait for few. */
const STEP = 100;

/** Days before an offer's end, or a day of payment, on which whoever must act is reminded. */
const REMINDED_BEFORE = 2;

/** A payment is judged at most so many days after its day (`graceDays` of the contract): an index finds what is due by that. */
const MOST_GRACE = 30;

/** Follows the settlements of those of these loans that nobody works on. Returns of how many. */
async function followFree({ db, settings }: Context, loanIds: readonly string[]): Promise<number> {
  return runCommand(db, null, async (command) => {
    const { rows } = await command.tx.execute<{ id: string }>(sql`select l.id from loans l
      where l.id = any(${sql.param(loanIds)}::uuid[]) order by l.id for no key update skip locked`);
    const free = rows.map(({ id }) => id);
    await followSettlements(command, free, businessDay(settings.businessTz));
    return free.length;
  });
}

/** The same, each loan alone where one of them fails: it holds up no other. */
async function followEach(context: Context, loanIds: readonly string[]): Promise<number> {
  try {
    return await followFree(context, loanIds);
  } catch {
    let followed = 0;
    for (const loanId of loanIds)
      followed += await followFree(context, [loanId]).catch((err: unknown) => {
        log.error({ err, loanId }, 'The settlements of a loan can not be followed.');
        return 0;
      });
    return followed;
  }
}

/**
 * Follows the settlements whose payments changed, and those that the day may have changed. Returns of how many loans. Loans
 * that somebody works on at this moment wait for the next time.
 */
async function followDueSettlements(context: Context): Promise<number> {
  let followed = 0;
  for (;;) {
    const today = businessDay(context.settings.businessTz);
    const { rows } = await context.db.execute<{ loan_id: string }>(sql`
      (select s.loan_id from settlements s where s.is_stale limit ${STEP})
      union (select s.loan_id from settlements s where s.judge_on <= ${today}::date order by s.judge_on limit ${STEP})
      limit ${STEP}`);
    if (rows.length === 0) return followed;
    const count = await followEach(
      context,
      rows.map((row) => row.loan_id),
    );
    if (count === 0) return followed;
    followed += count;
  }
}

/** Reminds whoever must act on an offer that ends soon, and the agents of a payment that is due soon: once for each turn. */
async function remindOfEnds({ db, settings }: Context): Promise<void> {
  const today = businessDay(settings.businessTz);
  const until = addDays(today, REMINDED_BEFORE);
  await runCommand(db, null, async ({ tx }) => {
    await holdLock(tx, 'settlementNotices');
    const { rows } = await tx.execute<SettlementRow>(sql`select ${settlementColumns}
      from settlements s join loans l on l.id = s.loan_id ${settlementJoins}
      where s.judge_on <= ${addDays(until, MOST_GRACE + 1)}::date and s.waits_for is not null
        and s.reminded_at is null and s.waits_since < now() - interval '12 hours'
        and case when s.letter_at is null then s.judge_on <= ${addDays(until, 1)}::date
          else s.next_due_on between ${today}::date and ${until}::date and l.status = 'ACTIVE' end
      order by s.id limit 500 for no key update of l skip locked`);
    for (const row of rows)
      await (row.waitsFor === 'PAYMENT'
        ? remindOfPayment(tx, row)
        : remindNext(tx, null, row, row.waitsFor));
    await tx.execute(sql`update settlements set reminded_at = now()
      where id = any(${sql.param(rows.map((row) => row._id))}::uuid[])`);
  });
}

/**
 * Tells managers who got a loan while its offer waits for them: once, whoever gave it to them and on whichever way. Where the
 * clock was ahead then, as soon as it is that time: until then nothing that is told would be known as told since.
 */
async function tellNewManagers({ db }: Context): Promise<void> {
  await runCommand(db, null, async ({ tx }) => {
    await holdLock(tx, 'settlementNotices');
    const { rows } = await tx.execute<SettlementRow>(sql`select ${settlementColumns}
      from settlements s join loans l on l.id = s.loan_id ${settlementJoins}
        join allocations a on a.loan_id = s.loan_id and a.kind = 'MANAGER' and a.ended_at is null
        join users m on m.id = a.assignee_id and m.disabled_at is null
      where (s.waits_for = 'MANAGER' or (s.waits_for = 'LETTER' and s.is_delegated)) and l.manager_id = a.assignee_id
        and a.allocated_at > s.waits_since and a.allocated_at <= now() and a.allocated_by is distinct from a.assignee_id
        and not exists (select 1 from notifications n where n.settlement_id = s.id and n.user_id = a.assignee_id
          and n.created_at >= a.allocated_at)
      order by s.id limit 500 for no key update of l skip locked`);
    for (const row of rows) await tellOfTakingOver(tx, row);
  });
}

/** Settlements are followed as payments come and days pass. */
export const settlementUpkeep: Upkeep = {
  name: 'settlements',
  every: 5000,
  work: async (context) => {
    await followDueSettlements(context);
    await tellNewManagers(context);
    await remindOfEnds(context);
  },
  isAtStart: true,
};

/**
 * Settlements with their letter that broke later than now are followed again: a clock that was ahead found their days over. An
 * offer without a letter stays as it ended; another may be made.
 */
async function followAgainWhatIsToCome({ db }: Context): Promise<void> {
  await db.execute(sql`update settlements set is_stale = true
    where state in ('BROKEN', 'EXPIRED') and letter_at is not null
      and updated_at > now() + interval '1 minute' and not is_stale`);
}

/** What a clock that was ahead ended is followed by the right one. */
export const settlementsToCome: Upkeep = {
  name: 'settlements still to come',
  every: 300_000,
  work: followAgainWhatIsToCome,
  isAtStart: true,
};
