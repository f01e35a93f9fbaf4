import { sql } from 'drizzle-orm';
import type { SettlementLevel } from '../../contract/settlement-authority.ts';
import type { SettlementStep } from '../../contract/settlement-machine.ts';
import { levelOf } from '../../contract/settlement-authority.ts';
import { isRestructuring } from '../../contract/settlement-following.ts';
import type { SettlementAction, SettlementTerms } from '../../contract/settlement.ts';
import type { Actor } from '../access/actor.ts';
import { addDays } from '../clock.ts';
import type { Command } from '../command.ts';
import type { Db } from '../database/connection.ts';
import { settlementEvents } from '../database/tables/settlements.ts';
import { newId } from '../ids.ts';
import { attributePayments } from '../payments/attribution-service.ts';
import type { SettlementRow } from './settlement-rows.ts';

/** What is written of one thing done. */
export interface SettlementChange {
  readonly action: SettlementAction;
  readonly step: SettlementStep;
  readonly remarks?: string | undefined;
  /** Other terms; absent: those that stand. */
  readonly terms?: SettlementTerms | undefined;
  readonly paidAmount?: number;
}

interface Recorded extends Pick<SettlementRow, '_id' | 'revision' | 'dueAmount'> {
  readonly settlementStatus: SettlementRow['settlementStatus'] | null;
}

/** Keeps what was done, with the terms after it. */
export async function recordEvent(
  tx: Db,
  actor: Actor | null,
  { _id: settlementId, revision, dueAmount, settlementStatus: fromState }: Recorded,
  change: Omit<SettlementChange, 'terms'> & { terms: SettlementTerms },
): Promise<void> {
  const { offeredAmount, validUntil, instalments } = change.terms;
  const level: SettlementLevel | null = actor === null ? null : levelOf(actor.role);
  await tx.insert(settlementEvents).values({
    id: newId(),
    settlementId,
    revision,
    action: change.action,
    fromState,
    toState: change.step.state,
    actorId: actor?.userId ?? null,
    actorRole: actor?.role ?? null,
    level,
    remarks: change.remarks ?? null,
    offeredAmount,
    waiverAmount: dueAmount - offeredAmount,
    validUntil,
    instalments,
    paidAmount: change.paidAmount ?? 0,
  });
  await followOthers(tx, settlementId);
}

/** Whose the money of a loan is depends on which of its settlements are open: those with their letter are followed anew. */
async function followOthers(tx: Db, settlementId: string): Promise<void> {
  await tx.execute(sql`update settlements s set is_stale = true from settlements own
    where own.id = ${settlementId} and s.loan_id = own.loan_id and s.id <> own.id and s.letter_at is not null
      and s.state <> 'REJECTED' and not s.is_stale`);
}

/** The terms that stand. */
export const termsOf = (row: SettlementRow): SettlementTerms => ({
  kind: row.kind,
  offeredAmount: row.offeredAmount,
  validUntil: row.validUntil,
  instalments: row.instalments,
});

/** The day on which days that pass end a settlement that has no letter yet. */
export const endOfOffer = (validUntil: string): string => addDays(validUntil, 1);

/**
 * Writes a step of a locked settlement: what stands now, what was done, the audit. Whoever waits anew waits from now on.
 */
export async function writeStep(
  { tx, audit }: Command,
  actor: Actor | null,
  row: SettlementRow,
  change: SettlementChange,
): Promise<void> {
  const { step, action } = change;
  const terms = change.terms ?? termsOf(row);
  const revision = row.revision + 1;
  const isOver = step.waitsFor === null;
  const isNewTurn = step.waitsFor !== row.waitsFor || change.terms !== undefined;
  const letterAt = row.letterAt !== null || action === 'ISSUE_LETTER';
  // What never stood: nothing is paid under it.
  const isGone = isOver && !letterAt;
  const isBinding = action === 'ISSUE_LETTER' || action === 'ACTIVATE';
  await tx.execute(sql`update settlements s set state = ${step.state}, waits_for = ${step.waitsFor},
      waits_since = case when ${isNewTurn} then clock_timestamp() else s.waits_since end, kind = ${terms.kind},
      offered_amount = ${terms.offeredAmount}, due_amount = ${row.dueAmount}, valid_until = ${terms.validUntil},
      instalments = ${JSON.stringify(terms.instalments)}::jsonb,
      is_restructuring = ${isRestructuring(row.offeredOn, terms)}, maker_id = ${step.makerId},
      maker_level = ${step.makerLevel}, countered_by = ${step.counteredBy}, is_delegated = ${step.isDelegated},
      letter_at = case when ${action === 'ISSUE_LETTER'} then coalesce(s.letter_at, now()) else s.letter_at end,
      handed_over_at = case when ${action === 'ACTIVATE'} then now() else s.handed_over_at end,
      judge_on = ${isGone ? null : endOfOffer(terms.validUntil)}::date,
      paid_amount = case when ${isGone} then 0 else s.paid_amount end,
      is_stale = s.is_stale or ${isBinding},
      bounced_told = case when ${change.terms !== undefined} then 0 else s.bounced_told end,
      reminded_at = case when ${isNewTurn} then null else s.reminded_at end, revision = ${revision}, updated_at = now()
    where s.id = ${row._id}`);
  // What was paid before the letter came may be its proposer's from now on.
  if (isBinding) await attributePayments(tx, [row.loanId]);
  await recordEvent(
    tx,
    actor,
    { ...row, revision },
    { ...change, terms, paidAmount: row.paidAmount },
  );
  audit({
    action: `settlement.${action.toLowerCase()}`,
    entity: 'settlement',
    entityId: row._id,
    details: { loanId: row.loanId, state: step.state, offeredAmount: terms.offeredAmount },
  });
}
