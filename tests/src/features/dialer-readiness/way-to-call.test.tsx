// @vitest-environment page
import { beforeEach, expect, it, vi } from 'vitest';
import { DIALER_LOCATION, dialerAgentCalls } from '../../../../contract/dialer-agent.ts';
import type { DialerStatus } from '../../../../contract/dialer-agent.ts';
import { ReadinessTool } from '../../../../src/features/dialer-readiness/readiness-tool.tsx';
import { FakeServer, openScreen, settled, toasts, viewer } from '../../support/screen.tsx';

vi.mock(import('../../../../src/remote/session-client.ts'), async (original) => ({
  ...(await original()),
  hasSession: () => true,
}));

let tell: (status: DialerStatus) => void = () => undefined;
vi.mock(import('../../../../src/remote/live-events.ts'), async (original) => ({
  ...(await original()),
  followLive: ({ onEvent }) => {
    tell = (status) => onEvent('status', status);
    return () => undefined;
  },
}));

const DANA = { ...viewer('COLLECTOR'), username: 'dana', location: DIALER_LOCATION };
const CALL_ID = '01890000-0000-7000-8000-000000000001';

const standing = (status: DialerStatus['status'], isDialersCall: boolean): DialerStatus => ({
  status,
  breakName: null,
  since: null,
  isPredictive: true,
  wantedBreak: null,
  processName: 'Bucket 1',
  callId: status === 'READY' ? null : CALL_ID,
  loanId: null,
  isDialersCall,
});

async function openAt(path: string, status: DialerStatus) {
  const server = new FakeServer()
    .on(dialerAgentCalls.takeSeat, { data: status })
    .on(dialerAgentCalls.readDialerStatus, { data: status })
    .on(dialerAgentCalls.readCollectorProcess, {
      data: { manualProcess: 'By hand', assignedPredictiveProcess: 'Bucket 1' },
    });
  return openScreen(<ReadinessTool user={DANA} />, server, path);
}

const wayToCall = () => document.querySelector('a[href="/predictive-call"]');

beforeEach(() => {
  document.body.replaceChildren();
});

it.each([
  ['a borrower on the line is told on every screen', '/active-loans', 'INCALL', true, true, 1],
  ['an outcome that is owed leads to its call', '/call-management', 'DISPO', true, true, 0],
  ['the call itself is open already', '/predictive-call', 'INCALL', true, false, 0],
  ['a call by hand is worked at the desk', '/call-management', 'INCALL', false, false, 0],
  ['nobody is on the line', '/active-loans', 'READY', false, false, 0],
] as const)('%s', async (_, path, status, isDialersCall, isLed, told) => {
  await openAt(path, standing(status, isDialersCall));
  expect(wayToCall() !== null).toBe(isLed);
  expect(toasts()).toHaveLength(told);
});

it('what was told of a call goes with its line', async () => {
  await openAt('/active-loans', standing('READY', false));
  tell(standing('INCALL', true));
  await settled();
  expect(toasts()).toEqual(['A borrower is on the line. Open the call.']);
  tell(standing('DISPO', true));
  await settled();
  expect(toasts()).toEqual([]);
  expect(wayToCall()).not.toBeNull();
});
