import { beforeEach, expect, it } from 'vitest';
import { newId } from '../../../src/offline/id.ts';
import { beginLoggedIn, page, user } from './one-phone.ts';
import { logIn } from './support.ts';

beforeEach(() => beginLoggedIn());

const begin = async () => {
  const visit = { visitId: newId(), startedAt: 1, about: null, values: {} };
  await page.saveDraft(`visit:${newId()}`, visit);
};

const told = async () => (await page.outboxSummary()).lostForms;

it('forms lost with an old password are told at the next login, with their days, until the person knows', async () => {
  const before = Date.now();
  await begin();
  await begin();
  await page.saveDraft(`visit-files:${newId()}`, []);
  await page.saveDraft(`call:${newId()}`, {});
  expect(await told()).toEqual([]);
  await page.onLogout();
  await logIn(page, user, 'set-by-an-administrator');
  const lost = await told();
  expect(lost).toHaveLength(3);
  for (const at of lost) expect(at).toBeGreaterThanOrEqual(before);
  await page.onLogout();
  await logIn(page, user, 'set-once-more');
  expect(await told()).toEqual(lost);
  await page.markLostFormsTold();
  expect(await told()).toEqual([]);
});

it('a login that opens what was kept loses nothing and says nothing', async () => {
  await begin();
  await page.onLogout();
  await logIn(page, user);
  expect(await told()).toEqual([]);
});

it('forms that went with a device that a manager ended are told as well', async () => {
  await begin();
  const { dropReadable } = await import('../../../src/offline/device-wipe-steps.ts');
  await dropReadable(user._id);
  await logIn(page, user);
  expect(await told()).toHaveLength(1);
});
