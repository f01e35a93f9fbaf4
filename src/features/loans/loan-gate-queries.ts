import { loanCalls } from '../../../contract/loan-calls.ts';
import type { LoanDetail } from '../../../contract/loan.ts';
import type { ShownGate } from '../../components/contact-gate-words.ts';
import { useRightNow } from '../../components/figure.tsx';
import { newId } from '../../offline/id.ts';
import { contactStanding } from '../../offline/contact-standing.ts';
import { callKey } from '../../data/call-query.ts';
import { useHeld } from '../../data/read-query.ts';
import { claimContact } from '../../remote/contact-gate-client.ts';

const TICK_MS = 15_000;

/** The gate before a call or a WhatsApp message from a loan's page. */
export interface LoanGate {
  /** Null: no rules came with the loan, the server alone decides. */
  shown: ShownGate | null;
  /** Claims the contact; null: go ahead, otherwise what the gate said. Rejects when the server can not be asked. */
  claim: (overrideReason?: string) => Promise<ShownGate | null>;
}

/** Whether the loan's borrower may be contacted now; looked at again as time goes by. */
export function useLoanGate(loan: LoanDetail, channel: 'CALL' | 'WHATSAPP'): LoanGate {
  const held = useHeld(...callKey(loanCalls.getLoan, { params: { id: loan._id } }));
  const at = useRightNow(TICK_MS);
  const number = loan.Mobile_Number;
  const shown = contactStanding(loan.contactFacts, { channel, number, at });
  const claim = async (overrideReason?: string) => {
    const { isAllowed, reason, until } = await claimContact({
      attemptId: newId(),
      loanId: loan._id,
      channel,
      number,
      ...(overrideReason !== undefined && { overrideReason }),
    });
    // It counts from now on, and may be the last for today.
    await held.readAgain();
    return isAllowed ? null : { ...(shown ?? NO_FIGURES), reason, until };
  };
  return { shown, claim };
}

const NO_FIGURES = { today: 0, perDay: null, week: 0, perWeek: null, to: '24:00' };
