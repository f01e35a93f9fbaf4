import { comparableNumber } from '../../../contract/contact-rules.ts';
import type { LoanDetail } from '../../../contract/loan.ts';
import type { ShownGate } from '../../components/contact-gate-words.ts';
import { useRightNow } from '../../components/figure.tsx';
import { useHeld, useReadQuery } from '../../data/read-query.ts';
import { telLink } from '../../lib/phone.ts';
import { contactStanding } from '../../offline/contact-standing.ts';
import { askLeave, readLeave } from '../../remote/contact-gate-client.ts';
import { useLoanHistory } from './field-loan-queries.ts';

const TICK_MS = 30_000;
/** How often a phone with a network looks whether its manager has decided. */
const LOOK_MS = 15_000;

/** What the gate says of the ways to reach a borrower, by what this phone knows. */
export interface FieldGate {
  call: ShownGate;
  visit: ShownGate;
  whatsApp: ShownGate;
  /** Asks the manager for an exception to call; needs a network. */
  ask: (reason: string) => Promise<unknown>;
}

/** Whether a number is known not to be the borrower's, or as one that nobody may reach, by what came with the loan. */
export const isShutNumber = (loan: LoanDetail, number: string | null): boolean => {
  const digits = comparableNumber(number);
  const known = loan.contactFacts?.numbers ?? [];
  return known.some((each) => each.number === digits && each.endedAt === null);
};

/** The number to call and to write to: the first that is not known as wrong; the first of all when each is. */
export function numberToReach(loan: LoanDetail): string | null {
  const own = [loan.Mobile_Number, loan.Alternate_Mobile_Number].filter(
    (number) => telLink(number) !== null,
  );
  return own.find((number) => !isShutNumber(loan, number)) ?? own[0] ?? null;
}

/** Whether a borrower may be contacted now, without a network too; null when no rules came with the loan. */
export function useFieldGate(loan: LoanDetail): FieldGate | null {
  const at = useRightNow(TICK_MS);
  const own = useLoanHistory(loan._id).data?.map(({ disposition }) => disposition) ?? [];
  const number = numberToReach(loan);
  const facts = loan.contactFacts;
  const call = contactStanding(facts, { channel: 'CALL', number, at }, own);
  const visit = contactStanding(facts, { channel: 'VISIT', at }, own);
  const whatsApp = contactStanding(facts, { channel: 'WHATSAPP', number, at });
  const key = ['field-loan', loan._id, 'leave'];
  const held = useHeld(...key);
  const leave = useReadQuery({
    key,
    read: (signal) => readLeave(loan._id, 'CALL', signal),
    enabled: call !== null && call.reason !== null,
    everyMs: LOOK_MS,
    isTriedOnce: true,
  });
  if (call === null || visit === null || whatsApp === null) return null;
  const ask = async (reason: string) => {
    await askLeave(loan._id, 'CALL', reason);
    await held.readAgain();
  };
  return { call: { ...call, ...(call.reason !== null && leave.data) }, visit, whatsApp, ask };
}
