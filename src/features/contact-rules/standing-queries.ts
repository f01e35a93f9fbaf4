import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallAnswer, CallInput } from '../../../contract/call.ts';
import { contactGateCalls } from '../../../contract/contact-gate.ts';
import { server } from '../../remote/session-client.ts';
import { storedUser } from '../../remote/stored-user.ts';

const { addContactHold, addAvoidTime, blockNumber, endContactHold } = contactGateCalls;
const { unblockNumber, endAvoidTime, setBorrowerZone } = contactGateCalls;

/** What stands on a loan about contacts with its borrower. */
export type Standing = CallAnswer<typeof contactGateCalls.readContactStanding>;

/** What stands against contacts with a loan's borrower. */
export function useStanding(loanId: string) {
  return useQuery({
    queryKey: ['contact-rules', 'standing', loanId],
    queryFn: ({ signal }) =>
      server.call(contactGateCalls.readContactStanding, { params: { id: loanId } }, { signal }),
  });
}

const ALLOWED = {
  hold: addContactHold.roles,
  endHold: endContactHold.roles,
  avoid: addAvoidTime.roles,
  wrongNumber: blockNumber.roles,
  freeNumber: unblockNumber.roles,
  zone: setBorrowerZone.roles,
  decide: contactGateCalls.decideException.roles,
} as const satisfies Record<string, readonly string[]>;

/** Whether the person logged in may change what stands on a loan; the server checks again. */
export function mayWithStanding(action: keyof typeof ALLOWED): boolean {
  const role = storedUser()?.role;
  const allowed: readonly string[] = ALLOWED[action];
  return role !== undefined && allowed.includes(role);
}

/** A change of what stands on a loan; all that is shown of the loan is read again, whatever screen shows it. */
function useChange<Given>(loanId: string, change: (given: Given) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () =>
      client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(loanId) }),
  });
}

/** Holds contacts with the borrower. */
export const useAddHold = (loanId: string) =>
  useChange(loanId, (body: CallInput<typeof addContactHold>['body']) =>
    server.call(addContactHold, { body }),
  );

/** Ends a hold, with the reason. */
export const useEndHold = (loanId: string) =>
  useChange(loanId, ({ id, note }: { id: string; note: string }) =>
    server.call(endContactHold, { params: { id }, body: { note } }),
  );

/** Notes when the borrower asked to be left alone. */
export const useAddAvoidTime = (loanId: string) =>
  useChange(loanId, (body: CallInput<typeof addAvoidTime>['body']) =>
    server.call(addAvoidTime, { body }),
  );

/** The borrower no longer asks for it. */
export const useEndAvoidTime = (loanId: string) =>
  useChange(loanId, (id: string) => server.call(endAvoidTime, { params: { id } }));

/** A number is not the borrower's. */
export const useMarkWrong = (loanId: string) =>
  useChange(loanId, (body: CallInput<typeof blockNumber>['body']) =>
    server.call(blockNumber, { body }),
  );

/** A number is the borrower's after all. */
export const useFreeNumber = (loanId: string) =>
  useChange(loanId, (id: string) => server.call(unblockNumber, { params: { id } }));

/** Sets the borrower's time zone; null: that of the lender's rules. */
export const useSetZone = (loanId: string) =>
  useChange(loanId, (timeZone: string | null) =>
    server.call(setBorrowerZone, { params: { id: loanId }, body: { timeZone } }),
  );
