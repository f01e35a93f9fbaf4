// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type * as UseCall from '../../../../src/features/call-desk/use-call.ts';
import { render } from '../../support/render.tsx';

/* What a call at the desk counts when its computer slept or its page was closed meanwhile. */

vi.mock('../../../../src/offline/operation-save.ts', () => ({
  saveOperation: async () => Promise.resolve(),
}));

const MINUTE_MS = 60_000;
let used: typeof UseCall;
let call: UseCall.DeskCall;

function Desk({ kept }: { kept: UseCall.CallState }) {
  call = used.useCall('loan', kept);
  return null;
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  vi.setSystemTime(performance.timeOrigin + MINUTE_MS);
  vi.resetModules();
  used = await import('../../../../src/features/call-desk/use-call.ts');
});
afterEach(() => void vi.useRealTimers());

const pass = (minutes: number) => act(async () => vi.advanceTimersByTimeAsync(minutes * MINUTE_MS));
/** The clock goes on, and no timer comes. */
const sleep = (minutes: number) => vi.setSystemTime(Date.now() + minutes * MINUTE_MS);
const talked = () => used.talkedSeconds(call.state, Date.now());

it('counts a long talk whole, also while another screen is looked at', async () => {
  await render(<Desk kept={null} />);
  await act(async () => call.start(null));
  await pass(4);
  const kept = call.state;
  await render(<p>The list</p>);
  await pass(5);
  await render(<Desk kept={kept} />);
  await pass(1);
  expect(call.isRunning).toBe(true);
  expect(talked()).toBe(600);
});

it.each(['at the desk', 'at another screen'])(
  'ends it when the computer slept %s',
  async (where) => {
    await render(<Desk kept={null} />);
    await act(async () => call.start(null));
    await pass(2);
    const kept = call.state;
    if (where !== 'at the desk') await render(<p>The list</p>);
    sleep(10);
    await pass(1);
    if (where !== 'at the desk') await render(<Desk kept={kept} />);
    expect(call.isRunning).toBe(false);
    expect(talked()).toBe(120);
  },
);

it('ends it when its page was closed for long, and goes on after a reload', async () => {
  const begun = performance.timeOrigin - 10 * MINUTE_MS;
  const kept = { contactId: 'one', talkedMs: 0, startedAt: begun };
  await render(<Desk kept={{ ...kept, aliveAt: begun + 3 * MINUTE_MS }} />);
  expect(talked()).toBe(180);
  await render(<Desk key="again" kept={{ ...kept, aliveAt: performance.timeOrigin - 5000 }} />);
  expect(call.isRunning).toBe(true);
  expect(talked()).toBe(660);
});
