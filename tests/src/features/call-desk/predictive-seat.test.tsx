// @vitest-environment page
import { act, useEffect } from 'react';
import { expect, it } from 'vitest';
import { dialerAgentCalls } from '../../../../contract/dialer-agent.ts';
import type { AgentStand } from '../../../../contract/predictive-call.ts';
import { useSeat } from '../../../../src/features/call-desk/predictive-queries.ts';
import type { PredictiveState } from '../../../../src/features/call-desk/predictive-queries.ts';
import { useLostWords } from '../../../../src/features/call-desk/use-lost-words.ts';
import { toastStore } from '../../../../src/components/toast-store.ts';
import { useHeld } from '../../../../src/data/read-query.ts';
import { render } from '../../support/render.tsx';
import { FakeServer, openScreen, press, settled, toasts } from '../../support/screen.tsx';

const standing = (state: AgentStand['state'], callId: string | null): PredictiveState =>
  ({
    agent: { state, processName: null },
    call: callId === null ? null : { _id: callId },
    loan: callId === null ? null : { Customer_Name: `Borrower ${callId}` },
  }) as unknown as PredictiveState;

const TALKING = standing('INCALL', 'a');
const WAITING = standing('READY', null);
const NEXT = standing('INCALL', 'b');
const UNSEATED = standing(null, null);

function Shown(props: { state: PredictiveState; savedId: string | null }) {
  const { state, savedId } = props;
  const onTyping = useLostWords(state, savedId);
  const isFirst = state.call?._id === 'a';
  useEffect(() => (isFirst ? onTyping(true) : undefined), [isFirst, onTyping]);
  return null;
}

it.each([
  ['is told of a call that waits for the next', [TALKING, WAITING], null, 1],
  ['is told of one that gave way to the next', [TALKING, NEXT], null, 1],
  ['is told once', [TALKING, WAITING, NEXT, WAITING], null, 1],
  ['is not told of its own save', [TALKING, WAITING, NEXT], 'a', 0],
  [
    'is not told while the seat is lost and comes back with its call',
    [TALKING, UNSEATED, TALKING],
    null,
    0,
  ],
])('who typed for a call whose outcome came from elsewhere %s', async (...given) => {
  const [, states, savedId, told] = given;
  toastStore.set([]);
  const shown = await render(<Shown state={TALKING} savedId={null} />);
  for (const state of states) await shown.again(<Shown state={state} savedId={savedId} />);
  expect(toasts().filter((words) => words.includes('Borrower a'))).toHaveLength(told);
});

function Break({ state }: { state: PredictiveState }) {
  const held = useHeld<PredictiveState>('predictive-calls', 'state');
  useEffect(() => held.set(() => state), [held, state]);
  const { takeBreak } = useSeat('usha');
  return (
    <button onClick={() => takeBreak.mutate({ breakName: 'lunch', processName: null })}>
      Rest
    </button>
  );
}

it.each([
  [WAITING, 'Agent is in break mode'],
  [TALKING, 'The break begins after this call'],
  [standing('DISPO', 'a'), 'The break begins after this call'],
])('a break is told as what it is: at once, or after the call', async (state, words) => {
  const server = new FakeServer().on(dialerAgentCalls.takeBreak, { success: true });
  await openScreen(<Break state={state} />, server);
  await act(async () => press('Rest'));
  await settled();
  expect(toasts()).toEqual([words]);
});
