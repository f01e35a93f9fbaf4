import type { BodyOf, CallAnswer } from '../../../contract/call.ts';
import { contactGateCalls as gate } from '../../../contract/contact-gate.ts';
import { useCommand } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { mayCall } from '../../data/may-call.ts';
import { server } from '../../remote/session-client.ts';

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

/** A change of what stands on a loan; all that is shown of the loan is read again, whatever screen shows it. */
const useChange = <Given>(loanId: string, send: (given: Given) => Promise<unknown>) =>
  useCommand(send, { changes: ['contact-rules', { id: loanId }] });

/** Holds contacts with the borrower. */
export const useAddHold = (loanId: string) =>
  useChange(loanId, (body: BodyOf<typeof gate.addContactHold>) =>
    server.call(gate.addContactHold, { body }),
  );

/** Ends a hold, with the reason. */
export const useEndHold = (loanId: string) =>
  useChange(loanId, ({ id, note }: { id: string; note: string }) =>
    server.call(gate.endContactHold, { params: { id }, body: { note } }),
  );

/** Notes when the borrower asked to be left alone. */
export const useAddAvoidTime = (loanId: string) =>
  useChange(loanId, (body: BodyOf<typeof gate.addAvoidTime>) =>
    server.call(gate.addAvoidTime, { body }),
  );

/** The borrower no longer asks for it. */
export const useEndAvoidTime = (loanId: string) =>
  useChange(loanId, (id: string) => server.call(gate.endAvoidTime, { params: { id } }));

/** A number is not the borrower's. */
export const useMarkWrong = (loanId: string) =>
  useChange(loanId, (body: BodyOf<typeof gate.blockNumber>) =>
    server.call(gate.blockNumber, { body }),
  );

/** A number is the borrower's after all. */
export const useFreeNumber = (loanId: string) =>
  useChange(loanId, (id: string) => server.call(gate.unblockNumber, { params: { id } }));

/** Sets the borrower's time zone; null: that of the lender's rules. */
export const useSetZone = (loanId: string) =>
  useChange(loanId, (timeZone: string | null) =>
    server.call(gate.setBorrowerZone, { params: { id: loanId }, body: { timeZone } }),
  );
