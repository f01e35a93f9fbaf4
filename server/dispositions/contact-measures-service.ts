import { sql } from 'drizzle-orm';

/*
 * What "connect", "right party" and "promise" mean of contacts `d`, for every board and report (docs/reports.md). Whether a
 * call's beginning counts: `isNotSuperseded` (disposition-rows-service.ts).
 */

/** Condition on `d`: somebody was reached. */
export const isConnect = sql`d.disposition_class not in ('NOT_CONTACTED', 'SKIP')`;

/** Condition on `d`: the borrower was reached, not somebody who took a message. */
export const isRightParty = sql`(${isConnect} and d.code not in ('LEFT_MESSAGE', 'FIELD_MET_OTHER'))`;

/** Condition on `d`: it ended in a promise to pay. */
export const isPromise = sql`d.disposition_class = 'PTP'`;

/** What was promised on `d`. */
export const promisedAmount = sql`case when ${isPromise} then coalesce(d.promise_amount, 0) else 0 end`;
