// @vitest-environment page
import { act, useEffect } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetSession } from '../../../../src/app/session.ts';
import { talkedSeconds, useCall } from '../../../../src/features/call-desk/use-call.ts';
import type { CallState, DeskCall } from '../../../../src/features/call-desk/use-call.ts';
import { watchAwake } from '../../../../src/lib/awake.ts';
import { render } from '../../support/render.tsx';

/* What a call at the desk counts when its computer slept or its page was closed meanwhile. */

vi.mock('../../../../src/offline/operation-save.ts', () => ({
  saveOperation: async () => Promise.resolve(),
}));

const MINUTE_MS = 60_000;
let call: DeskCall;

function Desk({ kept }: { kept: CallState }) {
  const used = useCall('loan', kept);
  useEffect(() => {
    call = used;
  });
  return null;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  localStorage.clear();
  watchAwake();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (minutes: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(minutes * MINUTE_MS);
  });
/** The clock goes on, and no timer comes. */
const sleep = (minutes: number) => vi.setSystemTime(Date.now() + minutes * MINUTE_MS);
const talked = () => talkedSeconds(call.state, Date.now());

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
  'ends it when the computer slept %s, or the browser was closed there',
  async (where) => {
    const isAtDesk = where === 'at the desk';
    await render(<Desk kept={null} />);
    await act(async () => call.start(null));
    await pass(2);
    const kept = call.state;
    if (!isAtDesk) await render(<p>The list</p>);
    sleep(10);
    await pass(1);
    if (!isAtDesk) await render(<Desk kept={kept} />);
    expect(call.isRunning).toBe(false);
    expect(talked()).toBe(120);
  },
);

it('counts it whole on a phone, whose browser stands still while it talks', async () => {
  const known = window.matchMedia;
  vi.stubGlobal('matchMedia', (query: string) =>
    query === '(pointer: coarse)' ? { matches: true } : known.call(window, query),
  );
  await render(<Desk kept={null} />);
  await act(async () => call.start(null));
  await pass(1);
  sleep(10);
  await pass(1);
  expect(call.isRunning).toBe(true);
  expect(talked()).toBe(720);
});

it('counts by a clock that was set back: what it showed before is no sleep', async () => {
  sleep(24 * 60);
  await pass(1);
  sleep(10);
  await pass(1);
  sleep(-24 * 60);
  await render(<Desk kept={null} />);
  await act(async () => call.start(null));
  await pass(2);
  expect(call.isRunning).toBe(true);
  expect(talked()).toBe(120);
});

it('ends it at a logout before the browser was closed for the night', async () => {
  await render(<Desk kept={null} />);
  await act(async () => call.start(null));
  await pass(2);
  const kept = call.state;
  await render(<p>The login</p>);
  forgetSession('logout');
  sleep(14 * 60);
  await render(<Desk kept={kept} />);
  expect(call.isRunning).toBe(false);
  expect(talked()).toBe(120);
});

it('takes nothing from what was talked when the clock is set back meanwhile', async () => {
  await render(<Desk kept={null} />);
  await act(async () => call.start(null));
  await pass(1);
  await act(async () => call.end());
  await act(async () => call.start(null));
  sleep(-60);
  await act(async () => call.end());
  expect(talked()).toBe(60);
});

const refuse = () => {
  throw new DOMException('', 'QuotaExceededError');
};

it('starts and counts where the browser stores nothing', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: refuse });
  expect(watchAwake).not.toThrow();
  await render(<Desk kept={null} />);
  await act(async () => call.start(null));
  await pass(2);
  expect(call.isRunning).toBe(true);
  expect(talked()).toBe(120);
});
