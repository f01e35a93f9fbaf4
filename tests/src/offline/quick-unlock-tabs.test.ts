import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeFiles } from './fake-files.ts';
import { beginLoggedIn, page, reload, user } from './one-phone.ts';
import { loadPage } from './support.ts';
import type { Page } from './support.ts';

const PIN = '482915';
let other: Page;

/** The browser's locks, one for all tabs: who asks first has it first. */
function locksOfTheBrowser() {
  const last = new Map<string, Promise<unknown>>();
  return {
    request: async <Result>(name: string, _options: unknown, work: () => Promise<Result>) => {
      const run = (last.get(name) ?? Promise.resolve()).then(work);
      last.set(
        name,
        run.catch(() => undefined),
      );
      return run;
    },
  };
}

/** What is noted of the person's PIN. */
const record = async () => {
  const found = await page.readQuickUnlock(user._id);
  if (found === null) throw new Error('There is none.');
  return found;
};

beforeEach(async () => {
  const { storage } = new FakeFiles();
  vi.stubGlobal('navigator', { storage, locks: locksOfTheBrowser() });
  await beginLoggedIn({}, 'right-password');
  await page.setUpQuickUnlock({ kind: 'pin', pin: PIN }, null);
  await page.lock();
  await page.changeQuickUnlock(await record(), (known) => ({ ...known, failedTries: 4 }));
  await reload();
  other = await loadPage();
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('a PIN after four wrong ones, in two tabs,', () => {
  it('that is right in both at once opens both and has all its tries again', async () => {
    const tabs = [page, other].map((tab) => tab.quickUnlock(user._id, { pin: PIN }));
    expect(await Promise.all(tabs)).toEqual([user, user]);
    expect((await record()).failedTries).toBe(0);
  });

  it('that is being checked as the last try is not erased by a tab that looks meanwhile', async () => {
    const decrypt = crypto.subtle.decrypt.bind(crypto.subtle);
    let looked: Promise<unknown[]> | undefined;
    vi.spyOn(crypto.subtle, 'decrypt').mockImplementationOnce(async (...given) => {
      expect((await record()).failedTries).toBe(5);
      looked = other.listQuickUnlocks();
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
      return decrypt(...given);
    });
    expect(await page.quickUnlock(user._id, { pin: PIN })).toEqual(user);
    expect(await looked).toHaveLength(1);
  });
});
