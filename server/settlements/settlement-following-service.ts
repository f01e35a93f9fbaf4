import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { followSettlement, shiftOf } from '../../contract/settlement-following.ts';
import type { CountedPayment, Followed } from '../../contract/settlement-following.ts';
import { OPEN_SETTLEMENT_STATES } from '../../contract/settlement.ts';
import type {
  SettlementClosing,
  SettlementState,
  SettlementWait,
} from '../../contract/settlement.ts';
import { addDays } from '../clock.ts';
import type { Command } from '../command.ts';
import type { Db } from '../database/connection.ts';
import { newId } from '../ids.ts';
import { closeLoans, reopenLoans } from '../loan-closures/loan-closing-service.ts';
import { dueBeforeWaiver, isAwaitedReceipt, refreshDues } from '../payments/due-service.ts';
import { tellOfBounce, tellOfReturn, tellOfStanding } from './settlement-notices.ts';
import { offerNow, storeOffer } from './settlement-resting-service.ts';
import { settlementColumns, settlementJoins } from './settlement-rows.ts';
import type { SettlementRow } from './settlement-rows.ts';
import { recordEvent, termsOf } from './settlement-writing.ts';

const isOpen = (state: SettlementState): boolean =>
  (OPEN_SETTLEMENT_STATES as readonly SettlementState[]).includes(state);

/** Condition on a payment `p` and a settlement (its alias): it was made since the offer, and posted since that came. */
const isSince = (settlement: SQL): SQL =>
  sql`p.paid_on >= ${settlement}.offered_on and p.created_at > ${settlement}.created_at`;

/** Condition on a payment `p` and a settlement `s`: it counts for `s`, and not for a later one of the loan that is open or has its letter. */
const isCounted = sql`${isSince(sql`s`)} and not exists (select 1 from settlements o where o.loan_id = s.loan_id
  and o.created_at > s.created_at and (o.letter_at is not null or o.waits_for is not null) and ${isSince(sql`o`)})`;

interface MoneyOf extends Record<string, unknown> {
  bouncedAmount: number;
  lateAmount: number;
}

/** What moved of the money before the offer since the terms that stand were set. */
async function olderMoney(tx: Db, settlementId: string): Promise<MoneyOf> {
  const { rows } = await tx.execute<MoneyOf>(sql`
    select coalesce(sum(p.amount) filter (where p.created_at <= x.at and p.reversed_at > x.at), 0)::bigint as "bouncedAmount",
      coalesce(sum(p.amount) filter (where p.created_at > x.at and p.reversed_at is null), 0)::bigint as "lateAmount"
    from settlements s cross join lateral (select coalesce(max(e.at), s.created_at) as at from settlement_events e
        where e.settlement_id = s.id and e.action in ('PROPOSE', 'COUNTER')) x
      join payments p on p.loan_id = s.loan_id and not (${isSince(sql`s`)})
    where s.id = ${settlementId}`);
  return rows[0] ?? { bouncedAmount: 0, lateAmount: 0 };
}

/** What agents took in since the offer, that no payment confirms and one still may. */
async function awaitedReceipts(
  tx: Db,
  settlementId: string,
  today: string,
): Promise<CountedPayment[]> {
  const { rows } = await tx.execute<{ paidOn: string; amount: number }>(sql`
    select r.collected_on as "paidOn", r.amount from settlements s join receipts r on r.loan_id = s.loan_id
    where s.id = ${settlementId} and r.collected_on >= s.offered_on and ${isAwaitedReceipt(today)}
    order by r.collected_on, r.id`);
  return rows;
}

/** The money of a settlement's loan. */
export interface SettlementMoney {
  /** What counts towards it. */
  readonly payments: readonly CountedPayment[];
  /** What agents took in since the offer, of which the bank may still tell. */
  readonly receipted: readonly CountedPayment[];
  /** What would be due now had nothing been paid since the offer; null: nothing is told of it. */
  readonly owedAmount: number | null;
  /** What is due without its write-off. */
  readonly due: number | null;
  /** What is to be paid beside the offer: what bounced of the money before it, or less, where such money came late. */
  readonly shift: number;
  /** What is left to write off, once it is paid; null: what was written off before stands in the lender's figure. */
  readonly leftAmount: number | null;
}

/** Reads the money of a settlement's loan: what counts, and what it is measured against. */
export async function moneyOf(tx: Db, row: SettlementRow, today: string): Promise<SettlementMoney> {
  const { rows: payments } = await tx.execute<{ paidOn: string; amount: number }>(sql`
    select least(p.paid_on, r.collected_on) as "paidOn", p.amount from settlements s join payments p on p.loan_id = s.loan_id
      left join receipts r on r.payment_id = p.id and not r.is_claim
    where s.id = ${row._id} and p.reversed_at is null and ${isCounted}
    order by 1, p.id`);
  const receipted = await awaitedReceipts(tx, row._id, today);
  const { due, isWaivedSince } = await dueBeforeWaiver(tx, row._id);
  const counted = payments.reduce((sum, { amount }) => sum + amount, 0);
  const owedAmount = due === null ? null : due + counted;
  const { dueAmount, offeredAmount } = row;
  const money = { dueAmount, offeredAmount, owedAmount, ...(await olderMoney(tx, row._id)) };
  const isNewWaiver = row.waivedAmount === null || isWaivedSince;
  return {
    payments,
    receipted,
    owedAmount,
    due,
    shift: shiftOf(money),
    leftAmount: isNewWaiver ? Math.max(due ?? 0, 0) : null,
  };
}

/** What closes a settlement that is not paid: nobody is asked for money that is not due, nor for that of a loan taken back. */
function closingOf(row: SettlementRow, due: number | null): SettlementClosing | null {
  if (due !== null && due <= 0) return 'NOTHING_DUE';
  return row.loanStatus === 'WITHDRAWN' || row.loanStatus === 'DELETED' ? 'LOAN_ENDED' : null;
}

/** What came of a settlement by now. */
export const followedOf = (
  row: SettlementRow,
  { payments, receipted, shift, due }: SettlementMoney,
  today: string,
): Followed =>
  followSettlement({
    terms: row,
    shift,
    payments,
    receipted,
    today,
    graceDays: row.graceDays,
    isHandedOver: row.handedOverAt !== null,
    closing: closingOf(row, due),
  });

/** Nothing is collected under a settlement while another of its loan is open, or has settled the loan since this one was made. */
async function isSucceeded(tx: Db, row: SettlementRow): Promise<boolean> {
  const { rows } =
    await tx.execute(sql`select 1 from settlements s join settlements o on o.loan_id = s.loan_id and o.id <> s.id
    where s.id = ${row._id} and (o.state = any(${sql.param([...OPEN_SETTLEMENT_STATES])}::text[])
      or (o.state = 'FULFILLED' and o.fulfilled_at > s.created_at))`);
  return rows.length > 0;
}

interface Standing extends Pick<Followed, 'paidAmount' | 'instalments'> {
  readonly state: SettlementState;
  /** Whose turn it is; null: it is over. */
  readonly waitsFor: SettlementWait | null;
  /** Null unless it is fulfilled. */
  readonly waivedAmount: number | null;
  /** What closed it; null: it is not closed. */
  readonly closing: SettlementClosing | null;
}

async function store(
  tx: Db,
  row: SettlementRow,
  { state, waitsFor, paidAmount, instalments, waivedAmount }: Standing,
  today: string,
): Promise<void> {
  const isFollowed = isOpen(state);
  const unpaid = isFollowed
    ? instalments.filter(({ standing }) => standing === 'DUE' || standing === 'PART')
    : [];
  const lastOn = ({ dueOn }: { readonly dueOn: string }) => addDays(dueOn, row.graceDays);
  // Money that an agent took in is awaited beyond its day, one day after the other; what is asked for is the next.
  const [first] = unpaid;
  const next = unpaid.find((due) => lastOn(due) >= today) ?? first;
  const judgeOn =
    first === undefined ? null : addDays(lastOn(first) > today ? lastOn(first) : today, 1);
  const isChanged = state !== row.settlementStatus || waivedAmount !== row.waivedAmount;
  const cooling =
    state === 'FULFILLED'
      ? sql`(${today}::date + make_interval(months => ${row.coolingMonths}))::date`
      : sql`null`;
  await tx.execute(sql`update settlements s set state = ${state}, waits_for = ${waitsFor},
      reminded_at = case when s.next_due_on is not distinct from ${next?.dueOn ?? null}::date then s.reminded_at end,
      paid_amount = ${paidAmount}, next_due_on = ${next?.dueOn ?? null}::date,
      next_amount = ${next === undefined ? null : next.amount - next.paidAmount}::bigint,
      judge_on = ${judgeOn}::date, is_stale = false,
      waived_amount = ${waivedAmount}::bigint,
      fulfilled_at = case when ${state} = 'FULFILLED' then coalesce(s.fulfilled_at, clock_timestamp()) end,
      fulfilled_on = case when ${state} = 'FULFILLED' then coalesce(s.fulfilled_on, ${today}::date) end,
      cooling_until = case when ${state} = 'FULFILLED' then coalesce(s.cooling_until, ${cooling}) end,
      revision = s.revision + ${isChanged ? 1 : 0}::int, updated_at = now()
    where s.id = ${row._id}`);
}

/**
 * The loan follows its settlement: with it paid the rest is written off and the loan is settled, or paid where nothing is
 * left to write off; else the due stands again, or the loan is paid where its lender says that nothing is due.
 */
async function followLoan(
  command: Command,
  { loanId, settlementStatus }: SettlementRow,
  { state, closing, waivedAmount }: Standing,
): Promise<void> {
  const loanIds = [loanId];
  await refreshDues(command.tx, loanIds);
  const isSettled = state === 'FULFILLED' && waivedAmount !== 0;
  if (!isSettled && settlementStatus === 'FULFILLED') {
    const { rows } = await command.tx.execute(
      sql`select 1 from loans l where l.id = ${loanId} and l.status = 'SETTLED'`,
    );
    if (rows.length === 0) return;
    await reopenLoans(command, null, { loanIds });
  }
  if (state !== 'FULFILLED' && closing !== 'NOTHING_DUE') return;
  const reason = isSettled ? 'SETTLED' : 'PAID';
  await closeLoans(command, null, { loanIds, reason, commandId: newId() });
}

/** What became of a settlement by now; null: of one without its letter, that still stands as it stood. */
async function standingNow(tx: Db, row: SettlementRow, today: string): Promise<Standing | null> {
  const before = row.settlementStatus;
  if (row.letterAt === null) {
    const offer = await offerNow(tx, row, today);
    // Nothing is paid under what never stood.
    return offer && { ...offer, paidAmount: 0, instalments: [], waivedAmount: null };
  }
  const money = await moneyOf(tx, row, today);
  const followed = followedOf(row, money, today);
  const waivedAmount =
    followed.state === 'FULFILLED' ? (money.leftAmount ?? row.waivedAmount) : null;
  // What was closed when its day passed is never called broken: the loan was not there to be paid.
  const isStillClosed =
    before === 'WITHDRAWN' && (followed.state === 'BROKEN' || followed.state === 'EXPIRED');
  const state = isStillClosed ? before : followed.state;
  const closing = state === 'WITHDRAWN' ? (closingOf(row, money.due) ?? 'LOAN_ENDED') : null;
  const waitsFor = isOpen(state) ? 'PAYMENT' : null;
  return { ...followed, state, waitsFor, waivedAmount, closing };
}

/** Before the letter money changes no state, but whoever decides should know what came since the offer, and what bounced: once for each amount. */
async function noteMoney(tx: Db, row: SettlementRow, today: string): Promise<void> {
  const { payments, shift } = await moneyOf(tx, row, today);
  const paid = payments.reduce((sum, { amount }) => sum + amount, 0);
  if (paid !== row.paidAmount)
    await tx.execute(sql`update settlements set paid_amount = ${paid} where id = ${row._id}`);
  const bounced = Math.max(shift, 0);
  if (bounced === row.bouncedTold) return;
  await tx.execute(sql`update settlements set bounced_told = ${bounced} where id = ${row._id}`);
  if (bounced > row.bouncedTold) await tellOfBounce(tx, row, bounced - row.bouncedTold);
}

type People = Pick<SettlementRow, 'collectorId' | 'fieldAgentId' | 'managerId'>;

/** Those who work the loan, or had it when it ended: nobody works it then, and its end is told to them. */
async function withPeople(tx: Db, row: SettlementRow): Promise<SettlementRow> {
  const { rows } = await tx.execute<People & Record<string, unknown>>(sql`
    select coalesce(l.collector_id, c.collector_id) as "collectorId", coalesce(l.manager_id, c.manager_id) as "managerId",
      coalesce(l.field_agent_id, c.field_agent_id) as "fieldAgentId"
    from loans l left join loan_closures c on c.loan_id = l.id and c.reopened_at is null where l.id = ${row.loanId}`);
  const [people] = rows;
  return {
    ...row,
    collectorId: row.collectorId ?? people?.collectorId ?? null,
    fieldAgentId: row.fieldAgentId ?? people?.fieldAgentId ?? null,
    managerId: row.managerId ?? people?.managerId ?? null,
  };
}

/** Tells people what payments and days made of a settlement. */
async function tellFollowed(
  tx: Db,
  row: SettlementRow,
  { state, waitsFor, paidAmount, closing }: Standing,
): Promise<void> {
  const before = row.settlementStatus;
  const told = await withPeople(tx, row);
  if (isOpen(before) && isOpen(state) && paidAmount < row.paidAmount)
    await tellOfBounce(tx, told, row.paidAmount - paidAmount);
  else if (waitsFor !== null && waitsFor !== 'PAYMENT') await tellOfReturn(tx, told, waitsFor);
  else if (state !== before)
    await tellOfStanding(tx, null, told, { state, waitsFor, before, closing });
}

/** What was paid and bounced while another came after it is owed no more under it, but with the loan: it broke. */
const withoutReturn = (now: Standing): Standing =>
  isOpen(now.state) ? { ...now, state: 'BROKEN', waitsFor: null } : now;

async function followOne(command: Command, row: SettlementRow, today: string): Promise<void> {
  const { tx, audit } = command;
  const before = row.settlementStatus;
  const followed = await standingNow(tx, row, today);
  if (followed === null) {
    if (row.waitsFor !== null) await noteMoney(tx, row, today);
    return;
  }
  const isOver = !isOpen(before) && followed.state !== before && (await isSucceeded(tx, row));
  if (isOver && before !== 'FULFILLED') {
    await tx.execute(
      sql`update settlements set is_stale = false, judge_on = null, paid_amount = ${followed.paidAmount} where id = ${row._id}`,
    );
    return;
  }
  const now = isOver ? withoutReturn(followed) : followed;
  const { state, paidAmount } = now;
  await (row.letterAt === null ? storeOffer(tx, row, now) : store(tx, row, now, today));
  if (state === before && now.waivedAmount === row.waivedAmount) {
    await tellFollowed(tx, row, now);
    return;
  }
  if (state === 'FULFILLED' || before === 'FULFILLED') await followLoan(command, row, now);
  const revision = row.revision + 1;
  const { makerId, makerLevel, counteredBy, offeredAmount, isDelegated } = row;
  const { waitsFor } = now;
  const step = { state, waitsFor, makerId, makerLevel, counteredBy, offeredAmount, isDelegated };
  await recordEvent(
    tx,
    null,
    { ...row, revision },
    {
      action: state === 'EXPIRED' ? 'EXPIRE' : 'FOLLOW',
      step,
      terms: termsOf(row),
      paidAmount,
      ...(now.closing !== null && { remarks: now.closing }),
    },
  );
  await tellFollowed(tx, row, now);
  if (row.letterAt === null && waitsFor !== null)
    await noteMoney(tx, { ...row, paidAmount: 0 }, today);
  const details = { loanId: row.loanId, from: before, to: state, paidAmount };
  audit({ action: 'settlement.follow', entity: 'settlement', entityId: row._id, details });
}

/**
 * Follows the settlements of these loans: what payments and days made of them is worked out anew, and loans, dues and people
 * follow. It locks the loans; those that somebody works on wait. Repeating it changes nothing.
 */
export async function followSettlements(
  command: Command,
  loanIds: readonly string[],
  today: string,
): Promise<void> {
  if (loanIds.length === 0) return;
  const among = sql`any(${sql.param(loanIds)}::uuid[])`;
  await command.tx.execute(
    sql`select 1 from loans l where l.id = ${among} order by l.id for no key update of l`,
  );
  await command.tx.execute(
    sql`select 1 from settlements s where s.loan_id = ${among} order by s.id for update of s`,
  );
  const { rows } = await command.tx.execute<SettlementRow>(sql`select ${settlementColumns}
    from settlements s join loans l on l.id = s.loan_id ${settlementJoins}
    where s.loan_id = ${among} and s.state <> 'REJECTED' and (s.letter_at is not null or s.judge_on is not null)
    order by s.proposed_at desc, s.id`);
  for (const row of rows) await followOne(command, row, today);
  await command.tx.execute(
    sql`update settlements set is_stale = false where loan_id = ${among} and is_stale`,
  );
}
