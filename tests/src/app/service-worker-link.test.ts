// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { linkServiceWorker, updateStore } from '../../../src/app/service-worker-link.ts';

/** The browser's side: which worker waits, and which one is in charge of this tab. */
const browser = vi.hoisted(() => ({
  told: new Map<string, () => void>(),
  skipWaiting: (): void => undefined,
}));

vi.mock('workbox-window', () => ({
  Workbox: class {
    addEventListener(name: string, listener: () => void) {
      browser.told.set(name, listener);
    }
    messageSkipWaiting() {
      browser.skipWaiting();
    }
    async register() {
      return undefined;
    }
  },
}));

const tell = (name: 'waiting' | 'controlling') => browser.told.get(name)?.();
let reload = vi.fn<() => void>();

beforeEach(() => {
  vi.stubEnv('PROD', true);
  reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  browser.skipWaiting = () => tell('controlling');
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  updateStore.set(null);
});

async function open(controller: object | null): Promise<void> {
  Object.defineProperty(navigator, 'serviceWorker', { value: { controller }, configurable: true });
  await linkServiceWorker();
}

const running = { postMessage: () => undefined };

it('a version that is taken here is loaded; nothing loads by itself', async () => {
  await open(running);
  tell('waiting');
  expect(reload).not.toHaveBeenCalled();
  updateStore.get()?.();
  expect(reload).toHaveBeenCalledOnce();
});

it.each([true, false])(
  'a version that another tab took is still offered, and taking it loads it (told while it waited: %s)',
  async (isTold) => {
    await open(running);
    if (isTold) tell('waiting');
    tell('controlling');
    expect(reload).not.toHaveBeenCalled();
    // None waits any more: asking it to take over changes nothing.
    browser.skipWaiting = () => undefined;
    updateStore.get()?.();
    expect(reload).toHaveBeenCalledOnce();
  },
);

it('the first worker of a tab is no new version', async () => {
  await open(null);
  tell('controlling');
  expect(updateStore.get()).toBeNull();
});
