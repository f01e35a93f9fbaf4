import { beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '../../../src/offline/id.ts';
import { FakeFiles } from './fake-files.ts';
import { beginLoggedIn, page, reload, server, user } from './one-phone.ts';
import { logIn, newUser, photoOf, pulledLoan, visitOf } from './support.ts';

beforeEach(async () => {
  await beginLoggedIn({ loans: [pulledLoan()] });
  await page.saveDraft('visit', { remarks: 'half a sentence' });
});

/** What of a user's can be read on this device by whoever finds its databases. */
async function readable(): Promise<string[]> {
  const cache = page.cacheOf(user._id);
  const outbox = page.outboxOf(user._id);
  const found: string[] = [];
  if ((await cache.loanBlocks.count()) > 0) found.push('loans');
  if ((await outbox.operations.toArray()).some((row) => row.own !== null)) found.push('copies');
  if ((await outbox.receipts.toArray()).some((row) => row.own !== null)) found.push('sent copies');
  if ((await outbox.fileBytes.toArray()).some((row) => row.own !== null)) found.push('pictures');
  const { readDeviceValue, readVault } = await import('../../../src/offline/device-store.ts');
  if ((await readVault(user._id)) !== null) found.push('vault');
  if ((await readDeviceValue('open-vault')) !== null) found.push('open key');
  if ((await readDeviceValue(`draft:${user._id}:visit`)) !== null) found.push('draft');
  return found;
}

describe('a device that a manager ended', () => {
  it('delivers what waits, then drops all that can be read, then says so', async () => {
    await page.saveOperation({ ...visitOf(newId()), files: [photoOf()] });
    expect(await readable()).toEqual(['loans', 'copies', 'pictures', 'vault', 'open key', 'draft']);
    server.isWipeAsked = true;
    await page.deliverAll();
    expect(server.operations).toHaveLength(1);
    expect(server.files.size).toBe(1);
    expect(await readable()).toEqual([]);
    expect(page.isUnlocked()).toBe(false);
    expect(server.wipesConfirmed).toBe(1);
    await expect(page.unlockOffline(user.username, 'secret-1')).rejects.toThrow('UNKNOWN_USER');
  });

  it('keeps what could not be delivered, sealed, and goes on trying', async () => {
    await page.saveOperation({ ...visitOf(newId(), 'poison'), files: [photoOf()] });
    server.isWipeAsked = true;
    server.refuse = () => 500;
    await page.deliverAll();
    expect(await readable()).toEqual([]);
    expect(await page.outboxOf(user._id).operations.count()).toBe(1);
    server.refuse = () => null;
    await page.sendNow();
    expect(server.operations).toHaveLength(1);
    expect(server.files.size).toBe(1);
  });

  it('learns it at a pull too', async () => {
    await page.saveOperation(visitOf(newId()));
    server.isWipeAsked = true;
    const { carryOutWipe } = await import('../../../src/offline/device-wipe.ts');
    await carryOutWipe(user._id);
    expect(server.operations).toHaveLength(1);
    expect(await readable()).toEqual([]);
  });

  it('is wiped though the network goes in the middle, and says so later', async () => {
    server.isWipeAsked = true;
    server.nextFault = ({ path }) => (path.endsWith('/wiped') ? 'lostRequest' : 'none');
    await page.saveOperation(visitOf(newId()));
    await page.deliverAll();
    expect(await readable()).toEqual([]);
    expect(server.wipesConfirmed).toBe(0);
    server.nextFault = () => 'none';
    await reload();
    await page.deliverAll();
    expect(server.wipesConfirmed).toBe(1);
  });

  it('is opened by nobody any more, though it was cut off before anything was dropped', async () => {
    vi.stubGlobal('navigator', { storage: new FakeFiles().storage });
    await page.setUpQuickUnlock({ kind: 'pin', pin: '482915' }, null);
    const { noteWipeAsked } = await import('../../../src/offline/device-wipe-note.ts');
    await noteWipeAsked(user._id);
    server.nextFault = () => 'lostRequest';
    await reload();
    expect(await page.restoreSession()).toBeNull();
    await expect(page.quickUnlock(user._id, { pin: '482915' })).rejects.toThrow('NO_QUICK_UNLOCK');
    await expect(page.unlockOffline(user.username, 'secret-1')).rejects.toThrow('UNKNOWN_USER');
    await page.deliverAll();
    expect(await readable()).toEqual([]);
  });

  it('hears it though its queue waits for a login: it asks now and then', async () => {
    await page.saveOperation(visitOf(newId()));
    server.nextFault = () => '401';
    await page.deliverAll();
    server.nextFault = () => 'none';
    server.isWipeAsked = true;
    await page.deliverAfresh();
    expect(await readable()).toContain('vault');
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 16 * 60_000);
    await page.deliverAll();
    expect(await readable()).toEqual([]);
    expect(server.wipesConfirmed).toBe(1);
  });

  it('by the worker, while nobody looks', async () => {
    await page.saveOperation(visitOf(newId()));
    server.isWipeAsked = true;
    vi.resetModules();
    const worker = await import('../../../sw/background-delivery.ts');
    await worker.deliverQuietly();
    expect(await readable()).toEqual([]);
    expect(server.wipesConfirmed).toBe(1);
  });

  it('for one user leaves the others their own', async () => {
    await page.saveOperation(visitOf(newId()));
    await page.onLogout();
    const other = newUser('bala');
    server.nextFault = () => 'lostRequest';
    await logIn(page, other);
    await page.saveOperation(visitOf(newId()));
    server.nextFault = () => 'none';
    server.isWipeAskedFor = user._id;
    await page.sendNow();
    expect(await readable()).toEqual(['open key']);
    expect(page.isUnlocked()).toBe(true);
    expect((await page.listOutbox())[0]?.body).not.toBeNull();
  });
});

it('a login on a device that was ended begins with nothing of before', async () => {
  await page.saveOperation(visitOf(newId()));
  await page.onLogout();
  server.isWipeAsked = true;
  await page.onLogin({ user, password: 'secret-1' });
  await page.deliverAll();
  expect(server.isWipeAsked).toBe(false);
  expect(server.operations).toHaveLength(1);
  expect(await readable()).toEqual(expect.arrayContaining(['vault', 'open key']));
  expect(await readable()).not.toContain('draft');
  const { opId } = await page.saveOperation(visitOf(newId()));
  await page.deliverAll();
  expect(server.operations.at(-1)?.opId).toBe(opId);
});
