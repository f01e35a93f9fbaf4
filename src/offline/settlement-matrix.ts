import { authorityFor, limitsOf, settlementRuleCalls } from '../../contract/settlement-rule.ts';
import type { SettlementLimits } from '../../contract/settlement.ts';
import { server } from '../remote/session-client.ts';
import { keeperOfAnswers, readKeptAnswer } from './kept-answers.ts';
import { readLoan } from './loan-index.ts';
import { openedVault } from './vault.ts';
import { waitingWork } from './waiting-work.ts';

const CALL = settlementRuleCalls.listSettlementMatrix;
/** Clients change their rules rarely, and the server judges by its own: read again after this, milliseconds. */
const FRESH_MS = 900_000;

/** Fetches who may approve which waiver, unless it was just fetched. Throws the client's errors. */
export async function refreshSettlementMatrix(): Promise<void> {
  const kept = await readKeptAnswer(CALL.name);
  if (kept !== null && Math.abs(Date.now() - kept.at) < FRESH_MS) return;
  const keep = keeperOfAnswers();
  await keep(CALL.name, await server.call(CALL, {}, { isBackground: true }));
}

/** What is due on a loan of this device and the least that each level can approve of it; no limits: never fetched here. */
export interface KeptLimits extends Pick<
  SettlementLimits,
  'dueAmount' | 'unverifiedAmount' | 'limits'
> {
  /** A proposal of one's own waits here to be sent: the server takes no second one. */
  isProposed: boolean;
}

/** The limits of a loan without a network; null: the loan is not on this device. */
export async function keptLimits(loanId: string): Promise<KeptLimits | null> {
  const loan = (await readLoan(loanId))?.loan ?? null;
  if (loan === null) return null;
  const dueAmount = loan.Total_Due_Amount ?? 0;
  // Whether the lender's file calls it fraud the server alone knows.
  const offered = { dueAmount, loanAmount: loan.Loan_Amount, isFlagged: false };
  const kept = CALL.answer.safeParse((await readKeptAnswer(CALL.name))?.answer);
  const rules = kept.success ? kept.data.data : [];
  const matrix = rules.find((one) => one.Client_Name === loan.Client_Name);
  const work = (await waitingWork(openedVault())).get(loanId) ?? [];
  return {
    isProposed: work.some(
      ({ call, state }) =>
        call === 'proposeSettlement' && (state === 'queued' || state === 'sending'),
    ),
    dueAmount,
    unverifiedAmount: loan.Unverified_Amount ?? 0,
    limits: matrix === undefined ? [] : limitsOf(authorityFor(matrix, loan), offered),
  };
}
