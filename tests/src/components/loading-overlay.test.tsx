// @vitest-environment page
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LoadingOverlay } from '../../../src/components/loading-overlay.tsx';
import { loadingStore, startLoading, whileLoading } from '../../../src/lib/loading-flag.ts';
import { render } from '../support/render.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const start = () => act(async () => startLoading());
const end = (stop: () => void) => act(async () => stop());
const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms));

it('shows nothing of a wait shorter than 300 ms', async () => {
  const shown = await render(<LoadingOverlay />);
  const stop = await start();
  await pass(250);
  await end(stop);
  await pass(1000);
  expect(shown.one('output').textContent).toBe('');
});

it('says that it loads, and stays long enough not to flicker', async () => {
  const shown = await render(<LoadingOverlay />);
  const stop = await start();
  await pass(310);
  expect(shown.one('output').textContent).toBe('Loading…');
  expect(shown.one('output').getAttribute('aria-busy')).toBe('true');
  await end(stop);
  await pass(200);
  expect(shown.one('output').textContent).toBe('Loading…');
  await pass(200);
  expect(shown.one('output').textContent).toBe('');
});

it('is set until the last of several works has ended, and also when one fails', async () => {
  const stop = startLoading();
  await expect(whileLoading(Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(loadingStore.get()).toBe(true);
  stop();
  stop();
  expect(loadingStore.get()).toBe(false);
});
