// @vitest-environment page
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { notificationCalls } from '../../../../contract/notification.ts';
import type { Notification } from '../../../../contract/notification.ts';
import { NotificationsScreen } from '../../../../src/features/notifications/notifications-screen.tsx';
import {
  FakeServer,
  buttonOf,
  madeId,
  onePage,
  openScreen,
  press,
  settled,
  toasts,
  undo,
  viewer,
} from '../../support/screen.tsx';

// What is kept is encrypted under an open vault's key (kept-answers.test.ts); here a map stands for that.
const kept = vi.hoisted(() => new Map<string, unknown>());
vi.mock('../../../../src/offline/kept-answers.ts', () => ({
  keepAnswer: (key: string, answer: unknown, at: number) => {
    kept.set(key, { at, answer });
    return Promise.resolve();
  },
  readKeptAnswer: (key: string) => Promise.resolve(kept.get(key) ?? null),
}));

const notice = (n: number): Notification => ({
  _id: madeId(100 + n),
  loanId: madeId(200 + n),
  Loan_ID: `SURY00000${n}`,
  Client_Name: 'Surya Finance',
  createdAt: '2026-11-02T04:30:00.000Z',
  isActive: true,
  settalementId: null,
  kind: 'PROMISE_BROKEN',
  facts: { amount: 5000 },
  message: 'Promise broken.',
});

/** What the server has, as its calls tell and change it. */
let stored: Notification[];
let server: FakeServer;

beforeEach(() => {
  kept.clear();
  localStorage.setItem('recoup.token', 'token');
  stored = [notice(1), notice(2), notice(3)];
  const setActive = (ids: readonly string[], isActive: boolean) => {
    stored = stored.map((each) => (ids.includes(each._id) ? { ...each, isActive } : each));
    return { success: true, count: ids.length };
  };
  const ofState = (isActive: boolean) => stored.filter((each) => each.isActive === isActive);
  server = new FakeServer()
    .on(notificationCalls.countNotifications, () => {
      const notificationCount = ofState(true).length;
      return { notificationCount, data: { notificationCount } };
    })
    .on(notificationCalls.listNotificationClients, { data: ['Surya Finance'] })
    .on(notificationCalls.listNotificationsOf, ({ query }) => {
      return onePage(ofState(query['isActive'] !== 'false'));
    })
    .on(notificationCalls.deactivateNotification, ({ query }) =>
      setActive([query['_id'] ?? ''], query['isActive'] === 'true'),
    )
    .on(notificationCalls.deactivateNotifications, ({ body }) => {
      const { _ids, isActive } = body as { _ids: string[]; isActive: boolean };
      return setActive(_ids, isActive);
    });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
});

const open = (address = '/notifications') =>
  openScreen(<NotificationsScreen user={viewer('MANAGER')} />, server, address);
const rowsOf = (view: { text: () => string }) => view.text().match(/SURY00000\d/g) ?? [];

it('a removed notification leaves list and count, and undo brings it back to both', async () => {
  const view = await open();
  expect(rowsOf(view)).toHaveLength(3);
  await press('Remove: Promise broken: SURY000002');
  expect(rowsOf(view)).not.toContain('SURY000002');
  expect(toasts()).toHaveLength(1);
  await undo();
  expect(rowsOf(view)).toContain('SURY000002');
  expect(server.sentOf(notificationCalls.deactivateNotification)).toHaveLength(2);
});

it('all that are shown are removed by one call, none of the others', async () => {
  const view = await open();
  await press('Remove all 3 shown');
  expect(server.sentOf(notificationCalls.deactivateNotifications)).toHaveLength(1);
  expect(view.text()).toContain('Nothing new');
});

it('the Delete key on a notification removes it, and the focus goes to the next one', async () => {
  const view = await open();
  const link = view.all('a[data-notice]')[0];
  link?.focus();
  await act(async () => {
    link?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Delete', bubbles: true }));
  });
  await settled();
  expect(rowsOf(view)).toEqual(['SURY000002', 'SURY000003']);
  expect(document.activeElement?.textContent).toContain('SURY000002');
});

it('the removed ones stand on their own tab and are put back from there', async () => {
  stored = stored.map((each, at) => ({ ...each, isActive: at !== 0 }));
  const view = await open('/notifications?view=removed');
  expect(rowsOf(view)).toEqual(['SURY000001']);
  expect(buttonOf('Put back: Promise broken: SURY000001')).toBeDefined();
  await press('Put back: Promise broken: SURY000001');
  expect(view.text()).toContain('Nothing was removed yet.');
  expect(stored.every(({ isActive }) => isActive)).toBe(true);
});

it('without a network those that were read stand there, with their time', async () => {
  expect(rowsOf(await open())).toHaveLength(3);
  await settled();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  server.on(notificationCalls.listNotificationsOf, () => {
    throw new TypeError('Failed to fetch');
  });
  const view = await open();
  await settled();
  expect(rowsOf(view)).toHaveLength(3);
  expect(view.text()).toMatch(/No network\. Shown from this device, as of/);
});
