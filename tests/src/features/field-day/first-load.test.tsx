// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { PATIENCE } from '../../../support/patience.ts';
import { FakeServer, newPhone, newUser, pulledLoan } from '../../offline/support.ts';

beforeEach(() => {
  Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
  Object.defineProperty(navigator, 'locks', { configurable: true, value: undefined });
});

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
  const { render } = await import('../../support/render.tsx');
  const { FieldDayScreen } =
    await import('../../../../src/features/field-day/field-day-screen.tsx');
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <FieldDayScreen user={user} />
    </QueryClientProvider>,
  );
  onTestFinished(screen.unmount);
  const shows = (words: string) =>
    vi.waitFor(async () => {
      await act(async () => undefined);
      expect(screen.text()).toContain(words);
    }, PATIENCE);
  return { screen, shows };
}

const CUT = 'Not all of your loans are on this phone yet';

it('a first load that brought nothing is not told as a day without loans', async () => {
  const { screen, shows } = await dayAfterCut(0);
  await shows(CUT);
  expect(screen.text()).not.toContain('No loans on this phone');
});

it('a first load that broke off half way says that more is to come', async () => {
  const { screen, shows } = await dayAfterCut(1);
  await shows(CUT);
  expect(screen.text()).toContain('Others');
});
