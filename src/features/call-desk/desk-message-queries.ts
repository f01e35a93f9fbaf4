import { queryOptions } from '@tanstack/react-query';
import { messageCalls } from '../../../contract/message.ts';
import { server } from '../../remote/session-client.ts';

const ON_THE_WAY: ReadonlySet<string> = new Set(['QUEUED', 'SENDING']);
const LIVE_MS = 3000;

/** A loan's messages, newest first; read again by themselves while one is on its way. */
export const messageQueryOf = (loanId: string) =>
  queryOptions({
    queryKey: ['messages', 'loan', loanId],
    queryFn: ({ signal }) =>
      server.call(messageCalls.listLoanMessages, { query: { loanId } }, { signal }),
    select: (answer) => answer.data,
    refetchInterval: ({ state }) =>
      state.data?.data.some((message) => ON_THE_WAY.has(message.state)) === true ? LIVE_MS : false,
  });
