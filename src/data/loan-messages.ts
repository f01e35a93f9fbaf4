import { messageCalls } from '../../contract/message.ts';
import type { Message } from '../../contract/message.ts';
import { useCallQuery, whileMoving } from './call-query.ts';

/** While something is on its way its state is looked for this often, milliseconds. */
export const LIVE_MS = 3000;

/** Asks again while one of an answer's messages is on its way. */
export const whileOnTheWay = whileMoving<{ data: readonly Pick<Message, 'state'>[] }>(
  LIVE_MS,
  ({ data }) => data.some(({ state }) => state === 'QUEUED' || state === 'SENDING'),
);

/** A loan's messages, newest first; read again by themselves while one is on its way. */
export function useLoanMessages(loanId: string) {
  return useCallQuery(
    messageCalls.listLoanMessages,
    { query: { loanId } },
    { select: ({ data }) => data, refetchInterval: whileOnTheWay },
  );
}
