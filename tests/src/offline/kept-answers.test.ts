import { expect, it } from 'vitest';
import type * as Kept from '../../../src/offline/kept-answers.ts';
import type { Role } from '../../../contract/roles.ts';
import { FakeServer, newPhone, newUser } from './support.ts';

// A page of its own for each: `newPhone` loads the modules anew.
async function phoneOf(role: Role) {
  new FakeServer().install();
  const page = await newPhone();
  const user = { ...newUser(), role };
  await page.onLogin({ user, password: 'right-password' });
  const kept: typeof Kept = await import('../../../src/offline/kept-answers.ts');
  return { page, user, kept };
}

it('what the lender’s people read is there after a reload without a network, for them alone', async () => {
  const { page, user, kept } = await phoneOf('CUSTOMER');
  await kept.keepAnswer('queue', { data: ['Asha'] }, 1000);
  expect(await kept.readKeptAnswer('queue')).toEqual({ at: 1000, answer: { data: ['Asha'] } });
  await page.onLogout();
  expect(await kept.readKeptAnswer('queue')).toBeNull();
  await kept.keepAnswer('queue', { data: ['written though nobody is logged in'] });
  await expect(page.unlockOffline(user.username, 'wrong')).rejects.toMatchObject({
    code: 'WRONG_PASSWORD',
  });
  await page.unlockOffline(user.username, 'right-password');
  expect(await kept.readKeptAnswer('queue')).toEqual({ at: 1000, answer: { data: ['Asha'] } });
  await page.onLogout();
  await page.onLogin({ user: { ...newUser(), role: 'CUSTOMER' }, password: 'another-password' });
  expect(await kept.readKeptAnswer('queue')).toBeNull();
});

it('of whoever belongs to another lender now, nothing of the former one is shown any more', async () => {
  const { page, user, kept } = await phoneOf('CUSTOMER');
  await kept.keepAnswer('queue', { data: ['Asha'] });
  await page.onLogin({ user: { ...user, client: 'another-lender' }, password: 'right-password' });
  expect(await kept.readKeptAnswer('queue')).toBeNull();
});

it('of many answers the newest stay', async () => {
  const { kept } = await phoneOf('CLIENT_ADMIN');
  for (let at = 1; at <= 83; at += 1) await kept.keepAnswer(`one ${at}`, at, at);
  const [oldest, third, newest] = await Promise.all(
    ['one 1', 'one 4', 'one 83'].map((key) => kept.readKeptAnswer(key)),
  );
  expect([oldest, third?.answer, newest?.answer]).toEqual([null, 4, 83]);
});
