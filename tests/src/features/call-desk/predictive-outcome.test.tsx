// @vitest-environment page
import { act, useEffect } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dialerAgentCalls } from '../../../../contract/dialer-agent.ts';
import { predictiveCallCalls } from '../../../../contract/predictive-call.ts';
import { PredictiveCallScreen } from '../../../../src/features/call-desk/predictive-call-screen.tsx';
import type { PredictiveState } from '../../../../src/features/call-desk/predictive-queries.ts';
import { useHeld } from '../../../../src/data/read-query.ts';
import type { OutboxItem } from '../../../../src/offline/outbox.ts';
import { TOKEN_KEY } from '../../../../src/remote/session-client.ts';
import { FakeServer, madeId, openScreen, settled, viewer } from '../../support/screen.tsx';

/* What the screen shows of a call whose outcome this device has, and whether it follows the seat. */

const device = vi.hoisted(() => ({ unsent: null as OutboxItem | null }));
vi.mock('../../../../src/offline/outbox.ts', () => ({
  unsentOutcome: async () => Promise.resolve(device.unsent),
}));
vi.mock('../../../../src/offline/reference.ts', () => ({
  dispositionCodes: async () => Promise.resolve([]),
}));
vi.mock('../../../../src/features/call-desk/predictive-desk.tsx', () => ({
  PredictiveDesk: () => <h1>The desk</h1>,
}));

const inCall = {
  loan: { Customer_Name: 'Farida Khan' },
  history: [],
  call: { _id: madeId(7) },
  agent: {
    state: 'DISPO',
    isPredictive: true,
    campaignName: 'One',
    campaignState: 'RUNNING',
    level: 1,
  },
  clockOffsetMs: 0,
} as unknown as PredictiveState;

/** The screen of an agent whose call is over and has no outcome at the server. */
function Screen({ state = inCall }: { state?: PredictiveState }) {
  const held = useHeld<PredictiveState>('predictive-calls', 'state');
  useEffect(() => held.set(() => state), [held, state]);
  return <PredictiveCallScreen user={{ ...viewer('COLLECTOR'), location: 'D' }} />;
}

const floor = () =>
  new FakeServer()
    .on(predictiveCallCalls.clearPredictiveCall, { success: true, cleared: false })
    .on(dialerAgentCalls.followOwnSeat, null);

let visibility: DocumentVisibilityState = 'visible';
beforeEach(() => {
  localStorage.setItem(TOKEN_KEY, 'token');
  device.unsent = null;
  visibility = 'visible';
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility });
});
afterEach(() => localStorage.clear());

it.each([
  ['nothing', null, 'The desk'],
  ['on its way, as after the page was loaded anew', { state: 'queued' }, 'Outcome saved'],
  ['refused', { state: 'attention' }, 'Outcome refused'],
  ['set aside', { state: 'attention', isSetAside: true }, 'The desk'],
])('of an outcome that is %s', async (_, unsent, shown) => {
  device.unsent = unsent && ({ isSetAside: false, ...unsent } as unknown as OutboxItem);
  const view = await openScreen(<Screen />, floor());
  const texts = ['The desk', 'Outcome saved', 'Outcome refused'];
  expect(texts.filter((text) => view.text().includes(text))).toEqual([shown]);
  expect(view.all('a[href="/outbox"]')).toHaveLength(shown === 'Outcome refused' ? 1 : 0);
});

it('leads to the loan whose call by hand the seat stands on', async () => {
  const agent = { ...inCall.agent, loanId: madeId(3), callsToday: 0 };
  const byHand = { ...inCall, loan: null, call: null, agent };
  const view = await openScreen(<Screen state={byHand} />, floor());
  expect(view.text()).toContain('Record its outcome at the call desk.');
  expect(view.all(`a[href="/call-management?loanId=${madeId(3)}"]`)).toHaveLength(1);
});

it('follows the seat in a tab that is not looked at', async () => {
  visibility = 'hidden';
  const server = floor();
  await openScreen(<Screen />, server);
  await act(async () => document.dispatchEvent(new Event('visibilitychange')));
  await settled();
  expect(server.sentOf(dialerAgentCalls.followOwnSeat).length).toBeGreaterThan(0);
});
