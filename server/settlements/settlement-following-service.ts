import { sql } from 'drizzle-orm';
import { followSettlement } from '../../contract/settlement-following.ts';
import type { CountedPayment, Followed } from '../../contract/settlement-following.ts';
import { OPEN_SETTLEMENT_STATES } from '../../contract/settlement.ts';
import type { SettlementState } from '../../contract/settlement.ts';
import { addDays } from '../clock.ts';
import type { Command } from '../command.ts';
import type { Db } from '../database/connection.ts';
import { newId } from '../ids.ts';
import { closeLoans, reopenLoans } from '../loan-closures/loan-closing-service.ts';
import { refreshDues } from '../payments/due-service.ts';
import { tellOfStanding } from './settlement-notices.ts';
import { settlementColumns, settlementJoins } from './settlement-rows.ts';
import type { SettlementRow } from './settlement-rows.ts';
import { recordEvent, termsOf } from './settlement-writing.ts';

const isOpen = (state: SettlementState): boolean =>
  (OPEN_SETTLEMENT_STATES as readonly SettlementState[]).includes(state);

/** Payments that count towards a settlement `s`: made since the offer, posted since it came. */
export async function countedPayments(tx: Db, settlementId: string): Promise<CountedPayment[]> {
  const { rows } = await tx.execute<{ paidOn: string; amount: number }>(sql`
    select p.paid_on as "paidOn", p.amount from settlements s join payments p on p.loan_id = s.loan_id
    where s.id = ${settlementId} and p.reversed_at is null and p.paid_on >= s.offered_on and p.created_at > s.created_at
    order by p.paid_on, p.id`);
  return rows;
}

/** What came of a settlement by now. */
export const followedOf = (
  row: SettlementRow,
  payments: readonly CountedPayment[],
  today: string,
): Followed =>
  followSettlement({
    terms: row,
    payments,
    today,
    graceDays: row.graceDays,
    isHandedOver: row.handedOverAt !== null,
  });

/** Nothing is collected under a settlement while another of its loan is open: what stands stays. */
async function isSucceeded(tx: Db, row: SettlementRow): Promise<boolean> {
  const { rows } = await tx.execute(sql`select 1 from settlements o where o.loan_id = ${row.loanId}
    and o.id <> ${row._id} and o.state = any(${sql.param([...OPEN_SETTLEMENT_STATES])}::text[])`);
  return rows.length > 0;
}

async function store(
  tx: Db,
  row: SettlementRow,
  followed: Pick<Followed, 'state' | 'paidAmount' | 'instalments'>,
  today: string,
): Promise<void> {
  const { state, paidAmount, instalments } = followed;
  const isFollowed = isOpen(state);
  const next = isFollowed
    ? instalments.find(({ standing }) => standing === 'DUE' || standing === 'PART')
    : undefined;
  const isChanged = state !== row.settlementStatus;
  const cooling =
    state === 'FULFILLED'
      ? sql`(${today}::date + make_interval(months => ${row.coolingMonths}))::date`
      : sql`null`;
  await tx.execute(sql`update settlements s set state = ${state}, waits_for = ${isFollowed ? 'PAYMENT' : null},
      paid_amount = ${paidAmount}, next_due_on = ${next?.dueOn ?? null}::date,
      next_amount = ${next === undefined ? null : next.amount - next.paidAmount}::bigint,
      judge_on = ${next === undefined ? null : addDays(next.dueOn, row.graceDays + 1)}::date, is_stale = false,
      waived_amount = case when ${state} = 'FULFILLED' then coalesce(s.waived_amount, greatest(l.total_due_amount, 0), 0) end,
      fulfilled_at = case when ${state} = 'FULFILLED' then coalesce(s.fulfilled_at, clock_timestamp()) end,
      fulfilled_on = case when ${state} = 'FULFILLED' then coalesce(s.fulfilled_on, ${today}::date) end,
      cooling_until = case when ${state} = 'FULFILLED' then coalesce(s.cooling_until, ${cooling}) end,
      revision = s.revision + ${isChanged ? 1 : 0}::int, updated_at = now()
    from loans l where l.id = s.loan_id and s.id = ${row._id}`);
}

/** The loan follows its settlement: with it paid the rest is written off and the loan ends; else the due stands again. */
async function followLoan(
  command: Command,
  row: SettlementRow,
  state: SettlementState,
): Promise<void> {
  const { tx } = command;
  const { loanId } = row;
  await refreshDues(tx, [loanId]);
  if (state === 'FULFILLED')
    await closeLoans(command, null, { loanIds: [loanId], reason: 'SETTLED', commandId: newId() });
  else if (row.settlementStatus === 'FULFILLED') {
    const { rows } = await tx.execute(
      sql`select 1 from loans l where l.id = ${loanId} and l.status = 'SETTLED'`,
    );
    if (rows.length > 0) await reopenLoans(command, null, { loanIds: [loanId] });
  }
}

async function followOne(command: Command, row: SettlementRow, today: string): Promise<void> {
  const { tx, audit } = command;
  const before = row.settlementStatus;
  const followed =
    row.letterAt === null
      ? {
          state: isOpen(before) && row.validUntil < today ? ('EXPIRED' as const) : before,
          paidAmount: row.paidAmount,
          instalments: [],
        }
      : followedOf(row, await countedPayments(tx, row._id), today);
  const { state } = followed;
  if (row.letterAt === null && state === before) return;
  const comesBack = !isOpen(before) && before !== 'FULFILLED' && state !== before;
  if (comesBack && (await isSucceeded(tx, row))) {
    await tx.execute(
      sql`update settlements set is_stale = false, judge_on = null where id = ${row._id}`,
    );
    return;
  }
  await store(tx, row, followed as Followed, today);
  if (state === before) return;
  if (state === 'FULFILLED' || before === 'FULFILLED') await followLoan(command, row, state);
  const revision = row.revision + 1;
  const { makerId, makerLevel, counteredBy, offeredAmount, isDelegated } = row;
  const waitsFor = isOpen(state) ? ('PAYMENT' as const) : null;
  const step = { state, waitsFor, makerId, makerLevel, counteredBy, offeredAmount, isDelegated };
  await recordEvent(
    tx,
    null,
    { ...row, revision },
    {
      action: state === 'EXPIRED' ? 'EXPIRE' : 'FOLLOW',
      step,
      terms: termsOf(row),
      paidAmount: followed.paidAmount,
    },
  );
  await tellOfStanding(tx, null, row, step);
  const details = { loanId: row.loanId, from: before, to: state, paidAmount: followed.paidAmount };
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
    where s.loan_id = ${among} and s.state not in ('REJECTED', 'WITHDRAWN')
      and (s.letter_at is not null or s.judge_on is not null)
    order by s.proposed_at desc, s.id`);
  for (const row of rows) await followOne(command, row, today);
}
