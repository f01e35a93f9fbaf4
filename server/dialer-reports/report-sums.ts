import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallWork, SeatTimes } from '../../contract/dialer-report.ts';

/** Sums of spans as the database gives them, whole seconds. */
export interface TimesRow {
  readonly wait: number | null;
  readonly talk: number | null;
  readonly dead: number | null;
  readonly wrap_up: number | null;
  readonly paused: number | null;
  readonly breaks: Record<string, number> | null;
}

/** Sums of calls and outcomes as the database gives them. */
export interface WorkRow {
  readonly calls: number | null;
  readonly leads: number | null;
  readonly connects: number | null;
  readonly abandoned: number | null;
  readonly sheet_calls: number | null;
  readonly sheet_talk: number | null;
  readonly sheet_wrap_up: number | null;
  readonly promises: number | null;
  readonly promise_amount: number | null;
  readonly claimed: number | null;
}

/** What the time of `spans` went into, a row per `keys` (columns; null: one row of all). */
export function timesBy(keys: SQL | null): SQL {
  const list = keys === null ? sql`` : sql`${keys},`;
  const outer = keys === null ? sql`` : sql`group by ${keys}`;
  return sql`select ${list}
      coalesce(sum(seconds) filter (where state in ('READY', 'QUEUE')), 0)::int as wait,
      coalesce(sum(seconds) filter (where state in ('INCALL', 'DEAD')), 0)::int as talk,
      coalesce(sum(seconds) filter (where state = 'DEAD'), 0)::int as dead,
      coalesce(sum(seconds) filter (where state = 'DISPO'), 0)::int as wrap_up,
      coalesce(sum(seconds) filter (where state = 'BREAK'), 0)::int as paused,
      jsonb_object_agg(coalesce(break_reason, 'lunch'), seconds)
        filter (where state = 'BREAK' and seconds > 0) as breaks
    from (select ${list} state, break_reason, sum(seconds)::int as seconds from spans
      group by ${list} state, break_reason) part ${outer}`;
}

const isPromise = sql`disposition_class = 'PTP'`;

/** Promises and amounts of a table of outcomes. */
export const promiseSums = sql`(count(*) filter (where ${isPromise}))::int as promises,
  coalesce(sum(promise_amount) filter (where ${isPromise}), 0)::bigint as promise_amount,
  sum(claimed)::bigint as claimed`;

/** How many calls of which kind. */
export const callSums = sql`count(*)::int as calls, count(loan_id)::int as leads,
  (count(*) filter (where is_connect))::int as connects,
  (count(*) filter (where result = 'ABANDONED'))::int as abandoned,
  (count(*) filter (where source = 'SHEET'))::int as sheet_calls,
  coalesce(sum(talk_seconds) filter (where source = 'SHEET'), 0)::int as sheet_talk,
  coalesce(sum(wrapup_seconds) filter (where source = 'SHEET'), 0)::int as sheet_wrap_up`;

/** The times of an answer. */
export function toTimes(row: TimesRow): SeatTimes {
  const { wait, talk, dead, paused } = row;
  const wrapUp = row.wrap_up ?? 0;
  return {
    loggedInSeconds: (wait ?? 0) + (talk ?? 0) + wrapUp + (paused ?? 0),
    waitSeconds: wait ?? 0,
    talkSeconds: talk ?? 0,
    deadSeconds: dead ?? 0,
    customerTalkSeconds: (talk ?? 0) - (dead ?? 0),
    wrapUpSeconds: wrapUp,
    afterCallSeconds: wrapUp + (dead ?? 0),
    breakSeconds: paused ?? 0,
    breaks: row.breaks ?? {},
  };
}

const average = (seconds: number, calls: number): number | null =>
  calls === 0 ? null : Math.round(seconds / calls);

/** The work of an answer, without claims for a lender's people; averages divide by the calls that had a lead, sheets' talk and wrap-up among them. */
export function toWork(row: WorkRow, times: SeatTimes, isLenders: boolean): CallWork {
  const leads = row.leads ?? 0;
  const sheetTalk = row.sheet_talk ?? 0;
  return {
    callCount: row.calls ?? 0,
    leadCallCount: leads,
    connectCount: row.connects ?? 0,
    sheetCallCount: row.sheet_calls ?? 0,
    sheetTalkSeconds: sheetTalk,
    promiseCount: row.promises ?? 0,
    promiseAmount: row.promise_amount ?? 0,
    claimed: isLenders ? null : (row.claimed ?? 0),
    averageTalkSeconds: average(times.customerTalkSeconds + sheetTalk, leads),
    averageAfterCallSeconds: average(times.afterCallSeconds + (row.sheet_wrap_up ?? 0), leads),
  };
}
