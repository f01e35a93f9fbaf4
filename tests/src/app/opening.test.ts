// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { showOpening } from '../../../src/app/opening.ts';
import { clearExpiry, extendExpiry } from '../../../src/app/idle-expiry.ts';
import { sessionStore } from '../../../src/app/session.ts';
import { endOpening, openingPlace } from '../../../src/lib/opening.ts';
import { readOpening } from '../../../src/offline/opening-record.ts';

vi.mock('../../../src/offline/opening-record.ts', () => ({
  readOpening: vi.fn<typeof readOpening>(),
}));

const user = (role: LoggedInUser['role']) =>
  ({ _id: 'asha', username: 'asha', fullName: 'Asha', role }) as LoggedInUser;

beforeEach(() => {
  document.body.innerHTML = '<div id="root"></div>';
  window.history.replaceState(null, '', '/field-agent-loans');
  localStorage.setItem('recoup.language', 'en');
  vi.mocked(readOpening).mockResolvedValue({
    ...openingPlace(),
    html: '<main>Ravi Kumar</main>',
    styles: '',
    takenAt: 0,
    until: Number.POSITIVE_INFINITY,
  });
  sessionStore.set(user('FIELD_AGENT'));
  extendExpiry();
});
afterEach(() => {
  endOpening();
  sessionStore.set(null);
  clearExpiry();
  localStorage.clear();
  vi.restoreAllMocks();
});

const shown = () => document.body.textContent.includes('Ravi Kumar');

it('shows the day as it last stood, in the colours that were chosen', async () => {
  localStorage.setItem('recoup.colors', 'dark');
  await showOpening();
  expect(shown()).toBe(true);
  expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark');
});

it.each([
  ['nobody is logged in', () => sessionStore.set(null)],
  ['the idle time is over', () => extendExpiry(Date.now() - 3_600_000)],
  ['the role keeps no loans any more', () => sessionStore.set(user('MANAGER'))],
  ['another language was chosen', () => localStorage.setItem('recoup.language', 'hi')],
  ['nobody tells the key', () => vi.mocked(readOpening).mockResolvedValue(null)],
  [
    'the session ends while it is read',
    () =>
      vi.mocked(readOpening).mockImplementation(async () => {
        sessionStore.set(null);
        return {
          ...openingPlace(),
          html: '<main>Ravi Kumar</main>',
          styles: '',
          takenAt: 0,
          until: Number.POSITIVE_INFINITY,
        };
      }),
  ],
])('shows nothing where %s', async (_, change) => {
  change();
  await showOpening();
  expect(shown()).toBe(false);
});
