import { useEffect } from 'react';
import type { BreakReason } from '../../../contract/agent-seat.ts';
import type { CallAnswer } from '../../../contract/call.ts';
import { dialerAgentCalls } from '../../../contract/dialer-agent.ts';
import { predictiveCallCalls } from '../../../contract/predictive-call.ts';
import type { AgentStand } from '../../../contract/predictive-call.ts';
import { showSuccess } from '../../components/toast-store.ts';
import { useBodyCommand, useCommand } from '../../data/call-command.ts';
import { useDeviceQuery } from '../../data/device-query.ts';
import { useHeld, useReadQuery } from '../../data/read-query.ts';
import { useText } from '../../lib/texts/texts.ts';
import { unsentOutcome } from '../../offline/outbox.ts';
import type { OutboxItem } from '../../offline/outbox.ts';
import { followLive } from '../../remote/live-events.ts';
import { hasSession, server } from '../../remote/session-client.ts';
import { log } from '../../lib/log.ts';

const KEY = ['predictive-calls', 'state'] as const;
/** Looked at this often beside the server's own word, milliseconds. */
const LOOK_AGAIN_MS = 10_000;

/** So long an outcome waits until its line is given up, milliseconds. */
const HANG_UP_MS = 1500;

/** Name of the mark that is set when a call's loan arrives; the call's id follows. */
const ARRIVED = 'predictive-arrived:';
/** Name of the measure from the loan's arrival until the screen takes input. */
const READY = 'predictive-ready';

/** A call with its loan as the server has it, how the agent stands, and how far the device's clock is off. */
export type PredictiveState = CallAnswer<typeof predictiveCallCalls.getPredictiveLoan> & {
  /** Milliseconds to be added to the device's clock. */
  clockOffsetMs: number;
};

/** Marks that a call's loan arrived; once for each call. */
function markArrival(callId: string): void {
  const name = `${ARRIVED}${callId}`;
  if (performance.getEntriesByName(name).length === 0) performance.mark(name);
}

/** Measures from a call's arrival until now, when its screen takes input. */
export function measureReady(callId: string): void {
  const start = `${ARRIVED}${callId}`;
  if (performance.getEntriesByName(start).length === 0) return;
  performance.measure(READY, { start, detail: callId });
}

/**
 * The agent's call, its loan and history, and how the agent stands; the server says when to look again. Calls come to a tab
 * that is not looked at too: its title names the loan.
 */
export function usePredictiveState(username: string) {
  const { readAgain } = useHeld(...KEY);
  useEffect(() => {
    return followLive({
      call: dialerAgentCalls.followOwnSeat,
      isKeptHidden: true,
      onEvent: (event) => {
        if (event !== 'beat') void readAgain();
      },
      poll: readAgain,
    });
  }, [readAgain]);
  return useReadQuery({
    key: KEY,
    everyMs: LOOK_AGAIN_MS,
    isKeptHidden: true,
    enabled: hasSession(),
    isTriedOnce: true,
    read: async (signal): Promise<PredictiveState> => {
      const query = { username };
      const options = { signal, isBackground: true };
      const found = await server.call(predictiveCallCalls.getPredictiveLoan, { query }, options);
      if (found.call !== null) markArrival(found.call._id);
      return { ...found, clockOffsetMs: Date.parse(found.at) - Date.now() };
    },
  });
}

/** What this device still has of a call's outcome, refused or on its way; null without any. */
export function useUnsentOutcome(callId: string | null): OutboxItem | null {
  const { data } = useDeviceQuery({
    key: ['predictive-calls', 'unsent', callId],
    topics: ['outbox', 'delivery'],
    enabled: callId !== null,
    load: async () => (callId === null ? null : unsentOutcome(callId)),
  });
  return data ?? null;
}

/** Ends the line before its outcome is saved; without a network, or with a slow one, the outcome does not wait for it. */
export async function giveUpLine(callId: string): Promise<void> {
  const ended = server
    .call(predictiveCallCalls.hangUpPredictiveCall, { body: { callId } }, { isBackground: true })
    .catch(() => undefined);
  const longEnough = new Promise((resolve) => setTimeout(resolve, HANG_UP_MS));
  await Promise.race([ended, longEnough]);
}

/** Clears what an earlier call left, once, when the screen opens (spec 7.2). */
export function useClearedPast(username: string): void {
  const { readAgain } = useHeld(...KEY);
  useEffect(() => {
    const clear = async () => {
      const query = { username };
      await server.call(predictiveCallCalls.clearPredictiveCall, { query }, { isBackground: true });
      await readAgain();
    };
    // Without a network there is nothing to clear yet: the next opening does.
    clear().catch((error: unknown) => log.warn('Old call data could not be cleared.', error));
  }, [readAgain, username]);
}

/** A break that is asked for in these begins with the outcome. */
const CALL_STATES: ReadonlySet<AgentStand['state']> = new Set(['QUEUE', 'INCALL', 'DEAD', 'DISPO']);

/** The call and the seat are looked at again once the server said yes. */
const looking = { changes: ['predictive-calls'], readsAgain: 'done' } as const;

/** What the agent does with its seat from this screen. What is shown changes only after the server said yes (spec 4.2). */
export function useSeat(username: string) {
  const t = useText();
  const { readAgain: look, get } = useHeld<PredictiveState>(...KEY);
  const hasCall = () => CALL_STATES.has(get()?.agent.state ?? null);
  const takeBreak = useCommand(
    (asked: { breakName: BreakReason; processName: string | null }) =>
      server.call(dialerAgentCalls.takeBreak, { body: { username, ...asked } }),
    {
      ...looking,
      onDone: () => showSuccess(t(hasCall() ? 'dialer.breakAfterCall' : 'toasts.agentInBreak')),
    },
  );
  const ready = useCommand(() => server.call(dialerAgentCalls.readyCall, { body: { username } }), {
    ...looking,
    onDone: () => showSuccess(t('toasts.agentIdle')),
  });
  const begin = useCommand(async () => {
    await server.call(dialerAgentCalls.takeSeat, { body: { username } });
    await server.call(dialerAgentCalls.setDialerMode, { body: { username, isPredictive: true } });
  }, looking);
  const hangUp = useBodyCommand(predictiveCallCalls.hangUpPredictiveCall, looking);
  return { takeBreak, ready, begin, hangUp, look };
}
