import { expect, test } from '@playwright/test';
import type { CDPSession, Page } from '@playwright/test';
import { startProduct } from '../support/product.ts';
import type { Product } from '../support/product.ts';
import { logIn } from './support/people.ts';
import { SOAK } from '../support/soak.ts';

/*
 * Notifications in the built product: removed and taken back on the screen; a push shown by the service worker in the
 * words for who is logged in.
 */
test.use({ permissions: ['notifications'] });

let product: Product;

test.beforeAll(async () => {
  product = await startProduct();
});

test.afterAll(async () => product?.remove());

/** The worker's registration as the browser's tools name it. */
async function registrationOf(tools: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) => {
    tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const id = registrations[0]?.registrationId;
      if (id !== undefined) resolve(id);
    });
  });
  await tools.send('ServiceWorker.enable');
  return found;
}

const shownBodies = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map((shown) => shown.body);
  });

test(
  'a manager removes a notification, takes it back, and is told by the worker',
  SOAK,
  async ({ page, context }) => {
    await logIn(page, product.url, 'staff', 'manager');
    await page.goto(`${product.url}/notifications`);
    const rows = page.getByRole('main').getByRole('listitem');
    await expect(rows.first()).toBeVisible();
    const words = await rows.first().innerText();
    const before = await page
      .getByRole('button', { name: /notifications?$/ })
      .first()
      .innerText();
    await rows
      .first()
      .getByRole('button', { name: /^Remove/ })
      .click();
    await expect(page.getByText('Notification deleted successfully')).toBeVisible();
    await expect(rows.first()).not.toHaveText(words);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => rows.first().innerText()).toBe(words);
    await expect(page.getByRole('button', { name: /notifications?$/ }).first()).toHaveText(before);

    const tools = await context.newCDPSession(page);
    await page.evaluate(async () => navigator.serviceWorker.ready);
    const registrationId = await registrationOf(tools);
    const userId = await page.evaluate(
      () => (JSON.parse(localStorage.getItem('recoup.user') ?? '{}') as { _id?: string })._id ?? '',
    );
    const push = (to: string, tag: string) =>
      tools.send('ServiceWorker.deliverPushMessage', {
        origin: product.url,
        registrationId,
        data: JSON.stringify({ kind: 'ALLOCATION', count: 12, tag, url: 'notifications', to }),
      });
    await push(userId, 'own');
    await expect.poll(() => shownBodies(page)).toEqual(['Loans allocated to you: 12']);
    await push('01890000-0000-7000-8000-000000000000', 'other');
    await expect
      .poll(async () => (await shownBodies(page)).toSorted())
      .toEqual(['Loans allocated to you: 12', 'There is something new in Recoup.']);
  },
);
