import { businessDay } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { followDispositions, judge, loansWithPromises, showOnLoans } from './promise-judging.ts';
import { tellOfBroken } from './promise-notices.ts';

/**
 * Brings the promises of these loans up to date from dispositions, payments, receipts and closings: set-based, and the
 * same from whatever order those arrived in. Follows with what lists show of the loans and, once for each broken promise,
 * with the word to collector and manager. Locks the loans that have promises. `businessTz` is the zone in which days end,
 * `today` the business day as of which is judged.
 */
export async function refreshPromises(
  tx: Db,
  loanIds: readonly string[],
  businessTz: string,
  today: string = businessDay(businessTz),
): Promise<void> {
  if (loanIds.length === 0) return;
  // Most contacts are about loans without one.
  const concerned = await loansWithPromises(tx, loanIds);
  if (concerned.length === 0) return;
  const order = { loanIds: concerned, businessTz, today };
  await followDispositions(tx, order);
  await judge(tx, order);
  await showOnLoans(tx, order);
  await tellOfBroken(tx, order);
}
