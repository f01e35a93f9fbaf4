import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { decideContacts } from '../contact-gate/contact-gate-service.ts';
import { comparableNumberSql } from '../database/comparable-number-sql.ts';
import type { Db } from '../database/connection.ts';
import type { Telephony } from '../telephony/telephony-service.ts';
import { endCall, wrapUpDead } from './call-ending.ts';
import { lockLiveCall, readLiveCalls } from './call-rows.ts';
import { asHolder } from './lease.ts';
import type { Lease } from './lease.ts';
import { calledByHand } from '../contact-gate/hand-call-service.ts';
import { isDoneWith } from './lead-picking.ts';
import type { Placing } from './lead-picking.ts';
import { endLostCall } from './take-over.ts';

/** An agent whose borrower hung up is in wrap-up after so long, though it never hung up itself; seconds. */
const DEAD_SECONDS = 5;
/** Beyond its time to ring, a call without a word from the exchange is lost; seconds. */
const LATE_SECONDS = 15;
const LONGEST_RING_SECONDS = 90;
/** Decisions are kept so long. */
const KEPT_DAYS = 30;
/** Rules that were changed so short a time ago are looked for; longer than the time between two looks, seconds. */
const CHANGED_SECONDS = 180;

/** Leads whose loan is over, is being paid off by a settlement, or was said to be paid or disputed after the list was made, are not called any more. */
export async function stopLeads(db: Db, lease: Lease): Promise<void> {
  await asHolder(db, lease, (tx) =>
    tx.execute(sql`
      update campaign_leads d set state = 'STOPPED',
        stop_reason = case when l.status <> 'ACTIVE' then l.status
          when l.settlement_state in ('LETTER_ISSUED', 'ACTIVE') then 'SETTLEMENT' else l.disposition_class end
      from loans l, campaign_lists i, campaigns c
      where l.id = d.loan_id and i.id = d.list_id and c.id = d.campaign_id and c.state = 'RUNNING' and d.state = 'READY'
        and ${isDoneWith}`),
  );
}

/**
 * Leads that the gate put off wait no longer when what stood against them was changed meanwhile: the lender's rules, a hold, a
 * time to avoid, a number, the borrower's time zone. `isAll`: nobody knows what was changed since the last look.
 */
export async function wakeLeads(db: Db, lease: Lease, isAll: boolean): Promise<void> {
  const since = sql`now() - make_interval(secs => ${CHANGED_SECONDS})`;
  const ended = (table: SQL, isMeant = sql`x.loan_id = d.loan_id`) =>
    sql`exists (select 1 from ${table} x where ${isMeant} and x.ended_at > ${since})`;
  await asHolder(db, lease, (tx) =>
    tx.execute(sql`
      update campaign_leads d set next_at = now()
      from loans l join clients c on c.id = l.client_id left join contact_policies p on p.client_id = c.id
      where l.id = d.loan_id and d.state = 'READY' and d.stop_reason is not null and d.next_at > now()
        and (${isAll} or greatest(c.updated_at, p.updated_at) > ${since}
          or ${ended(sql`contact_holds`)} or ${ended(sql`contact_avoid_times`)}
          or ${ended(sql`contact_numbers`, sql`x.number = ${comparableNumberSql('d.number')}`)}
          or exists (select 1 from contact_zones z where z.loan_id = d.loan_id and z.updated_at > ${since}))`),
  );
}

/** Agents who look at a dead line for too long begin their wrap-up. */
export async function wrapUpDeadLines(db: Db, lease: Lease, speed: number): Promise<void> {
  const { rows } = await db.execute<{ call_id: string }>(sql`select call_id from agent_spans
    where ended_at is null and state = 'DEAD' and call_id is not null
      and started_at < clock_timestamp() - make_interval(secs => ${DEAD_SECONDS / speed})`);
  for (const { call_id: callId } of rows) await asHolder(db, lease, (tx) => wrapUpDead(tx, callId));
}

/** Calls whose agent is not in them any more: logged out, its browser gone. */
async function leftCalls(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`select c.id from dialer_calls c
    where c.source = 'ENGINE' and c.state = 'CONNECTED' and not exists (select 1 from agent_spans s
      where s.user_id = c.agent_id and s.ended_at is null and s.call_id = c.id)`);
  return rows.map(({ id }) => id);
}

interface RingingRow extends Record<string, unknown> {
  id: string;
  loan_id: string;
  number: string;
  /** The rule against which it was allowed all the same; null: none. */
  overridden: string | null;
  /** Somebody calls the borrower by hand, or the lead would not be called any more: its list, its campaign or its loan. */
  is_given_up: boolean;
}

/**
 * Calls that ring though the gate forbids them by now (paid, recalled, held, blocked, the hours over), though somebody calls the
 * borrower by hand, or though their list was switched off or removed or their campaign ended, ring no longer.
 */
export async function cutForbidden(
  { db, lease, businessTz }: Placing,
  telephony: Telephony,
): Promise<void> {
  const { rows } =
    await db.execute<RingingRow>(sql`select c.id, c.loan_id, c.number, a.reason as overridden,
      (${calledByHand(sql`c.loan_id`, sql`c.number`)} or not i.is_active or m.state = 'ENDED' or ${isDoneWith})
        is true as is_given_up
    from dialer_calls c left join contact_attempts a on a.id = c.id
      left join campaign_leads d on d.id = c.lead_id left join campaign_lists i on i.id = d.list_id
      left join campaigns m on m.id = c.campaign_id left join loans l on l.id = c.loan_id
    where c.source = 'ENGINE' and c.state = 'DIALING' and c.loan_id is not null`);
  const asks = rows.map(({ id: attemptId, loan_id: loanId, number }) => ({
    attemptId,
    loanId,
    number,
    channel: 'DIALER' as const,
  }));
  const answers = await decideContacts(db, asks, businessTz);
  for (const [place, { id, overridden, is_given_up: isGivenUp }] of rows.entries()) {
    const reason = answers[place]?.reason ?? null;
    if ((reason === null || reason === overridden) && !isGivenUp) continue;
    const isCut = await asHolder(db, lease, async (tx) => {
      const call = await lockLiveCall(tx, id);
      if (call?.state !== 'DIALING') return false;
      await endCall(tx, call, { result: 'CANCELLED', at: new Date(), agentState: 'DISPO' });
      return true;
    });
    if (isCut) await telephony.hangUp(id);
  }
}

/** What one look at calls and lines found out of place; what is so at two looks is put right. */
export interface OutOfPlace {
  readonly callsWithoutLine: ReadonlySet<string>;
  readonly linesWithoutCall: ReadonlySet<string>;
}

/** Before the first look. */
export const NOTHING_OUT_OF_PLACE: OutOfPlace = {
  callsWithoutLine: new Set(),
  linesWithoutCall: new Set(),
};

/**
 * Holds our calls against the exchange's lines: a call without a line, one that rings without end and one that its agent
 * left are ended, a line without a call is given up (a dropped call's message may still play at the first look). `earlier`
 * is the last look; returns this one.
 */
export async function compareWithLines(
  db: Db,
  lease: Lease,
  telephony: Telephony,
  earlier: OutOfPlace,
): Promise<OutOfPlace> {
  // Calls first: one that is placed in between has its line by the time the lines are read.
  const calls = await readLiveCalls(db);
  const lines = await telephony.liveCalls();
  const live = new Set(calls.map(({ id }) => id));
  const hasLine = new Set(lines);
  const callsWithoutLine = new Set([...live].filter((id) => !hasLine.has(id)));
  const linesWithoutCall = new Set(lines.filter((id) => !live.has(id)));
  const tooLong = calls.filter(
    ({ state, placedSeconds }) =>
      state === 'DIALING' && placedSeconds > LONGEST_RING_SECONDS + LATE_SECONDS,
  );
  const lost = new Set([
    ...[...callsWithoutLine].filter((id) => earlier.callsWithoutLine.has(id)),
    ...tooLong.map(({ id }) => id),
    ...(await leftCalls(db)),
  ]);
  for (const id of lost) await endLostCall(db, lease, id);
  const strays = [...linesWithoutCall].filter((id) => earlier.linesWithoutCall.has(id));
  for (const id of strays) await telephony.hangUp(id);
  return { callsWithoutLine, linesWithoutCall };
}

/** Removes decisions older than 30 days. */
export async function forgetOldDecisions(db: Db): Promise<void> {
  await db.execute(
    sql`delete from pacing_decisions where at < now() - make_interval(days => ${KEPT_DAYS})`,
  );
}
