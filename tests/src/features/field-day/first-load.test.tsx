// @vitest-environment page
import { beforeEach, expect, it, vi } from 'vitest';
import { FakeServer, newPhone, newUser, pulledLoan } from '../../offline/support.ts';
import { showDay, shown, standIn } from './day.tsx';

beforeEach(standIn);

/** The day of a phone whose first load broke off after so many of its two pages. */
async function dayAfterCut(pages: number) {
  const server = new FakeServer();
  server.install();
  for (const Customer_Name of ['Came Before', 'Came After'])
    server.pages.push({ loans: [pulledLoan({ Customer_Name })], gone: [] });
  server.pullsUntilKill = pages;
  const page = await newPhone();
  const user = newUser();
  vi.stubGlobal('localStorage', { getItem: () => user._id });
  await page.onLogin({ user, password: 'secret-1' });
  await page.pull().catch(() => undefined);
  return showDay(user);
}

const CUT = 'Not all of your loans are on this phone yet';

it('a first load that brought nothing is not told as a day without loans', async () => {
  const screen = await dayAfterCut(0);
  await shown(() => expect(screen.text()).toContain(CUT));
  expect(screen.text()).not.toContain('No loans on this phone');
});

it('a first load that broke off half way says that more is to come', async () => {
  const screen = await dayAfterCut(1);
  await shown(() => expect(screen.text()).toContain(CUT));
  expect(screen.text()).toContain('Others');
});
