// @vitest-environment page
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { FakeServer, logIn, newPhone, newUser, pulledLoan } from '../../offline/support.ts';
import { showDay, shown, standIn } from './day.tsx';

afterEach(() => {
  vi.useRealTimers();
});

it('a day that stands open over midnight is the next one: its date, its groups and its chips', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-28T23:50:00+05:30') });
  standIn();
  const server = new FakeServer();
  server.install();
  const promised = pulledLoan({ promiseDate: '2026-11-29', promiseAmount: 500 });
  const planned = pulledLoan({ visitDate: '2026-11-29' });
  server.pages.push({ loans: [promised, planned], gone: [] });
  const page = await newPhone();
  const user = newUser();
  await logIn(page, user);
  await page.pull();
  const screen = await showDay(user);
  const sections = () =>
    screen.all('button').flatMap(({ textContent }) => /^[1-9]\d*\D+$/.exec(textContent) ?? []);
  await shown(() => expect(sections()).toEqual(['2Others']));
  expect(screen.text()).toContain('28-11-2026');
  expect(screen.text()).toContain('₹500 · 29-11-2026');
  vi.setSystemTime(new Date('2026-11-29T06:30:00+05:30'));
  // The phone is taken out of the pocket: nothing new has come, nothing was typed.
  await act(async () => document.dispatchEvent(new Event('visibilitychange')));
  expect(sections()).toEqual(['1Visits', '1Today']);
  expect(screen.text()).toContain('29-11-2026');
  expect(screen.text()).toContain('₹500 · due today');
});
