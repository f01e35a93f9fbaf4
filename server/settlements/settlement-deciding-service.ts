import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type {
  agencyDecisionSchema,
  clientDecisionSchema,
} from '../../contract/settlement-calls.ts';
import { refusalSentence } from '../../contract/refusal-words.ts';
import type { RefusalWord } from '../../contract/refusal-words.ts';
import { rupeesText } from '../../contract/rupees.ts';
import { authorityFor } from '../../contract/settlement-rule.ts';
import { settlementStep } from '../../contract/settlement-machine.ts';
import type {
  SettlementAsk,
  SettlementRefusal,
  SettlementStep,
} from '../../contract/settlement-machine.ts';
import type { SettlementClosing, SettlementTerms } from '../../contract/settlement.ts';
import { wireDay } from '../../contract/values.ts';
import type { Actor } from '../access/actor.ts';
import { businessDay, isoInstant } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { againstRules, conflict, notAllowed } from '../errors.ts';
import type { CallError } from '../errors.ts';
import { hasDecider } from './settlement-deciders-service.ts';
import { followSettlements, moneyOf } from './settlement-following-service.ts';
import type { SettlementMoney } from './settlement-following-service.ts';
import { remindNext, tellOfStanding } from './settlement-notices.ts';
import { refuseBadTerms } from './settlement-proposing-service.ts';
import { lockSettlement, standingOf } from './settlement-rows.ts';
import type { SettlementRow } from './settlement-rows.ts';
import { writeStep } from './settlement-writing.ts';

type Decision = z.output<typeof agencyDecisionSchema> | z.output<typeof clientDecisionSchema>;

/** Why a step is not taken, in words. */
const WHY: Readonly<Record<SettlementRefusal, RefusalWord>> = {
  NOT_YOUR_TURN: 'not-your-turn',
  OWN_TERMS: 'own-terms',
  BEYOND_LIMIT: 'beyond-limit',
  NOT_NOW: 'not-now',
  TERMS_MISSING: 'terms-missing',
};

const offerOver = (validUntil: string): CallError =>
  againstRules('OFFER_OVER', refusalSentence('offer-over', { day: wireDay(validUntil) }));

/** The same words whether the end of an offer was noted already or not. */
function refusal(code: SettlementRefusal, row: SettlementRow): CallError {
  if (code === 'NOT_NOW' && row.settlementStatus === 'EXPIRED') return offerOver(row.validUntil);
  const sentence = refusalSentence(WHY[code], {});
  return code === 'NOT_YOUR_TURN' ? notAllowed(sentence, code) : againstRules(code, sentence);
}

/** The step, or a refusal. Throws 403 NOT_YOUR_TURN, 422. */
export function stepOrRefuse(row: SettlementRow, actor: Actor, ask: SettlementAsk): SettlementStep {
  const outcome = settlementStep(authorityFor(row, row), standingOf(row), actor, ask);
  if (outcome.step === null) throw refusal(outcome.refusal, row);
  return outcome.step;
}

interface Changed extends Record<string, unknown> {
  /** Null: a payment, a day or its loan. */
  name: string | null;
  at: string;
  remarks: string | null;
}

/** Who changed it last since a revision; null: nobody did, a reminder changes nothing. */
async function changedSince(
  tx: Db,
  { _id }: SettlementRow,
  revision: number,
): Promise<Changed | null> {
  const { rows } = await tx.execute<Changed>(sql`
    select u.full_name as name, e.at, e.remarks from settlement_events e left join users u on u.id = e.actor_id
    where e.settlement_id = ${_id} and e.revision > ${revision} and e.action <> 'NUDGE'
    order by e.revision desc limit 1`);
  return rows[0] ?? null;
}

/** Throws 422 when the loan is over. */
function refuseUnworked({ isWorked }: SettlementRow): void {
  if (isWorked) return;
  throw againstRules('DUE_IS_LESS', refusalSentence('loan-not-worked', {}));
}

/** Throws 422 when the borrower owes no more than the offer by now: there is nothing to waive. */
function refuseOvertaken({ offeredAmount }: SettlementRow, { owedAmount }: SettlementMoney): void {
  if (owedAmount !== null && owedAmount > offeredAmount) return;
  const due = rupeesText(Math.max(owedAmount ?? 0, 0));
  throw againstRules('DUE_IS_LESS', refusalSentence('due-is-less', { due }));
}

/**
 * Throws 422 when the terms are no longer what they were made as: their last day is over, or money that was counted as paid
 * bounced, so that more would be waived than anybody sees.
 */
export function refuseOutdated(
  { validUntil, settlementStatus }: SettlementRow,
  { shift }: SettlementMoney,
  today: string,
): void {
  if (validUntil < today) throw offerOver(validUntil);
  if (shift <= 0) return;
  const word = settlementStatus === 'APPROVED_BY_CLIENT' ? 'due-is-more-approved' : 'due-is-more';
  throw againstRules('DUE_IS_MORE', refusalSentence(word, { amount: rupeesText(shift) }));
}

interface LastEvent extends Record<string, unknown> {
  actorId: string | null;
  action: string;
  remarks: string | null;
  offeredAmount: number;
  validUntil: string;
  hasSameDays: boolean;
}

/** Whether this very decision was taken: its answer got lost, or the button was pressed twice. */
async function isRepeat(
  tx: Db,
  actor: Actor,
  row: SettlementRow,
  { revision, action, remarks, terms }: Decision,
): Promise<boolean> {
  if (row.revision !== revision + 1) return false;
  const { rows } = await tx.execute<LastEvent>(sql`
    select e.actor_id as "actorId", e.action, e.remarks, e.offered_amount as "offeredAmount",
      e.valid_until as "validUntil", e.instalments = ${JSON.stringify(terms?.instalments ?? [])}::jsonb as "hasSameDays"
    from settlement_events e where e.settlement_id = ${row._id} and e.revision = ${row.revision}`);
  const [last] = rows;
  if (last === undefined || last.actorId !== actor.userId || last.action !== action) return false;
  const hasTerms =
    terms === undefined ||
    (last.offeredAmount === terms.offeredAmount &&
      last.validUntil === terms.validUntil &&
      last.hasSameDays);
  return hasTerms && (last.remarks ?? '') === (remarks ?? '');
}

/** What closed it, in words. */
const CLOSED: ReadonlyMap<string, RefusalWord> = new Map<SettlementClosing, RefusalWord>([
  ['LOAN_ENDED', 'closed-with-loan'],
  ['NOTHING_DUE', 'closed-nothing-due'],
]);

/** Throws 409 STALE_SETTLEMENT, saying what happened, when the settlement is no longer the one that was decided on. */
async function refuseStale(tx: Db, row: SettlementRow, revision: number): Promise<void> {
  const changed = await changedSince(tx, row, revision);
  if (changed === null && revision <= row.revision) return;
  const name = changed?.name ?? null;
  const byNobody = CLOSED.get(changed?.remarks ?? '') ?? 'paid-meanwhile';
  throw conflict(
    'STALE_SETTLEMENT',
    refusalSentence(name === null ? byNobody : 'decided-meanwhile', { name: name ?? '' }),
    {
      changedBy: name,
      changedAt: changed && isoInstant(changed.at),
      revision: row.revision,
      settlementStatus: row.settlementStatus,
    },
  );
}

/** Other terms are a new offer: what they waive is measured by what is owed by now. */
const rebased = (row: SettlementRow, { owedAmount }: SettlementMoney): SettlementRow =>
  owedAmount === null ? row : { ...row, dueAmount: owedAmount };

/** Throws 422 when other terms are those that stand, of the same due: they would only send it to the other side once more. */
function refuseSameTerms(terms: SettlementTerms, row: SettlementRow, now: SettlementRow): void {
  const { offeredAmount, validUntil, instalments, dueAmount } = row;
  const isSame =
    terms.offeredAmount === offeredAmount &&
    terms.validUntil === validUntil &&
    now.dueAmount === dueAmount &&
    terms.instalments.length === instalments.length &&
    terms.instalments.every(
      ({ dueOn, amount }, at) =>
        instalments[at]?.dueOn === dueOn && instalments[at].amount === amount,
    );
  if (isSame) throw againstRules('SAME_TERMS', refusalSentence('same-terms', {}));
}

/** A reminder that nobody can read is none: says so. Throws 422 NOBODY_TO_REMIND. */
async function refuseNobody(tx: Db, { clientId, Client_Name, waitsFor }: SettlementRow) {
  if (!(await hasDecider(tx, clientId, waitsFor)))
    throw againstRules(
      'NOBODY_TO_REMIND',
      refusalSentence('nobody-to-remind', { client: Client_Name }),
    );
}

/** Reminds the client, at most once in an hour. Throws 422 NUDGED_LATELY, NOBODY_TO_REMIND. */
async function noteNudge(command: Command, actor: Actor, row: SettlementRow): Promise<void> {
  if (!row.isDelegated || row.waitsFor !== 'LETTER') await refuseNobody(command.tx, row);
  const { rows } = await command.tx.execute(sql`update settlements s
    set nudge_count = s.nudge_count + 1, nudged_at = now()
    where s.id = ${row._id} and coalesce(s.nudged_at < now() - interval '1 hour', true) returning s.id`);
  if (rows.length === 0) throw againstRules('NUDGED_LATELY', refusalSentence('nudged-lately', {}));
  await remindNext(command.tx, actor, row, row.waitsFor);
}

/** The settlement that other terms or an approval are about, when they can be. Throws 422. */
async function judged(
  tx: Db,
  row: SettlementRow,
  { action, terms }: Decision,
  today: string,
): Promise<SettlementRow> {
  if (action !== 'APPROVE' && action !== 'COUNTER') return row;
  refuseUnworked(row);
  const money = await moneyOf(tx, row, today);
  if (action === 'APPROVE') {
    refuseOvertaken(row, money);
    refuseOutdated(row, money, today);
    return row;
  }
  const now = rebased(row, money);
  if (terms !== undefined) {
    refuseBadTerms(terms, now, today);
    refuseSameTerms(terms, row, now);
  }
  return now;
}

/**
 * Decides about a settlement: what the machine allows, on the revision that was seen; the same decision again changes nothing.
 * Throws 403, 404, 409 STALE_SETTLEMENT, 422.
 */
export async function decideSettlement(
  { db, settings }: Context,
  actor: Actor,
  decision: Decision,
): Promise<void> {
  const { _id, revision, action, remarks, terms } = decision;
  const today = businessDay(settings.businessTz);
  await runCommand(db, actor, async (command) => {
    const { tx } = command;
    const found = await lockSettlement(tx, actor, _id);
    if (await isRepeat(tx, actor, found, decision)) return;
    // Its end says more than that it changed.
    if (found.settlementStatus === 'EXPIRED') stepOrRefuse(found, actor, { action, terms });
    await refuseStale(tx, found, revision);
    // Whose turn it is comes before what is due.
    stepOrRefuse(found, actor, { action, terms });
    const row = await judged(tx, found, decision, today);
    const step = stepOrRefuse(row, actor, { action, terms });
    const isCounter = action === 'COUNTER' && terms !== undefined;
    await writeStep(command, actor, row, {
      action,
      step,
      remarks,
      ...(isCounter && { terms }),
    });
    if (action === 'NUDGE') return noteNudge(command, actor, row);
    const told = { ...row, offeredAmount: step.offeredAmount };
    if (action === 'ACTIVATE') await followSettlements(command, [row.loanId], today);
    else await tellOfStanding(tx, actor, told, step);
  });
}
