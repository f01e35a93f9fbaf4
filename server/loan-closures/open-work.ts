import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { endAlertsOfLoans, reviveAlertsOfLoans } from '../alerts/alert-service.ts';
import { holdLoansOfDead } from '../contact-gate/dead-borrower-service.ts';
import type { Db } from '../database/connection.ts';
import { followOffersOf } from '../settlements/settlement-resting-service.ts';

/*
 * What is open on a loan ends with it, and comes back with it. What is not listed needs no telling, since it looks at the
 * loan whenever it is read: the gate (calls, sendings, leads of the dialer), promises, call backs of a list, visits, and
 * leave that an agent asked for. Money, settlements with their letter and work that is held for review go on without it.
 */

/** Ends the reminders and offers of loans that ended at an instant (ISO). */
export async function endWork(tx: Db, loanIds: readonly string[], at: string): Promise<void> {
  await endAlertsOfLoans(tx, loanIds, at);
  await followOffersOf(tx, loanIds);
}

/**
 * Brings back what ended with loans. `ended`: their closings (loan_id, closed_at); those who have the loans got them back. A
 * borrower may have died meanwhile.
 */
export async function bringWorkBack(tx: Db, loanIds: readonly string[], ended: SQL): Promise<void> {
  await reviveAlertsOfLoans(tx, ended);
  await followOffersOf(tx, loanIds);
  await holdLoansOfDead(tx, sql`select unnest(${sql.param(loanIds)}::uuid[])`);
}
