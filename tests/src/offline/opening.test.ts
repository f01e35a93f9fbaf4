import { expect, it } from 'vitest';
import type { OpeningPicture } from '../../../src/lib/opening-picture.ts';
import type * as Keep from '../../../src/offline/opening-keep.ts';
import type * as Record from '../../../src/offline/opening-record.ts';
import type * as Signals from '../../../src/offline/signals.ts';
import type * as Holders from '../../../src/offline/key-holders.ts';
import type * as Values from '../../../src/offline/device-store.ts';
import { FakeServer, loadPage, logIn, newPhone, newUser } from './support.ts';

const PICTURE: OpeningPicture = {
  html: '<main>Asha Verma</main>',
  styles: '',
  address: '/field-agent-loans',
  width: 390,
  build: 'this',
  language: 'en',
  takenAt: 0,
  until: 1,
};

async function newPage(load: typeof newPhone = loadPage) {
  const page = await load();
  const keep: typeof Keep = await import('../../../src/offline/opening-keep.ts');
  const record: typeof Record = await import('../../../src/offline/opening-record.ts');
  const signals: typeof Signals = await import('../../../src/offline/signals.ts');
  const holders: typeof Holders = await import('../../../src/offline/key-holders.ts');
  const values: typeof Values = await import('../../../src/offline/device-store.ts');
  return { ...page, ...keep, ...record, ...signals, ...holders, ...values };
}

/** A phone on which the picture was kept. */
async function keptOn() {
  new FakeServer().install();
  const before = await newPage(newPhone);
  const user = newUser();
  await logIn(before, user);
  const stored = () => before.readDeviceValue<{ data: ArrayBuffer }>(before.openingName(user._id));
  // Pages of other tests in this process say that something changed, too.
  await expect
    .poll(async () => {
      await before.keepOpening(() => PICTURE);
      return stored();
    })
    .not.toBeNull();
  return { before, user, stored };
}

it('a start reads the picture with the key of an open page and restores the vault with the same; nobody else, and not after a logout', async () => {
  const { before, user } = await keptOn();
  const after = await newPage();
  const other = newUser();
  expect(await after.readOpening(user._id)).toEqual(PICTURE);
  expect(await after.readOpening(other._id)).toBeNull();
  expect((await after.restoreSession())?._id).toBe(user._id);
  await before.onLogout();
  expect(await after.readOpening(user._id)).toBeNull();
});

it('what lies there says nothing by itself', async () => {
  const { stored } = await keptOn();
  const { data } = (await stored()) ?? { data: new ArrayBuffer(0) };
  expect(data.byteLength).toBeGreaterThan(0);
  expect(Buffer.from(data).toString('latin1')).not.toContain('Asha');
});

it.each(['outbox', 'loans'] as const)('a change of %s forgets it', async (topic) => {
  const { before, stored } = await keptOn();
  before.announce(topic);
  await expect.poll(stored).toBeNull();
});

it('a picture that was begun before a change is not kept after it', async () => {
  const { before, stored } = await keptOn();
  await before.keepOpening(() => {
    before.announce('outbox');
    return PICTURE;
  });
  await expect.poll(stored).toBeNull();
});

it('a screen that cannot be shown so keeps none, and another password forgets what was kept', async () => {
  const { before, user, stored } = await keptOn();
  await before.keepOpening(() => null);
  expect(await stored()).not.toBeNull();
  await before.onLogout();
  await before.onLogin({ user, password: 'another-password' });
  expect(await stored()).toBeNull();
});
