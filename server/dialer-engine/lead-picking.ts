import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { StopReason } from '../../contract/campaign-list.ts';
import type { PacingWhy } from '../../contract/pacing-why.ts';
import { comparableNumber } from '../../contract/contact-rules.ts';
import { claimContact, decideContacts } from '../contact-gate/contact-gate-service.ts';
import type { GateAnswer } from '../contact-gate/contact-gate-service.ts';
import { calledByHand } from '../contact-gate/hand-call-service.ts';
import { comparableNumberSql } from '../database/comparable-number-sql.ts';
import type { Db } from '../database/connection.ts';
import { newId } from '../ids.ts';
import { byBestTime } from '../predictions/best-time-service.ts';
import { orderingChance, scoreJoins } from '../predictions/score-order-service.ts';
import type { CallOrder } from '../telephony/telephony-service.ts';
import { callerIdFor } from './caller-id.ts';
import type { EngineCampaign } from './campaign-rows.ts';
import { asHolder } from './lease.ts';
import type { Lease } from './lease.ts';

/** A lead whose turn it is. */
interface DueLead {
  readonly id: string;
  readonly loanId: string;
  /** Ten digits. */
  readonly number: string;
}

/** What placing works with. */
export interface Placing {
  readonly db: Db;
  readonly lease: Lease;
  readonly businessTz: string;
}

/** Looked at in one go; most of a list may be held back by the gate. */
const LOOKED_AT = 50;
const MOST_ROUNDS = 8;
/** A lead that nobody can say a time for is looked at again after so long. */
const NO_TIME_MINUTES = 30;
/** The number is in another call. */
const BUSY_NUMBER_MINUTES = 2;
/** Whoever works the loan just now goes first. */
const LOCK_WAIT_MS = 1000;

const byPriority = sql`d.priority desc, d.next_at, d.id`;
const leadChance = orderingChance(false);
const alike = sql`partition by ${leadChance} is null`;
/** A waiting time by chance, drawn once per statement. */
const drawn = sql`(select -ln(1 - random()))`;

/**
 * The likeliest to pay first; leads without a chance to go by keep the order of their priority. Each look merges the two
 * as evenly as they are many, from a start by chance: with a fixed start the larger group would always come first, and
 * the smaller one, which may be an experiment's, not before it is used up.
 */
const byChance = sql`(row_number() over (${alike} order by ${leadChance} desc, ${byPriority}) - 1
  + case when ${leadChance} is null then ${drawn} else ${drawn} end) / count(*) over (${alike}), d.id`;

const ordersIn = (zone: string): Readonly<Record<EngineCampaign['leadOrder'], SQL>> => ({
  PRIORITY: byPriority,
  LARGEST_DUE: sql`l.total_due_amount desc nulls last, d.next_at, d.id`,
  OLDEST_DUE: sql`l.due_date asc nulls last, d.next_at, d.id`,
  FEWEST_CALLS: sql`d.attempts, d.next_at, d.id`,
  RANDOM: sql`random()`,
  MOST_LIKELY: byChance,
  BEST_TIME: sql`${byBestTime(zone)}, ${byPriority}`,
});

interface LeadRow extends Record<string, unknown> {
  id: string;
  loan_id: string;
  number: string;
  /** It is one of the loan's numbers yet: they may have been corrected since the list was loaded. */
  is_own: boolean;
}

/**
 * Condition over `loans l` and `campaign_lists i`: the loan is over, is being paid off by a settlement, or was said to be paid or
 * disputed after the list was made.
 */
export const isDoneWith = sql`(l.status <> 'ACTIVE' or coalesce(l.settlement_state, '') in ('LETTER_ISSUED', 'ACTIVE')
  or (coalesce(l.disposition_class, '') in ('PAID', 'DISPUTE') and l.disposition_at > i.created_at))`;

/** The leads of a campaign whose turn it is, in its order. */
export async function dueLeads(
  { db, businessTz }: Pick<Placing, 'db' | 'businessTz'>,
  campaign: EngineCampaign,
  most: number,
): Promise<LeadRow[]> {
  const { rows } = await db.execute<LeadRow>(sql`
    select d.id, d.loan_id, d.number, ${comparableNumberSql('d.number')} in (${comparableNumberSql('l.mobile_number')},
        ${comparableNumberSql('l.alternate_mobile_number')}) is true as is_own
    from campaign_leads d
      join campaign_lists i on i.id = d.list_id and i.is_active
      join loans l on l.id = d.loan_id
      ${campaign.leadOrder === 'MOST_LIKELY' ? scoreJoins : sql``}
    where d.campaign_id = ${campaign.id} and d.state = 'READY' and d.next_at <= now()
      and d.attempts < ${campaign.maxAttempts} and not ${isDoneWith}
      and not exists (select 1 from dialer_calls k where k.loan_id = d.loan_id and k.state <> 'ENDED')
    order by ${ordersIn(businessTz)[campaign.leadOrder]} limit ${most}`);
  return rows;
}

/** Ten digits of an Indian number, or null. */
function dialable(number: string): string | null {
  const digits = comparableNumber(number);
  return digits !== null && /^[2-9]\d{9}$/.test(digits) ? digits : null;
}

/** Puts leads off: until when the gate says, with its reason to be seen. */
async function putOff(
  { db, lease }: Placing,
  leads: readonly { id: string; reason: string | null; until: Date | null }[],
): Promise<void> {
  if (leads.length === 0) return;
  const rows = leads.map(({ id, reason, until }) => ({ id, reason, until }));
  await asHolder(db, lease, (tx) =>
    tx.execute(sql`
      update campaign_leads d set stop_reason = r.reason,
        next_at = greatest(now() + interval '1 minute', coalesce(r.until, now() + make_interval(mins => ${NO_TIME_MINUTES})))
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, reason text, until timestamptz)
      where d.id = r.id and d.state = 'READY'`),
  );
}

async function stopLeads(
  { db, lease }: Placing,
  leads: readonly { id: string; reason: StopReason }[],
): Promise<void> {
  if (leads.length === 0) return;
  await asHolder(db, lease, (tx) =>
    tx.execute(sql`update campaign_leads d set state = 'STOPPED', stop_reason = r.reason
      from jsonb_to_recordset(${JSON.stringify(leads)}::jsonb) as r(id uuid, reason text)
      where d.id = r.id and d.state = 'READY'`),
  );
}

/** The next leads that the gate lets through; those that it doesn't are put off. One for each loan and number. */
async function allowedLeads(placing: Placing, rows: readonly LeadRow[]): Promise<DueLead[]> {
  const leads: DueLead[] = [];
  const stopped: { id: string; reason: StopReason }[] = [];
  const taken = new Set<string>();
  for (const { id, loan_id: loanId, number: given, is_own: isOwn } of rows) {
    const number = dialable(given);
    if (number === null) stopped.push({ id, reason: 'BAD_NUMBER' });
    else if (!isOwn) stopped.push({ id, reason: 'NOT_OF_LOAN' });
    else if (!taken.has(loanId) && !taken.has(number)) {
      taken.add(loanId).add(number);
      leads.push({ id, loanId, number });
    }
  }
  await stopLeads(placing, stopped);
  const asks = leads.map(({ loanId, number }) => ({ loanId, number, channel: 'DIALER' as const }));
  const answers = await decideContacts(placing.db, asks, placing.businessTz);
  const refused = leads.flatMap(({ id }, place) => {
    const answer = answers[place];
    return answer && !answer.isAllowed ? [{ id, reason: answer.reason, until: answer.until }] : [];
  });
  await putOff(placing, refused);
  return leads.filter((_, place) => answers[place]?.isAllowed === true);
}

/** The lead can't be called now: nothing of its transaction stays. */
class NotPlaced extends Error {
  readonly putOff: { reason: string | null; until: Date | null } | null;
  constructor(off: { reason: string | null; until: Date | null } | null) {
    super('The lead is not called now.');
    this.putOff = off;
  }
}

const busyNumber = (): NotPlaced =>
  new NotPlaced({
    reason: 'NUMBER_IN_CALL',
    until: new Date(Date.now() + BUSY_NUMBER_MINUTES * 60_000),
  });

/** Asked after the claim: whoever claims the same at this moment waits for it, or was first. */
async function isCalledByHand(tx: Db, { loanId, number }: DueLead): Promise<boolean> {
  const asked = calledByHand(sql`${loanId}::uuid`, sql`${number}::text`);
  const { rows } = await tx.execute<{ is: boolean }>(sql`select ${asked} as is`);
  return rows[0]?.is ?? false;
}

const refusedBy = ({ reason, until }: GateAnswer): NotPlaced => new NotPlaced({ reason, until });

/**
 * One transaction: the lead is CALLING, the call's row stands, the gate has counted the attempt. The order may go out once
 * it is committed; null when the lead can't be called now.
 */
async function claimLead(
  placing: Placing,
  campaign: EngineCampaign,
  lead: DueLead,
): Promise<CallOrder | null> {
  const callId = newId();
  try {
    return await asHolder(placing.db, placing.lease, async (tx) => {
      await tx.execute(sql.raw(`set local lock_timeout = ${LOCK_WAIT_MS}`));
      const { rows } = await tx.execute<{ attempts: number }>(sql`
        update campaign_leads set state = 'CALLING', attempts = attempts + 1, last_call_at = now(), last_result = null,
          stop_reason = null
        where id = (select id from campaign_leads where id = ${lead.id} and state = 'READY' and next_at <= now()
          for update skip locked) returning attempts`);
      const [taken] = rows;
      if (!taken) throw new NotPlaced(null);
      const callerId = await callerIdFor(tx, campaign, lead.loanId);
      const call = await tx.execute(sql`
        insert into dialer_calls (id, source, campaign_id, lead_id, process_name, loan_id, number, caller_id, state,
          placed_at, engine_epoch)
        select ${callId}, 'ENGINE', c.id, ${lead.id}, c.name, ${lead.loanId}, ${lead.number}, ${callerId}, 'DIALING',
          clock_timestamp(), ${placing.lease.epoch}
        from campaigns c where c.id = ${campaign.id} and c.state = 'RUNNING'
          and not exists (select 1 from dialer_calls k where k.loan_id = ${lead.loanId} and k.state <> 'ENDED')
        on conflict do nothing returning id`);
      if (call.rows.length === 0) throw busyNumber();
      const claim = { loanId: lead.loanId, number: lead.number, channel: 'DIALER' as const };
      const answer = await claimContact(
        tx,
        { ...claim, attemptId: callId, agentId: null },
        placing.businessTz,
      );
      if (!answer.isAllowed) throw refusedBy(answer);
      if (await isCalledByHand(tx, lead)) throw busyNumber();
      return { callId, number: `91${lead.number}`, callerId, ringSeconds: campaign.ringSeconds };
    });
  } catch (error) {
    if (!(error instanceof NotPlaced)) throw error;
    if (error.putOff) await putOff(placing, [{ id: lead.id, ...error.putOff }]);
    return null;
  }
}

/**
 * Claims up to so many leads of a campaign in its order, handing on each order once its transaction is committed. Returns
 * how many. Throws Deposed, and what the database throws.
 */
export async function placeCalls(
  placing: Placing,
  campaign: EngineCampaign,
  wanted: number,
  send: (order: CallOrder) => Promise<void>,
): Promise<number> {
  let placed = 0;
  for (let round = 0; round < MOST_ROUNDS && placed < wanted; round += 1) {
    const rows = await dueLeads(placing, campaign, LOOKED_AT);
    for (const lead of await allowedLeads(placing, rows)) {
      if (placed >= wanted) break;
      const order = await claimLead(placing, campaign, lead);
      if (order === null) continue;
      placed += 1;
      await send(order);
    }
    if (rows.length < LOOKED_AT) break;
  }
  return placed;
}

/** Why none of a campaign's leads is called: there is none, or the next one waits for its turn or for the gate. Null: another reason. */
export async function whyNoLead(db: Db, campaign: EngineCampaign): Promise<PacingWhy | null> {
  const { rows } = await db.execute<{ is_due: boolean; is_refused: boolean }>(sql`
    select d.next_at <= now() as is_due, d.stop_reason is not null as is_refused
    from campaign_leads d join campaign_lists i on i.id = d.list_id and i.is_active join loans l on l.id = d.loan_id
    where d.campaign_id = ${campaign.id} and d.state = 'READY' and d.attempts < ${campaign.maxAttempts}
      and not ${isDoneWith}
    order by d.next_at limit 1`);
  const [next] = rows;
  if (!next) return 'NO_LEADS';
  if (next.is_due) return null;
  return next.is_refused ? 'LEADS_REFUSED' : 'LEADS_WAIT';
}
