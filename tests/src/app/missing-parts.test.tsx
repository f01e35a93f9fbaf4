// @vitest-environment page
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { loadOr, watchMissingParts } from '../../../src/app/missing-parts.ts';
import { PartAway } from '../../../src/app/part-away.tsx';
import { render } from '../support/render.tsx';

watchMissingParts();
afterEach(() => vi.restoreAllMocks());

/** What the bundler's loader does with a file that does not come. */
async function lost(): Promise<string> {
  const payload = new Error('Unable to preload CSS for /assets/desk.css');
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }));
  throw payload;
}

const broken = async () => Promise.reject(new Error('The part itself is wrong.'));

it('has something else in the place of a part that could not be brought; other faults stay faults', async () => {
  expect(await loadOr(lost, 'nothing yet')).toBe('nothing yet');
  expect(await loadOr(async () => 'the part', 'nothing yet')).toBe('the part');
  await expect(loadOr(broken, '')).rejects.toThrow('itself is wrong');
});

it('says that the screen needs the network, and loads the app again once there is one', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await render(<PartAway />);
  expect(document.body.textContent).toContain('No network');
  // It is a screen like others: with a heading, and the tab no longer names the one before.
  expect(document.querySelectorAll('h1')).toHaveLength(1);
  expect(document.title).toMatch(/^No network/);
  expect(reload).not.toHaveBeenCalled();
  onLine.mockReturnValue(true);
  await act(async () => {
    window.dispatchEvent(new Event('online'));
  });
  expect(reload).toHaveBeenCalledOnce();
});
