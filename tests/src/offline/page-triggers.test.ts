import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginAnew, page, server, user } from './one-phone.ts';
import { pulledLoan } from './support.ts';

let triggers: { wake: () => void; stop: () => void };

beforeEach(async () => {
  await beginAnew();
  const { startPageTriggers } = await import('../../../src/offline/page-triggers.ts');
  triggers = startPageTriggers();
});
afterEach(() => {
  triggers.stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Logs in as the app does, which does not wait for the list. */
async function logIn(): Promise<void> {
  vi.stubGlobal('localStorage', { getItem: () => user._id });
  await page.onLogin({ user, password: 'secret-1' });
}

describe('a list that did not come', () => {
  it('is asked for again by itself, and goes on where it stopped', async () => {
    server.pages.push({ loans: [pulledLoan()], gone: [] }, { loans: [pulledLoan()], gone: [] });
    server.pullsUntilKill = 1;
    await logIn();
    await expect.poll(() => page.searchLoans()).toHaveLength(1);
    server.pullsUntilKill = Number.POSITIVE_INFINITY;
    await expect.poll(() => page.searchLoans()).toHaveLength(2);
    expect(await page.isListLost()).toBe(false);
  });

  it('is asked for again by itself when the server still had to hold loans back', async () => {
    server.pages.push({ loans: [], gone: [], isHeldBack: true });
    await logIn();
    await expect.poll(() => page.isListLost()).toBe(false);
    server.pages.push({ loans: [pulledLoan()], gone: [] });
    await expect.poll(() => page.searchLoans()).toHaveLength(1);
  });

  it('is not asked for once nobody is logged in', async () => {
    server.pullsUntilKill = 0;
    await logIn();
    await page.lock();
    const asked: string[] = [];
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
      asked.push(address);
      return fetch(address, init);
    });
    triggers.wake();
    await new Promise((resolve) => setTimeout(resolve, 3000));
    expect(asked.filter((address) => address.includes('/device/pull'))).toEqual([]);
  });
});

it('an app that stays open asks now and then: a loan that was taken away does not stand there for hours', async () => {
  const pulled = pulledLoan();
  server.pages.push({ loans: [pulled], gone: [] });
  await logIn();
  await expect.poll(() => page.searchLoans()).toHaveLength(1);
  const timers = vi.spyOn(globalThis, 'setTimeout');
  triggers.wake();
  const idle = () => timers.mock.calls.findLast(([, waitMs]) => waitMs === 300_000)?.[0];
  await expect.poll(idle).toBeDefined();
  server.pages.push({ loans: [], gone: [pulled.loan._id] });
  // A pull that began before joins the one that is asked for: the next time brings what it lacks.
  const nextLoans = () => {
    vi.setSystemTime(Date.now() + 300_000);
    idle()?.();
    return page.searchLoans();
  };
  await expect.poll(nextLoans).toHaveLength(0);
});
