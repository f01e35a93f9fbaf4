import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { goInside } from '../e2e/support/page-watch.ts';
import type { AgentPhone } from './support/agent-phone.ts';
import { expectAllDelivered } from './support/check.ts';
import { lab, ownLab, phone, startPhone } from './support/own-lab.ts';
import { PIN, lockPhone, pinInput, setPin } from './support/phone-pin.ts';
import { fillStorage } from './support/phone-storage.ts';
import { document } from './support/sample-files.ts';
import { SOAK } from '../support/soak.ts';

/* Behind the lock a phone keeps what it shows, and a full one its PIN. */

ownLab();

/** Where the cards in sight stand, pixels. */
const placesOf = async (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...window.document.querySelectorAll('li[data-index]')]
      .map((card) => ({ top: card.getBoundingClientRect().top, name: card.textContent }))
      .filter(({ top }) => top > 0 && top < window.innerHeight)
      .map(({ top, name }) => `${top} ${name.slice(0, 20)}`)
      .toSorted(),
  );

/** The same once all rows near the screen are there and measured. */
async function stillPlacesOf(page: Page): Promise<string[]> {
  let places: string[] = [];
  await expect(async () => {
    places = await placesOf(page);
    await page.waitForTimeout(700);
    expect(await placesOf(page)).toEqual(places);
  }).toPass();
  return places;
}

test(
  'a list that was scrolled stands after the lock as it stood before it, card by card',
  SOAK,
  async () => {
    await startPhone({ loans: 40 });
    const page = phone.page();
    await lab.db.execute(sql`update loans set address = repeat('A house at the old temple ', 4)
    where field_agent_id = ${phone.agent.id} and right(loan_number, 1) in ('2', '5', '7')`);
    await lab.db.execute(sql`update allocations set changed_xid = pg_current_xact_id()
    where assignee_id = ${phone.agent.id}`);
    // A pull stops before the oldest transaction that runs.
    await expect(async () => {
      await page.getByRole('main').getByRole('button', { name: 'Refresh' }).click();
      const long = page.getByText('A house at the old temple').first();
      await expect(long).toBeVisible({ timeout: 3000 });
    }).toPass();
    await setPin(page);
    await goInside(page, '/field-agent-loans');
    await expect(page.getByText(/^Borrower \d+$/).first()).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, 1500));
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1400);
    const before = await stillPlacesOf(page);
    expect(before.length).toBeGreaterThan(4);
    await lockPhone(page);
    await pinInput(page).fill(PIN);
    await expect(page.getByRole('heading', { name: 'Phone locked' })).toHaveCount(0);
    expect(await stillPlacesOf(page)).toEqual(before);
  },
);

/** `isKeptFull`: what the phone frees to be opened is taken by something else. */
const fillAndLock = async (on: AgentPhone, isKeptFull: boolean): Promise<() => Promise<void>> => {
  await setPin(on.page());
  lab.proxy.cut();
  await on.saveVisit(on.freshLoan(), { documents: [document(200_000)] });
  await on.saveVisit(on.freshLoan());
  const makeRoom = await fillStorage(on);
  if (!isKeptFull) await on.page().evaluate(() => Reflect.deleteProperty(globalThis, 'stillFull'));
  await lockPhone(on.page());
  return makeRoom;
};

const openAndSend = async (on: AgentPhone): Promise<void> => {
  const page = on.page();
  await pinInput(page).fill('482916');
  await expect(page.getByText('4 more tries')).toBeVisible();
  await pinInput(page).fill('482917');
  await expect(page.getByText('3 more tries')).toBeVisible();
  await pinInput(page).fill(PIN);
  await expect(page.getByText('2 unsent').first()).toBeVisible();
  lab.proxy.restore();
  await on.sendNow();
  await expectAllDelivered(lab, on);
};

const fullPhone = { quotaBytes: 20_000_000 };

test(
  '44: a full phone is opened by its PIN, counts the wrong ones, and sends what waits',
  SOAK,
  async () => {
    await startPhone(fullPhone);
    await fillAndLock(phone, false);
    await openAndSend(phone);
  },
);

test(
  '44: without a byte left a phone says so, and its PIN opens it once there is room',
  SOAK,
  async () => {
    await startPhone(fullPhone);
    const makeRoom = await fillAndLock(phone, true);
    for (const pin of ['482918', PIN]) {
      await pinInput(phone.page()).fill(pin);
      await expect(phone.page().getByText('This device is full')).toBeVisible();
    }
    await makeRoom();
    await openAndSend(phone);
  },
);
