import type { LoanDetail } from '../../../contract/loan.ts';
import { isGateOpen } from '../../components/contact-gate-words.ts';
import type { ShownGate } from '../../components/contact-gate-words.ts';
import { useRightNow } from '../../components/figure.tsx';
import { useHeld, useReadQuery } from '../../data/read-query.ts';
import { contactStanding } from '../../offline/contact-standing.ts';
import { askLeave, claimContact, readLeave } from '../../remote/contact-gate-client.ts';
import { RefusedError } from '../../remote/call-errors.ts';
import { storedUser } from '../../remote/stored-user.ts';
import { DESK_KEY, deskLoan } from './call-desk-queries.ts';

const TICK_MS = 15_000;
/** How often a desk looks whether its manager has decided. */
const LOOK_MS = 10_000;
/** A call is not kept waiting longer for the server's word: the desk's own has to do. */
const PATIENCE_MS = 4_000;

/** The gate before a call from the desk. */
export interface DeskGate {
  /** Null: no rules came with the loan, the server alone decides. */
  shown: ShownGate | null;
  isOpen: boolean;
  /** Asks the manager for an exception. */
  ask: (reason: string) => Promise<unknown>;
  /** A manager contacts against a rule with its own reason; others ask for an exception. */
  mayOverride: boolean;
  /** Claims the call; null: go ahead, otherwise what the gate said. Throws what the server refuses: 409 for a used id. */
  claim: (attemptId: string, overrideReason?: string) => Promise<ShownGate | null>;
}

/** Whether the loan's borrower may be called at a number now; looked at again as time goes by. */
export function useDeskGate(
  loan: LoanDetail,
  number: string | null,
  attemptId: string | null,
): DeskGate {
  const at = useRightNow(TICK_MS);
  const standing = contactStanding(loan.contactFacts, {
    channel: 'CALL',
    number,
    at,
    ...(attemptId !== null && { attemptId }),
  });
  const mayOverride = storedUser()?.role === 'MANAGER';
  const key = [DESK_KEY, 'leave', loan._id];
  const isShut = standing !== null && standing.reason !== null;
  const held = useHeld(...key);
  const heldLoan = useHeld(...deskLoan(loan._id).key);
  const leave = useReadQuery({
    key,
    read: (signal) => readLeave(loan._id, 'CALL', signal),
    // What a manager gave others is not its own leave.
    enabled: isShut && !mayOverride,
    everyMs: LOOK_MS,
  });
  const shown = standing === null ? null : { ...standing, ...(isShut && leave.data) };
  const isOpen = shown === null || isGateOpen(shown);
  const ask = async (reason: string) => {
    await askLeave(loan._id, 'CALL', reason);
    await held.readAgain();
  };
  const claim = async (id: string, overrideReason?: string) => {
    const asked = { attemptId: id, loanId: loan._id, channel: 'CALL' as const, number };
    // Without the server's word nobody goes past a rule: then the error says why not.
    const answer =
      overrideReason === undefined
        ? await inTime(claimContact(asked))
        : await claimContact({ ...asked, overrideReason });
    if (answer === null || answer.isAllowed) return null;
    await heldLoan.readAgain();
    const { reason, until } = answer;
    return { ...(standing ?? NO_FIGURES), reason, until };
  };
  return { shown, isOpen, ask, mayOverride, claim };
}

const NO_FIGURES = { today: 0, perDay: null, week: 0, perWeek: null, to: '24:00' };

/** The server itself said no; nothing else may stand for its word. */
export const isServersNo = (error: unknown): error is RefusedError =>
  error instanceof RefusedError && error.status < 500;

/** What a claim that got no answer comes to. */
function unanswered(error: unknown): null {
  if (isServersNo(error)) throw error;
  return null;
}

/**
 * An answer, or null when none comes in time: without a network the desk goes by its own rules. Throws what the server
 * refuses.
 */
async function inTime<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  const late = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), PATIENCE_MS);
  });
  return Promise.race([asked.catch(unanswered), late]);
}
