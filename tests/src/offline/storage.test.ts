import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '../../../src/offline/id.ts';
import { beginLoggedIn, clearStorage, page, server, user } from './one-phone.ts';
import { logIn, pulledLoan, visitOf } from './support.ts';

beforeEach(async () => {
  await beginLoggedIn({ loans: [pulledLoan()] });
});
afterEach(() => {
  vi.restoreAllMocks();
});

type Put = (this: IDBObjectStore, value: unknown, key?: IDBValidKey) => IDBRequest<IDBValidKey>;

const full = () => Object.assign(new Error('No room.'), { name: 'QuotaExceededError' });

it('a phone that is full says so: nothing was saved, and what was saved before is untouched', async () => {
  await page.saveOperation(visitOf(newId()));
  vi.spyOn(page.outboxOf(user._id).operations, 'add').mockRejectedValue(full());
  await expect(page.saveOperation(visitOf(newId()))).rejects.toMatchObject({
    code: 'STORAGE_FULL',
  });
  expect(await page.listOutbox()).toHaveLength(1);
});

it('gives up delivered files first, then the cache, before it refuses to save', async () => {
  const add = vi.spyOn(page.outboxOf(user._id).operations, 'add');
  add.mockRejectedValueOnce(full());
  await page.saveOperation(visitOf(newId()));
  expect(await page.searchLoans()).toHaveLength(1);
  add.mockRejectedValueOnce(full()).mockRejectedValueOnce(full());
  await page.saveOperation(visitOf(newId()));
  expect(await page.listOutbox()).toHaveLength(2);
  expect(await page.searchLoans()).toHaveLength(0);
});

it('a pull that finds no room leaves the cursor where it was', async () => {
  server.pages.push({ loans: [pulledLoan()], gone: [] });
  const { loanBlocks } = page.cacheOf(user._id);
  vi.spyOn(loanBlocks, 'bulkPut').mockRejectedValueOnce(full()).mockRejectedValueOnce(full());
  await expect(page.pull()).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  expect(await page.searchLoans()).toHaveLength(1);
  await page.pull();
  expect(await page.searchLoans()).toHaveLength(2);
});

it('a save that is repeated under the same id is kept once', async () => {
  const visit = { ...visitOf(newId()), opId: newId() };
  await page.saveOperation(visit);
  await page.saveOperation(visit);
  expect(await page.listOutbox()).toHaveLength(1);
  await page.deliverAuthor(user._id);
  await page.saveOperation(visit);
  expect((await page.outboxSummary()).unsent).toBe(0);
});

it('other work under an id that was saved before is told, never dropped', async () => {
  const [loanId, opId] = [newId(), newId()];
  await page.saveOperation({ ...visitOf(loanId, 'first'), opId });
  const second = () => page.saveOperation({ ...visitOf(loanId, 'second'), opId });
  await expect(second()).rejects.toMatchObject({ code: 'ALREADY_SAVED' });
  await page.deliverAuthor(user._id);
  await expect(second()).rejects.toMatchObject({ code: 'ALREADY_SAVED' });
});

it('a cleared outbox does not give old numbers to new work', async () => {
  server.lastSequence = 41;
  await page.onLogout();
  await page.outboxOf(user._id).delete();
  await clearStorage();
  await logIn(page, user);
  await page.saveOperation(visitOf(newId()));
  expect((await page.listOutbox())[0]?.sequence).toBe(42);
});

describe('the browser’s storage', () => {
  const MB = 1_000_000;
  let asked = 0;
  const phoneWith = (freeBytes: number) => {
    asked = 0;
    const storage = {
      estimate: () => Promise.resolve({ usage: 500 * MB, quota: 500 * MB + freeBytes }),
      persisted: () => Promise.resolve(false),
      persist: () => {
        asked += 1;
        return Promise.resolve(false);
      },
    };
    vi.stubGlobal('navigator', { storage });
  };
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('saves a visit with its letter although the browser does not tell how much room there is', async () => {
    vi.stubGlobal('navigator', {
      storage: { estimate: () => new Promise(() => undefined), persisted: async () => false },
    });
    const letter = {
      kind: 'supportingDoc' as const,
      name: 'letter.pdf',
      contentType: 'application/pdf',
      bytes: new ArrayBuffer(300_000),
    };
    await page.saveOperation({ ...visitOf(newId()), files: [letter] });
    expect(await page.listOutbox()).toHaveLength(1);
  });

  it('with room for many photos says so and gives up nothing', async () => {
    phoneWith(300 * MB);
    expect(await page.roomForPhoto()).toBe('enough');
    expect(await page.searchLoans()).toHaveLength(1);
    expect(await page.storageHealth()).toMatchObject({ isLow: false, isFull: false });
  });

  it('nearly full warns before a photo is taken', async () => {
    phoneWith(20 * MB);
    expect(await page.roomForPhoto()).toBe('low');
    expect(await page.storageHealth()).toMatchObject({ isLow: true, isFull: false });
  });

  it('full says so before a photo is taken; only a save that finds no room takes the loans’, never what waits', async () => {
    await page.saveOperation(visitOf(newId()));
    phoneWith(0);
    expect(await page.roomForPhoto()).toBe('low');
    const bytes = new Uint8Array(2000).buffer;
    const photo = { kind: 'photo' as const, name: 'p.jpg', contentType: 'image/jpeg', bytes };
    await page.saveOperation({ ...visitOf(newId()), files: [photo] });
    expect(await page.searchLoans()).toHaveLength(1);
    const add = vi.spyOn(page.outboxOf(user._id).operations, 'add');
    add.mockRejectedValueOnce(full()).mockRejectedValueOnce(full());
    await page.saveOperation({ ...visitOf(newId()), files: [photo] });
    expect(await page.searchLoans()).toHaveLength(0);
    expect(await page.roomForPhoto()).toBe('full');
    expect(await page.listOutbox()).toHaveLength(3);
    expect(await page.storageHealth()).toMatchObject({ isFull: true });
  });

  it('full is found out by a write where the browser names a generous quota', async () => {
    phoneWith(300 * MB);
    const real = Reflect.get(IDBObjectStore.prototype, 'put') as Put;
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      value: unknown,
      key?: IDBValidKey,
    ) {
      if (key === 'room-probe') throw new DOMException('No room.', 'QuotaExceededError');
      return real.call(this, value, key);
    });
    expect(await page.roomForPhoto()).toBe('low');
    expect(await page.storageHealth()).toMatchObject({ isLow: true, isFull: true });
    put.mockRestore();
    expect(await page.roomForPhoto()).toBe('enough');
    expect(await page.storageHealth()).toMatchObject({ isLow: false, isFull: false });
  });

  it('is asked once to keep what is here, then not for a week; a button asks at once', async () => {
    phoneWith(300 * MB);
    expect(await page.keepPersistent()).toBe(false);
    await page.keepPersistent();
    expect(asked).toBe(1);
    await page.requestPersistence();
    expect(asked).toBe(2);
  });
});
