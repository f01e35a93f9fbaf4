// @vitest-environment page
import { afterEach, expect, it, vi } from 'vitest';
import { authCalls } from '../../../contract/auth.ts';
import { startSessionWatch } from '../../../src/app/session-watch.ts';
import { forgetSession, sessionStore, startSession } from '../../../src/app/session.ts';
import { FakeServer, viewer } from '../support/screen.tsx';

let stop = () => {};
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  forgetSession('logout');
});

function watchAs(role: 'CUSTOMER' | 'FIELD_AGENT') {
  const client = '01920000-0000-7000-8000-000000000001';
  const user = { ...viewer(role), ...(role === 'CUSTOMER' && { client, Client_Name: 'Old Bank' }) };
  const renamed = { ...user, Client_Name: 'New Bank' };
  const server = new FakeServer().on(authCalls.whoAmI, {
    userInfo: renamed,
    serverTime: '2026-11-02T04:30:00.000Z',
  });
  vi.stubGlobal('fetch', server.fetch);
  startSession(user, 'token');
  stop = startSessionWatch();
  return server;
}

it('a lender that was renamed has its new name with the next start, on the device too', async () => {
  watchAs('CUSTOMER');
  await vi.waitFor(() => expect(sessionStore.get()?.Client_Name).toBe('New Bank'));
  expect(localStorage.getItem('recoup.user')).toContain('New Bank');
});

it('an agent’s start is spared the call', () => {
  expect(watchAs('FIELD_AGENT').sentOf(authCalls.whoAmI)).toEqual([]);
});
