import 'fake-indexeddb/auto';
import { beforeEach, expect, it, vi } from 'vitest';
import type { LoggedInUser } from '../../contract/auth.ts';
import { newId } from '../../src/offline/id.ts';
import { newSyncTag } from '../../src/offline/sync-tag.ts';
import { deliverInBackground } from '../../sw/background-delivery.ts';
import { FakeServer, logIn, newPhone, newUser, visitOf } from '../src/offline/support.ts';
import type { Page } from '../src/offline/support.ts';

const TAG = newSyncTag();
let server: FakeServer;
let page: Page;
let user: LoggedInUser;

beforeEach(async () => {
  server = new FakeServer();
  server.install();
  page = await newPhone();
  user = newUser();
  await logIn(page, user);
});

it('leaves other sync events alone', () => {
  expect(deliverInBackground('somebody-elses')).toBeNull();
});

it('delivers after the logout, without any session, and asks to be woken again until all is gone', async () => {
  await page.saveOperation(visitOf(newId()));
  await page.onLogout();
  const { deliverInBackground: deliver } = await freshWorker();
  server.nextFault = () => 'lostRequest';
  await expect(deliver(TAG)).rejects.toThrow('Not everything');
  server.nextFault = () => 'none';
  await deliver(TAG);
  expect(server.operations).toHaveLength(1);
});

it('does not ask again when only a person can help', async () => {
  await page.saveOperation(visitOf(newId()));
  server.refuse = () => 422;
  const { deliverInBackground: deliver } = await freshWorker();
  await deliver(TAG);
  expect(server.operations).toHaveLength(0);
});

/** A worker that the browser has just started: no memory of the page's. */
async function freshWorker() {
  vi.resetModules();
  return import('../../sw/background-delivery.ts');
}
