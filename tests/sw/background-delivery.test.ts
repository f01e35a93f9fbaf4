import 'fake-indexeddb/auto';
import { beforeEach, expect, it, vi } from 'vitest';
import { newId } from '../../src/offline/id.ts';
import { newSyncTag } from '../../src/offline/sync-tag.ts';
import { deliverInBackground } from '../../sw/background-delivery.ts';
import { beginLoggedIn, page, server } from '../src/offline/one-phone.ts';
import { photoOf, visitOf } from '../src/offline/support.ts';

const TAG = newSyncTag();

beforeEach(() => beginLoggedIn());

it('leaves other sync events alone', () => {
  expect(deliverInBackground({ tag: 'somebody-elses' })).toBeNull();
});

it('delivers after the logout, without any session, and asks to be woken again until all is gone', async () => {
  await page.saveOperation(visitOf(newId()));
  await page.onLogout();
  const { deliverInBackground: deliver } = await freshWorker();
  server.nextFault = () => 'lostRequest';
  await expect(deliver({ tag: TAG })).rejects.toThrow('Not everything');
  server.nextFault = () => 'none';
  await deliver({ tag: TAG });
  expect(server.operations).toHaveLength(1);
});

it('does not ask again when only a person can help', async () => {
  await page.saveOperation(visitOf(newId()));
  server.refuse = () => 422;
  const { deliverInBackground: deliver } = await freshWorker();
  await deliver({ tag: TAG });
  expect(server.operations).toHaveLength(0);
});

it('at the browser’s last try makes another registration, for as long as something can go later', async () => {
  await page.saveOperation(visitOf(newId()));
  const { deliverInBackground: deliver } = await freshWorker();
  const made: string[] = [];
  const occasion = {
    tag: TAG,
    isLastChance: true,
    register: async (tag: string) => {
      made.push(tag);
      throw new Error('No page is open.');
    },
  };
  server.nextFault = () => 'lostRequest';
  await expect(deliver(occasion)).rejects.toThrow('Not everything');
  server.nextFault = () => 'none';
  await deliver(occasion);
  expect(made).toHaveLength(1);
  expect(server.operations).toHaveLength(1);
});

it('two workers and a page that deliver at once do it once', async () => {
  for (let count = 0; count < 12; count += 1) await page.saveOperation(visitOf(newId()));
  const [old, replacing] = [await freshWorker(), await freshWorker()];
  await Promise.allSettled([
    old.deliverInBackground({ tag: TAG }),
    replacing.deliverQuietly(),
    page.deliverAll(),
  ]);
  await page.deliverAll();
  expect(server.operations.map((one) => one.runs)).toEqual(Array.from({ length: 12 }, () => 1));
  expect((await page.outboxSummary()).unsent).toBe(0);
});

it('delivers big files too', async () => {
  await page.saveOperation({ ...visitOf(newId()), files: [photoOf(300_000)] });
  await page.onLogout();
  const { deliverQuietly } = await freshWorker();
  await deliverQuietly();
  expect(server.files.size).toBe(1);
  expect(server.uploads.parts).toHaveLength(2);
});

/** A worker that the browser has just started: no memory of the page's. */
async function freshWorker() {
  vi.resetModules();
  return import('../../sw/background-delivery.ts');
}
