import { sql } from 'drizzle-orm';
import { isRestructuring } from '../../contract/settlement-following.ts';
import { firstStep } from '../../contract/settlement-machine.ts';
import { refusalSentence } from '../../contract/refusal-words.ts';
import { rupeesText } from '../../contract/rupees.ts';
import { authorityFor, limitsOf } from '../../contract/settlement-rule.ts';
import type { RuledLoan } from '../../contract/settlement-rule.ts';
import { MOST_INSTALMENTS, OPEN_SETTLEMENT_STATES } from '../../contract/settlement.ts';
import type {
  SettlementLimits,
  SettlementProposal,
  SettlementTerms,
} from '../../contract/settlement.ts';
import { fieldProblem } from '../../contract/errors.ts';
import { wireDay } from '../../contract/values.ts';
import type { Actor } from '../access/actor.ts';
import { loansAtHandOf } from '../access/scope.ts';
import { workableLoan } from '../access/workable-loan.ts';
import type { WorkableLoan } from '../access/workable-loan.ts';
import { workedAt } from '../access/work-origin.ts';
import type { WorkOrigin } from '../access/work-origin.ts';
import {
  announceFiles,
  attachStoredFiles,
  hasOtherFiles,
} from '../attached-files/attached-file-service.ts';
import type { StoredUpload } from '../attached-files/attached-file-service.ts';
import { addDays, businessDay, isoInstant } from '../clock.ts';
import type { Command } from '../command.ts';
import type { Db } from '../database/connection.ts';
import { settlements } from '../database/tables/settlements.ts';
import { againstRules, conflict, notFound } from '../errors.ts';
import { calledFraud, ruleColumns } from './settlement-authority.ts';
import type { RuleColumns } from './settlement-authority.ts';
import { tellOfStanding } from './settlement-notices.ts';
import { endOfOffer, recordEvent } from './settlement-writing.ts';

const openStates = sql.param([...OPEN_SETTLEMENT_STATES]);

interface OfferedLoan extends RuleColumns, RuledLoan, Record<string, unknown> {
  loanNumber: string;
  clientId: string;
  managerId: string | null;
  collectorId: string | null;
  fieldAgentId: string | null;
  status: string;
  dueAmount: number | null;
  unverifiedAmount: number;
  principalAmount: number | null;
  interestAmount: number | null;
  chargesAmount: number | null;
  loanAmount: number | null;
  isFlagged: boolean;
  coolingUntil: string | null;
}

/** The loan with its client's rules. */
async function readOffered(tx: Db, loanId: string): Promise<OfferedLoan> {
  const { rows } = await tx.execute<OfferedLoan>(sql`
    select l.loan_number as "loanNumber", l.client_id as "clientId", l.manager_id as "managerId",
      l.collector_id as "collectorId", l.field_agent_id as "fieldAgentId", l.status, l.total_due_amount as "dueAmount",
      l.unverified_amount as "unverifiedAmount",
      l.principal_outstanding as "principalAmount", l.interest_outstanding as "interestAmount",
      l.penalty_amount as "chargesAmount", l.loan_amount as "loanAmount", l.product as "Product", l.bucket as "Bucket",
      ${calledFraud} as "isFlagged",
      (select max(s.cooling_until) from settlements s where s.loan_id = l.id and s.state = 'FULFILLED') as "coolingUntil",
      ${ruleColumns(sql`l.client_id`)}
    from loans l left join settlement_rules r on r.client_id = l.client_id where l.id = ${loanId}`);
  const [loan] = rows;
  if (!loan) throw notFound('This loan');
  return loan;
}

/** So many days after the first instalment the last one can be due: as many months as there can be instalments. */
const LONGEST_DAYS = MOST_INSTALMENTS * 31;

/** Refuses terms that nobody could approve: no waiver, a day that is over, or one too far away. Throws 422. */
export function refuseBadTerms(
  terms: SettlementTerms,
  { dueAmount, validDays }: { dueAmount: number; validDays: number },
  today: string,
): void {
  if (terms.offeredAmount >= dueAmount)
    throw againstRules(
      'NOTHING_WAIVED',
      `${rupeesText(dueAmount)} is due. A settlement is for less: offer less, or take a promise to pay.`,
      [fieldProblem('offeredAmount', 'offer-above-due')],
    );
  if (terms.validUntil < today)
    throw againstRules('DAY_OVER', 'Choose a day that is not over.', [
      fieldProblem('validUntil', 'day-is-over'),
    ]);
  if (terms.validUntil > addDays(today, validDays))
    throw againstRules('VALID_TOO_LONG', `An offer is valid for at most ${validDays} days.`, [
      fieldProblem('validUntil', 'too-late-a-day'),
    ]);
  const [first] = terms.instalments;
  const last = terms.instalments.at(-1);
  if (first !== undefined && first.dueOn < today)
    throw againstRules('DAY_OVER', 'Choose a day that is not over.', [
      fieldProblem('instalments.0.dueOn', 'day-is-over'),
    ]);
  if (last !== undefined && last.dueOn > addDays(today, validDays + LONGEST_DAYS))
    throw againstRules(
      'DAY_TOO_LATE',
      'The last instalment is too far away. Choose earlier days.',
      [fieldProblem(`instalments.${terms.instalments.length - 1}.dueOn`, 'too-late-a-day')],
    );
}

interface OpenRow extends Record<string, unknown> {
  _id: string;
  Proposed_By: string;
  proposedAt: string;
  settlementStatus: (typeof OPEN_SETTLEMENT_STATES)[number];
}

async function findOpen(tx: Db, loanId: string): Promise<SettlementLimits['open']> {
  const { rows } = await tx.execute<OpenRow>(sql`select s.id as "_id", u.full_name as "Proposed_By",
      s.proposed_at as "proposedAt", s.state as "settlementStatus"
    from settlements s join users u on u.id = s.proposed_by
    where s.loan_id = ${loanId} and s.state = any(${openStates}::text[])`);
  const [row] = rows;
  return row === undefined ? null : { ...row, proposedAt: isoInstant(row.proposedAt) };
}

/** What a proposer sees before saving. Throws 404 when the actor does not see the loan. */
export async function readLimits(
  db: Db,
  actor: Actor,
  loanId: string,
  today: string,
): Promise<SettlementLimits> {
  const seen = await db.execute(
    sql`select 1 from loans l where l.id = ${loanId} and ${loansAtHandOf(actor)}`,
  );
  if (seen.rows.length === 0) throw notFound('This loan');
  const loan = await readOffered(db, loanId);
  const dueAmount = loan.dueAmount ?? 0;
  return {
    dueAmount,
    unverifiedAmount: loan.unverifiedAmount,
    limits: limitsOf(authorityFor(loan, loan), { ...loan, dueAmount }),
    lastValidDay: addDays(today, loan.validDays),
    coolingUntil: loan.coolingUntil,
    open: await findOpen(db, loanId),
  };
}

/** What is due. Throws 422 when there is nothing to settle. */
function dueToSettle({ dueAmount, status, loanNumber }: OfferedLoan): number {
  if (dueAmount !== null && dueAmount > 1 && status === 'ACTIVE') return dueAmount;
  throw againstRules(
    'NOTHING_DUE',
    `Nothing is due on loan ${loanNumber} any more: there is nothing to settle.`,
  );
}

/** What proposing needs beside the transaction. */
interface Proposing {
  readonly businessTz: string;
  readonly origin: WorkOrigin;
  readonly uploads?: readonly StoredUpload[];
}

/**
 * Whether a proposal of this id was stored before. Throws 409 when it says something else, is another person's, or, sent at
 * once, has other files: those of delivered work its payload's hash covers.
 */
async function isRepeat(
  tx: Db,
  actor: Actor,
  input: SettlementProposal,
  { origin, uploads = [] }: Proposing,
): Promise<boolean> {
  const { rows } = await tx.execute<{ is_same: boolean }>(sql`
    select (s.proposed_by = ${actor.userId} and s.loan_id = ${input.loanId} and s.reason = ${input.reason}
      and e.offered_amount = ${input.offeredAmount} and e.valid_until = ${input.validUntil}
      and e.instalments = ${JSON.stringify(input.instalments)}::jsonb
      and coalesce(s.remarks, '') = ${input.remarks ?? ''}) as is_same
    from settlements s join settlement_events e on e.settlement_id = s.id and e.action = 'PROPOSE'
    where s.id = ${input._id}`);
  const [row] = rows;
  if (row === undefined) return false;
  const place = { settlementId: input._id };
  const files = { announced: input.files ?? [], uploads };
  if (!row.is_same || (origin.opId === null && (await hasOtherFiles(tx, place, files))))
    throw conflict(
      'OTHER_CONTENT',
      'This was already saved with other content or other files. Propose it anew.',
    );
  return true;
}

async function refuseSecond(
  tx: Db,
  loan: OfferedLoan,
  loanId: string,
  today: string,
): Promise<void> {
  const open = await findOpen(tx, loanId);
  if (open !== null)
    throw conflict(
      'SETTLEMENT_OPEN',
      refusalSentence('settlement-open', { loan: loan.loanNumber, name: open.Proposed_By }),
      open,
    );
  if (loan.coolingUntil !== null && loan.coolingUntil > today)
    throw againstRules(
      'COOLING_PERIOD',
      refusalSentence('cooling-period', { loan: loan.loanNumber, day: wireDay(loan.coolingUntil) }),
    );
}

/** The loan that a proposal is for. Throws 404 (not the actor's loan), 422 when it is over. */
export async function proposedLoan(
  tx: Db,
  actor: Actor,
  { loanId }: Pick<SettlementProposal, 'loanId'>,
  origin: WorkOrigin,
): Promise<WorkableLoan> {
  return workableLoan(tx, actor, { loanId, at: workedAt(origin), origin });
}

/**
 * Stores a proposal once, with its documents: it waits for the first level that may approve it. Throws 404 (not the actor's
 * loan), 409 SETTLEMENT_OPEN or OTHER_CONTENT, 422 for terms that nobody could approve.
 */
export async function proposeSettlement(
  { tx, audit }: Command,
  actor: Actor,
  input: SettlementProposal,
  proposing: Proposing,
): Promise<void> {
  const { businessTz, origin, uploads = [] } = proposing;
  const at = workedAt(origin);
  const { loanId } = await proposedLoan(tx, actor, input, origin);
  const place = { settlementId: input._id, loanId };
  const isNew = !(await isRepeat(tx, actor, input, proposing));
  if (!isNew) return announceFiles(tx, actor, place, input.files ?? []);
  const loan = await readOffered(tx, loanId);
  const offeredOn = businessDay(businessTz, at);
  await refuseSecond(tx, loan, loanId, businessDay(businessTz));
  const dueAmount = dueToSettle(loan);
  const { isFlagged, loanAmount } = loan;
  // As the borrower heard it: an offer that ran out on its way ends by itself, with what was said in it.
  refuseBadTerms(input, { dueAmount, validDays: loan.validDays }, offeredOn);
  const { offeredAmount, validUntil, instalments, kind } = input;
  const step = firstStep(authorityFor(loan, loan), actor, {
    dueAmount,
    offeredAmount,
    isFlagged,
    loanAmount,
  });
  const terms = { kind, offeredAmount, validUntil, instalments };
  await tx.insert(settlements).values({
    id: input._id,
    loanId,
    clientId: loan.clientId,
    ...step,
    ...terms,
    dueAmount,
    principalAmount: loan.principalAmount,
    interestAmount: loan.interestAmount,
    chargesAmount: loan.chargesAmount,
    reason: input.reason,
    remarks: input.remarks ?? null,
    proposedBy: actor.userId,
    proposedAt: at.toISOString(),
    offeredOn,
    isFlagged,
    isRestructuring: isRestructuring(offeredOn, terms),
    graceDays: loan.ruleGraceDays,
    judgeOn: endOfOffer(validUntil),
    opId: origin.opId,
  });
  const made = { _id: input._id, revision: 1, dueAmount, settlementStatus: null };
  await recordEvent(tx, actor, made, { action: 'PROPOSE', step, terms, remarks: input.remarks });
  await announceFiles(tx, actor, place, input.files ?? []);
  await attachStoredFiles(tx, actor, place, uploads);
  await tellOfStanding(
    tx,
    actor,
    { ...loan, _id: input._id, loanId, offeredAmount, proposedById: actor.userId },
    step,
  );
  const details = { loanId, offeredAmount, dueAmount, waitsFor: step.waitsFor };
  audit({ action: 'settlement.propose', entity: 'settlement', entityId: input._id, details });
}
