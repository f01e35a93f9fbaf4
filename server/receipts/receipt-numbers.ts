import { sql } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';
import type { CollectedMoney } from './receipt-keeping-service.ts';

/** What becomes of the number that a device gave a receipt. */
export interface JudgedNumber {
  readonly number: number | null;
  readonly claimedNumber: number | null;
  readonly numberProblem: 'NOT_YOURS' | 'USED_TWICE' | null;
}

const WITHOUT: JudgedNumber = { number: null, claimedNumber: null, numberProblem: null };

interface Range extends Record<string, unknown> {
  first: number;
  last: number;
}

/** The agent's ranges that have any of the numbers. Locked, so that two devices can't use one number at the same moment. */
async function ownRanges(tx: Db, agentId: string, numbers: readonly number[]): Promise<Range[]> {
  const result = await tx.execute<Range>(sql`
    select first_number as first, last_number as last from receipt_ranges g
    where g.user_id = ${agentId}
      and exists (select 1 from unnest(${sql.param(numbers)}::bigint[]) as n(number)
        where n.number between g.first_number and g.last_number)
    order by g.id for no key update`);
  return result.rows;
}

async function usedNumbers(tx: Db, numbers: readonly number[]): Promise<Set<number>> {
  const result = await tx.execute<{ number: number }>(
    sql`select number from receipts where number = any(${sql.param(numbers)}::bigint[])`,
  );
  return new Set(result.rows.map((row) => row.number));
}

/**
 * Which of the numbers that one agent's devices gave are taken, in the order of `money`. One outside the agent's ranges, or
 * used before, is not: the receipt stands without a number and says which one was given and why it was not taken.
 */
export async function judgeNumbers(
  tx: Db,
  agentId: string,
  money: readonly CollectedMoney[],
): Promise<JudgedNumber[]> {
  const numbers = money.flatMap(({ number }) => number ?? []);
  if (numbers.length === 0) return money.map(() => WITHOUT);
  const ranges = await ownRanges(tx, agentId, numbers);
  const used = await usedNumbers(tx, numbers);
  return money.map(({ number }): JudgedNumber => {
    if (number === null) return WITHOUT;
    const isOwn = ranges.some(({ first, last }) => number >= first && number <= last);
    if (!isOwn) return { number: null, claimedNumber: number, numberProblem: 'NOT_YOURS' };
    if (used.has(number))
      return { number: null, claimedNumber: number, numberProblem: 'USED_TWICE' };
    used.add(number);
    return { number, claimedNumber: null, numberProblem: null };
  });
}
