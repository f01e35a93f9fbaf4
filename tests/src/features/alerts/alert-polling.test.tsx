// @vitest-environment page
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { alertCalls } from '../../../../contract/alert.ts';
import { useServerAlerts } from '../../../../src/features/alerts/alert-queries.ts';
import { POLL_MS } from '../../../../src/features/alerts/alert-source.ts';
import { TOKEN_KEY } from '../../../../src/remote/session-client.ts';
import { FakeServer, madeId, onePage, openScreen } from '../../support/screen.tsx';
import { PATIENCE } from '../../../support/patience.ts';

function Alerts() {
  return <output>{useServerAlerts(madeId(1)).due.length}</output>;
}

const show = (state: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  localStorage.setItem(TOKEN_KEY, 'token');
  // Answers come by themselves; only the two minutes between two questions are made to pass.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  localStorage.clear();
});

it('a collector’s alerts are asked for every two minutes, in a hidden tab too', async () => {
  const server = new FakeServer()
    .on(alertCalls.listAlerts, { data: [] })
    .on(alertCalls.listMissedAlerts, onePage([]));
  await openScreen(<Alerts />, server);
  const asked = () => server.sentOf(alertCalls.listAlerts).length;
  expect(asked()).toBe(1);
  show('hidden');
  for (const times of [2, 3]) {
    await act(async () => vi.advanceTimersByTime(POLL_MS));
    await vi.waitFor(() => expect(asked()).toBe(times), PATIENCE);
  }
});
