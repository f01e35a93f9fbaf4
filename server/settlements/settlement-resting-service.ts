import { sql } from 'drizzle-orm';
import { waitOf } from '../../contract/settlement-machine.ts';
import { authorityFor } from '../../contract/settlement-rule.ts';
import type {
  SettlementClosing,
  SettlementState,
  SettlementWait,
} from '../../contract/settlement.ts';
import type { Db } from '../database/connection.ts';
import { standingOf } from './settlement-rows.ts';
import type { SettlementRow } from './settlement-rows.ts';
import { endOfOffer } from './settlement-writing.ts';

/*
 * Offers without their letter rest while nobody works their loan: there is nobody to hand a letter to, so nobody is asked to
 * decide. They are closed with the loan; when it comes back within their days they stand where they stood.
 */

/** Where an offer without its letter stands by now. */
export interface OfferStanding {
  readonly state: SettlementState;
  readonly waitsFor: SettlementWait | null;
  readonly closing: SettlementClosing | null;
}

/** The state in which it was closed with its loan. */
async function stateBefore(tx: Db, { _id }: SettlementRow): Promise<SettlementState | null> {
  const { rows } = await tx.execute<{ state: SettlementState | null }>(sql`
    select e.from_state as state from settlement_events e where e.settlement_id = ${_id} and e.action = 'FOLLOW'
    order by e.revision desc limit 1`);
  return rows[0]?.state ?? null;
}

/** What days, dues and the end of its loan make of an offer without its letter; null: nothing. */
export async function offerNow(
  tx: Db,
  row: SettlementRow,
  today: string,
): Promise<OfferStanding | null> {
  const { settlementStatus: before, validUntil, dueNow, isWorked } = row;
  const isResting = before === 'WITHDRAWN';
  const over = { waitsFor: null, closing: null };
  if (dueNow !== null && dueNow <= 0)
    return { ...over, state: 'WITHDRAWN', closing: isResting ? null : 'NOTHING_DUE' };
  if (validUntil < today) return { ...over, state: isResting ? 'WITHDRAWN' : 'EXPIRED' };
  if (isWorked !== isResting) return null;
  if (!isWorked) return { ...over, state: 'WITHDRAWN', closing: 'LOAN_ENDED' };
  const state = await stateBefore(tx, row);
  if (state === null) return null;
  const waitsFor = waitOf(authorityFor(row, row), { ...standingOf(row), state });
  return { state, waitsFor, closing: null };
}

/** Keeps where an offer stands. Closed with its loan it is followed until its last day, as it was. */
export async function storeOffer(
  tx: Db,
  row: SettlementRow,
  { state, waitsFor, closing }: OfferStanding,
): Promise<void> {
  const isFollowed = waitsFor !== null || closing === 'LOAN_ENDED';
  await tx.execute(sql`update settlements s set state = ${state}, waits_for = ${waitsFor},
      waits_since = case when ${waitsFor !== null} then clock_timestamp() else s.waits_since end,
      judge_on = ${isFollowed ? endOfOffer(row.validUntil) : null}::date, paid_amount = 0, reminded_at = null, is_stale = false,
      revision = s.revision + ${state === row.settlementStatus ? 0 : 1}::int, updated_at = now()
    where s.id = ${row._id}`);
}

/** Offers of loans that ended or came back are followed within seconds. */
export async function followOffersOf(tx: Db, loanIds: readonly string[]): Promise<void> {
  await tx.execute(sql`update settlements s set is_stale = true
    where s.loan_id = any(${sql.param(loanIds)}::uuid[]) and s.letter_at is null and s.judge_on is not null`);
}
