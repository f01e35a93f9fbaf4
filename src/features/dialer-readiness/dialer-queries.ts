import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { dialerAgentCalls } from '../../../contract/dialer-agent.ts';
import type {
  BreakReason,
  CollectorProcess,
  DialerStatus,
} from '../../../contract/dialer-agent.ts';
import { showSuccess } from '../../components/toast-store.ts';
import { useText } from '../../lib/texts/texts.ts';
import { hasSession, server } from '../../remote/session-client.ts';

const KEY = 'dialer';
/** A supervisor or another tab may have changed it, milliseconds. */
const LOOK_AGAIN_MS = 120_000;

/** Ready unless the server says otherwise (spec 4.2). */
const READY: DialerStatus = { status: 'READY', breakName: null, since: null };

const statusKey = (username: string) => [KEY, 'status', username];

/** Look-ups only log what went wrong, and return nothing (spec 8). */
async function logged<Value>(looked: Promise<Value>): Promise<Value | null> {
  try {
    return await looked;
  } catch (error) {
    console.warn('The dialer could not be asked.', error);
    return null;
  }
}

/** How the agent stands at the dialer. */
export function useDialerStatus(username: string): DialerStatus {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: statusKey(username),
    networkMode: 'online',
    refetchInterval: LOOK_AGAIN_MS,
    queryFn: async ({ signal }) => {
      const before = client.getQueryData<DialerStatus>(statusKey(username)) ?? READY;
      if (!hasSession()) return before;
      const input = { headers: { username } };
      const options = { signal, isBackground: true };
      const answer = await logged(server.call(dialerAgentCalls.readDialerStatus, input, options));
      return answer?.data ?? before;
    },
  });
  return data ?? READY;
}

/** The agent's process in both modes (spec 7.2); null while unknown. */
export function useCollectorProcess(username: string): CollectorProcess | null {
  const { data } = useQuery({
    queryKey: [KEY, 'process', username],
    networkMode: 'online',
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      if (!hasSession()) return null;
      const input = { headers: { username } };
      const options = { signal, isBackground: true };
      const answer = await logged(
        server.call(dialerAgentCalls.readCollectorProcess, input, options),
      );
      return answer?.data ?? null;
    },
  });
  return data ?? null;
}

/** Goes on break or is ready again. What is shown changes only after the server said yes (spec 4.2). */
export function useReadiness(username: string) {
  const t = useText();
  const client = useQueryClient();
  const settle = async (status: DialerStatus, words: string) => {
    await client.cancelQueries({ queryKey: statusKey(username) });
    client.setQueryData(statusKey(username), status);
    showSuccess(words);
  };
  const takeBreak = useMutation({
    mutationFn: (asked: { breakName: BreakReason; processName: string | null }) =>
      server.call(dialerAgentCalls.takeBreak, { body: { username, ...asked } }),
    onSuccess: (_, { breakName }) =>
      settle({ status: 'BREAK', breakName, since: new Date().toISOString() }, t('dialer.onBreak')),
  });
  const ready = useMutation({
    mutationFn: () => server.call(dialerAgentCalls.readyCall, { body: { username } }),
    onSuccess: () => settle(READY, t('dialer.idle')),
  });
  return {
    takeBreak: takeBreak.mutate,
    ready: () => ready.mutate(),
    isSending: takeBreak.isPending || ready.isPending,
  };
}
