// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { FakeServer, logIn, newPhone, newUser, pulledLoan } from '../../offline/support.ts';
import { PATIENCE } from '../../../support/patience.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('a day that stands open over midnight is the next one: its date, its groups and its chips', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-28T23:50:00+05:30') });
  Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
  Object.defineProperty(navigator, 'locks', { configurable: true, value: undefined });
  const server = new FakeServer();
  server.install();
  const promised = pulledLoan({ promiseDate: '2026-11-29', promiseAmount: 500 });
  const planned = pulledLoan({ visitDate: '2026-11-29' });
  server.pages.push({ loans: [promised, planned], gone: [] });
  const page = await newPhone();
  const user = newUser();
  await logIn(page, user);
  await page.pull();
  const { render } = await import('../../support/render.tsx');
  const { FieldDayScreen } =
    await import('../../../../src/features/field-day/field-day-screen.tsx');
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <FieldDayScreen user={user} />
    </QueryClientProvider>,
  );
  onTestFinished(screen.unmount);
  const sections = () =>
    screen.all('button').flatMap(({ textContent }) => /^[1-9]\d*\D+$/.exec(textContent) ?? []);
  await vi.waitFor(async () => {
    await act(async () => undefined);
    expect(sections()).toEqual(['2Others']);
  }, PATIENCE);
  expect(screen.text()).toContain('28-11-2026');
  expect(screen.text()).toContain('₹500 · 29-11-2026');
  vi.setSystemTime(new Date('2026-11-29T06:30:00+05:30'));
  // The phone is taken out of the pocket: nothing new has come, nothing was typed.
  await act(async () => document.dispatchEvent(new Event('visibilitychange')));
  expect(sections()).toEqual(['1Visits', '1Today']);
  expect(screen.text()).toContain('29-11-2026');
  expect(screen.text()).toContain('₹500 · due today');
});
