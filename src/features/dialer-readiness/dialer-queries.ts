import { useEffect } from 'react';
import type { BreakReason } from '../../../contract/agent-seat.ts';
import { dialerAgentCalls, dialerStatusSchema } from '../../../contract/dialer-agent.ts';
import type { CollectorProcess, DialerStatus } from '../../../contract/dialer-agent.ts';
import { showSuccess } from '../../components/toast-store.ts';
import { useCommand } from '../../data/call-command.ts';
import { useHeld, useReadQuery } from '../../data/read-query.ts';
import { useText } from '../../lib/texts/texts.ts';
import { followLive } from '../../remote/live-events.ts';
import { hasSession, server } from '../../remote/session-client.ts';
import { log } from '../../lib/log.ts';

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

const statusKey = (username: string) => ['dialer', 'status', username] as const;

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
  const held = useHeld<DialerStatus>(...statusKey(username));
  const { data, refetch } = useReadQuery({
    key: statusKey(username),
    isOnlineOnly: true,
    everyMs: LOOK_AGAIN_MS,
    read: async (signal, before: DialerStatus | undefined) => {
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
          held.set(() => parsed.data);
          if (parsed.data.status === 'LOGGED_OUT') void refetch();
        },
      }),
    [held, refetch],
  );
  return data ?? READY;
}

/** The agent's process in both modes (spec 7.2); null while unknown. */
export function useCollectorProcess(username: string): CollectorProcess | null {
  const { data } = useReadQuery({
    key: ['dialer', 'process', username],
    isOnlineOnly: true,
    isTold: true,
    read: async (signal) => {
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
  const held = useHeld<DialerStatus>(...statusKey(username));
  const settle = (change: (before: DialerStatus) => DialerStatus) =>
    held.outrun((before = READY) => change(before));
  const takeBreak = useCommand(
    async (asked: { breakName: BreakReason; processName: string | null }) => {
      await server.call(dialerAgentCalls.takeBreak, { body: { username, ...asked } });
      const before = held.get() ?? READY;
      const since = new Date().toISOString();
      const { breakName } = asked;
      await settle((now) =>
        isCalling(now)
          ? { ...now, wantedBreak: breakName }
          : { ...now, status: 'BREAK', breakName, since },
      );
      showSuccess(t(isCalling(before) ? 'dialer.breakAfterCall' : 'toasts.agentInBreak'));
    },
  );
  const ready = useCommand(async () => {
    await server.call(dialerAgentCalls.readyCall, { body: { username } });
    const since = new Date().toISOString();
    await settle((now) =>
      isCalling(now)
        ? { ...now, wantedBreak: null }
        : { ...now, status: 'READY', breakName: null, since },
    );
    showSuccess(t('dialer.idle'));
  });
  const mode = useCommand(async (isPredictive: boolean) => {
    const body = { username, isPredictive };
    const { data } = await server.call(dialerAgentCalls.setDialerMode, { body });
    await settle(() => data);
  });
  return {
    takeBreak: takeBreak.mutate,
    ready: () => ready.mutate(undefined),
    setPredictive: mode.mutate,
    isSending: takeBreak.isPending || ready.isPending || mode.isPending,
  };
}
