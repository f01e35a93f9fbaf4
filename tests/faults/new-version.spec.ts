import { expect, test } from '@playwright/test';
import { expectAllDelivered } from './support/check.ts';
import { fault, uploadPart } from './support/faults.ts';
import { lab, ownLab, phone, startPhone } from './support/own-lab.ts';
import { unsentOf } from './support/phone-store.ts';
import { document } from './support/sample-files.ts';

ownLab();

const parts = () => lab.proxy.seen(uploadPart).length;
/** Parts that are only on their way are none of these. */
const hung = () => lab.proxy.seen(uploadPart).filter((part) => part.fault === 'hung').length;

/** From now on the server has another worker, as after a new build. */
async function publish(): Promise<void> {
  const response = await fetch(`${lab.product.url}/service-worker.js`);
  const body = `${await response.text()}\n// another version\n`;
  const headers = { 'content-type': 'text/javascript', 'cache-control': 'no-cache' };
  lab.proxy.inject(
    { method: 'GET', path: /\/service-worker\.js$/, times: Infinity },
    { kind: 'made-answer', isDone: false, answer: { status: 200, headers, body } },
  );
}

test('33: a new worker takes over in the middle of a delivery whose line hangs, and goes on with it', async () => {
  await startPhone();
  const [first, second, third] = phone.agent.loans;
  lab.proxy.cut();
  await phone.saveVisit(first, { documents: [document(900_000)] });
  await phone.saveVisit(second, { documents: [document(900_000)] });
  await phone.saveVisit(third);
  await phone.closeApp();
  lab.proxy.line.setSpeed({ bytesPerSecond: 150_000 });
  lab.proxy.restore();
  await phone.sync();
  await expect.poll(parts).toBeGreaterThan(0);

  const page = phone.page();
  // What is on its way doesn't come to its end by itself: the old worker would be at it for minutes.
  lab.proxy.inject({ ...uploadPart, times: 1 }, fault.hung);
  lab.proxy.line.setSpeed({ bytesPerSecond: 400_000 });
  await page.goto(`${lab.proxy.url}/field-agent-loans`);
  await publish();
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update();
  });
  const banner = page.getByRole('complementary', { name: 'A new version is ready.' });
  await expect(banner).toBeVisible();
  const { files } = unsentOf(await phone.outbox());
  expect(files.length, 'it is in the middle of a delivery').toBeGreaterThan(0);
  // The part before it may still be on its way over the slow line.
  await expect.poll(hung, { message: 'a part hangs' }).toBeGreaterThan(0);
  const reloaded = page.waitForEvent('load');
  await banner.getByRole('button', { name: 'Update' }).click();
  await reloaded;
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  lab.proxy.line.setSpeed({ bytesPerSecond: null });
  await expectAllDelivered(lab, phone);
});
