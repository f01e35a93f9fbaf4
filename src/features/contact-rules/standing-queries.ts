import type { CallAnswer } from '../../../contract/call.ts';
import { contactGateCalls as gate } from '../../../contract/contact-gate.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { mayCall } from '../../data/may-call.ts';

/** What stands on a loan about contacts with its borrower. */
export type Standing = CallAnswer<typeof gate.readContactStanding>;

/** What stands against contacts with a loan's borrower. */
export function useStanding(loanId: string) {
  return useCallQuery(gate.readContactStanding, { params: { id: loanId } });
}

const CALLS = {
  hold: gate.addContactHold,
  endHold: gate.endContactHold,
  avoid: gate.addAvoidTime,
  wrongNumber: gate.blockNumber,
  freeNumber: gate.unblockNumber,
  zone: gate.setBorrowerZone,
  decide: gate.decideException,
} as const;

/** Whether the person logged in may change what stands on a loan; the server checks again. */
export const mayWithStanding = (action: keyof typeof CALLS): boolean => mayCall(CALLS[action]);
