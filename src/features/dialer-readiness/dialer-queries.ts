import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { BreakReason } from '../../../contract/agent-seat.ts';
import { dialerAgentCalls, dialerStatusSchema } from '../../../contract/dialer-agent.ts';
import type { CollectorProcess, DialerStatus } from '../../../contract/dialer-agent.ts';
import { showSuccess } from '../../components/toast-store.ts';
import { useText } from '../../lib/texts/texts.ts';
import { followLive } from '../../remote/live-events.ts';
import { hasSession, server } from '../../remote/session-client.ts';
import { log } from '../../lib/log.ts';

const KEY = 'dialer';
/** The stream tells at once; this is for where it can't, milliseconds. */
const LOOK_AGAIN_MS = 120_000;

/** Ready unless the server says otherwise (spec 4.2). */
const READY: DialerStatus = {
  status: 'READY',
  breakName: null,
  since: null,
  isPredictive: false,
  wantedBreak: null,
  processName: null,
  callId: null,
  loanId: null,
};

const statusKey = (username: string) => [KEY, 'status', username];

/** Look-ups only log what went wrong, and return nothing (spec 8). */
async function logged<Value>(looked: Promise<Value>): Promise<Value | null> {
  try {
    return await looked;
  } catch (error) {
    log.warn('The dialer could not be asked.', error);
    return null;
  }
}

/** The agent's app runs: who has no seat takes one. */
async function lookUp(username: string, before: DialerStatus | undefined, signal: AbortSignal) {
  const options = { signal, isBackground: true };
  const isSeated = before !== undefined && before.status !== 'LOGGED_OUT';
  return isSeated
    ? server.call(dialerAgentCalls.readDialerStatus, { headers: { username } }, options)
    : server.call(dialerAgentCalls.takeSeat, { body: { username } }, options);
}

/** How the agent stands at the dialer: told by the server's events, looked up where they don't come through. */
export function useDialerStatus(username: string): DialerStatus {
  const client = useQueryClient();
  const queryKey = statusKey(username);
  const { data, refetch } = useQuery({
    queryKey,
    networkMode: 'online',
    refetchInterval: LOOK_AGAIN_MS,
    queryFn: async ({ signal }) => {
      const before = client.getQueryData<DialerStatus>(statusKey(username));
      if (!hasSession()) return before ?? READY;
      const answer = await logged(lookUp(username, before, signal));
      return answer?.data ?? before ?? READY;
    },
  });
  useEffect(
    () =>
      followLive({
        call: dialerAgentCalls.followOwnSeat,
        isKeptHidden: true,
        poll: async () => void (await refetch()),
        onEvent: (event, told) => {
          const parsed = dialerStatusSchema.safeParse(told);
          if (event !== 'status' || !parsed.success) return;
          client.setQueryData(statusKey(username), parsed.data);
          if (parsed.data.status === 'LOGGED_OUT') void refetch();
        },
      }),
    [client, refetch, username],
  );
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

const isCalling = ({ status }: DialerStatus) =>
  status !== 'READY' && status !== 'BREAK' && status !== 'LOGGED_OUT';

/** Goes on break, is ready again, changes the mode. What is shown changes only after the server said yes (spec 4.2). */
export function useReadiness(username: string) {
  const t = useText();
  const client = useQueryClient();
  const settle = async (change: (before: DialerStatus) => DialerStatus) => {
    await client.cancelQueries({ queryKey: statusKey(username) });
    client.setQueryData<DialerStatus>(statusKey(username), (before = READY) => change(before));
  };
  const takeBreak = useMutation({
    mutationFn: (asked: { breakName: BreakReason; processName: string | null }) =>
      server.call(dialerAgentCalls.takeBreak, { body: { username, ...asked } }),
    onSuccess: async (_, { breakName }) => {
      const before = client.getQueryData<DialerStatus>(statusKey(username)) ?? READY;
      const since = new Date().toISOString();
      await settle((now) =>
        isCalling(now)
          ? { ...now, wantedBreak: breakName }
          : { ...now, status: 'BREAK', breakName, since },
      );
      showSuccess(t(isCalling(before) ? 'dialer.breakAfterCall' : 'dialer.onBreak'));
    },
  });
  const ready = useMutation({
    mutationFn: () => server.call(dialerAgentCalls.readyCall, { body: { username } }),
    onSuccess: async () => {
      const since = new Date().toISOString();
      await settle((now) =>
        isCalling(now)
          ? { ...now, wantedBreak: null }
          : { ...now, status: 'READY', breakName: null, since },
      );
      showSuccess(t('dialer.idle'));
    },
  });
  const mode = useMutation({
    mutationFn: (isPredictive: boolean) =>
      server.call(dialerAgentCalls.setDialerMode, { body: { username, isPredictive } }),
    onSuccess: ({ data }) => settle(() => data),
  });
  return {
    takeBreak: takeBreak.mutate,
    ready: () => ready.mutate(),
    setPredictive: mode.mutate,
    isSending: takeBreak.isPending || ready.isPending || mode.isPending,
  };
}
