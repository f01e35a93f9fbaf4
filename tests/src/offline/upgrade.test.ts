import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { LoggedInUser } from '../../../contract/auth.ts';
import type { DatabaseVersion } from '../../../src/offline/lasting-database.ts';
import { putBack } from './device-fixture.ts';
import type { DatabaseFixture } from './device-fixture.ts';
import fixture from './fixtures/device-v1.json' with { type: 'json' };
import { FakeServer, loadPage, logIn, newPhone, visitOf } from './support.ts';
import type { Page } from './support.ts';
import { PATIENCE } from '../../support/patience.ts';

const user = fixture.user as LoggedInUser;
const [firstLoan = ''] = fixture.loans;
let server: FakeServer;
let page: Page;

const databases: readonly DatabaseFixture[] = fixture.databases;
/** What the phone has receipts of. */
const confirmedBefore = databases
  .flatMap((database) => database.stores)
  .filter(({ name }) => name === 'receipts')
  .flatMap((store) => store.rows)
  .map(({ value }) => value as { opId: string; confirmedAt: number });
/** The phone was put away then: what it shows and keeps depends on how long ago that was. */
const PUT_AWAY_AT = Math.max(...confirmedBefore.map(({ confirmedAt }) => confirmedAt));
const sinceThen = Date.now() - PUT_AWAY_AT;
const now = Date.now.bind(Date);

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(Date, 'now').mockImplementation(() => now() - sinceThen);
  server = new FakeServer();
  server.epoch = fixture.epoch;
  for (const { opId } of confirmedBefore) server.takenBefore.add(opId);
  server.install();
  await newPhone();
  await putBack(fixture.databases);
  page = await loadPage();
});

const check: DatabaseVersion['upgrade'] = (transaction) =>
  transaction.table('operations').toCollection().modify({ isChecked: true });

const half: DatabaseVersion['upgrade'] = async (transaction) => {
  await transaction.table('operations').clear();
  throw new Error('Killed.');
};

/** What the next release might add. */
function nextVersions(page: Page, upgrade?: DatabaseVersion['upgrade']): DatabaseVersion[] {
  const next: DatabaseVersion = {
    version: 2,
    stores: { operations: 'opId, sequence, loanId, state', notes: 'key' },
    ...(upgrade === undefined ? {} : { upgrade }),
  };
  return [...page.OUTBOX_VERSIONS, next];
}

describe('a phone that version 1 left with loans, a draft and waiting work', () => {
  it('is read by today’s version, and everything that waits is delivered once', async () => {
    await page.openVault(user, fixture.password);
    const items = await page.listOutbox();
    expect(items.map((item) => item.body?.remarks)).toEqual([
      ...fixture.waiting,
      'delivered before',
    ]);
    expect(await page.readDraft('visit:1')).toEqual({ remarks: 'half a sentence' });
    expect((await page.searchLoans()).map(({ loan }) => loan.Customer_Name)).toEqual([
      'Ravi Kumar',
      'Sita Devi',
    ]);
    await logIn(page, user, fixture.password);
    const parked = items.find((item) => item.state === 'attention');
    await page.retry(parked?.opId ?? '');
    await page.sendNow();
    const texts = server.operations.map(({ text }) =>
      fixture.waiting.find((one) => text.includes(one)),
    );
    expect(new Set(texts)).toEqual(new Set(fixture.waiting));
    expect(texts).toHaveLength(fixture.waiting.length);
    for (const fileId of fixture.waitingFiles) expect(server.files.has(fileId)).toBe(true);
    expect(await page.outboxSummary()).toMatchObject({ unsent: 0, attention: 0 });
  });

  it('loans without a mark count as differing, so that the first comparison brings them anew', async () => {
    server.shouldHold = fixture.loans.map((loanId) => ({ loanId, mark: '7', isComing: false }));
    await logIn(page, user, fixture.password);
    const cursor = await page.cacheOf(user._id).cursor.get('cursor');
    expect(cursor?.cursor).toBe('');
    expect(await page.searchLoans()).toHaveLength(2);
  });
});

describe('the next version', () => {
  it('finds all the work, adds what is new, and its rows survive a rollback and the way back', async () => {
    const next = new page.OutboxDatabase(user._id, nextVersions(page, check));
    const rows = await next.operations.where('state').anyOf('queued', 'parked').toArray();
    expect(rows).toHaveLength(fixture.waiting.length);
    expect(rows.every((row) => 'isChecked' in row)).toBe(true);
    next.close();
    // Rolled back: the older build works on what it knows.
    await logIn(page, user, fixture.password);
    await page.saveOperation(visitOf(firstLoan, 'saved by the older build'));
    await page.sendNow();
    expect(server.operations.map(({ text }) => text).join()).toContain('saved by the older build');
    page.outboxOf(user._id).close();
    const again = new page.OutboxDatabase(user._id, nextVersions(page, check));
    expect(await again.receipts.count()).toBe(4);
    expect(again.backendDB().version).toBe(20);
    again.close();
  });

  it('a kill in the middle of its upgrade leaves version 1 whole; the next start upgrades', async () => {
    const next = new page.OutboxDatabase(user._id, nextVersions(page, half));
    await expect(next.operations.count()).rejects.toThrow('Killed');
    next.close();
    expect(await page.outboxOf(user._id).operations.count()).toBe(fixture.waiting.length);
    const whole = new page.OutboxDatabase(user._id, nextVersions(page));
    expect(await whole.operations.count()).toBe(fixture.waiting.length);
    whole.close();
  });

  it('an older tab lets go at once, its running save first, and works on afterwards', async () => {
    const outbox = page.outboxOf(user._id);
    const saving = outbox.transaction('rw', outbox.state, async () => {
      for (let count = 0; count < 30; count += 1) await outbox.state.get('state');
      await page.changeDeliveryState(outbox, () => ({ nextSequence: 77 }));
    });
    await outbox.state.count();
    const next = new page.OutboxDatabase(user._id, nextVersions(page));
    expect(await next.operations.count()).toBe(fixture.waiting.length);
    await saving;
    expect(await next.state.get('state')).toMatchObject({ nextSequence: 77 });
    await page.changeDeliveryState(outbox, () => ({ nextSequence: 78 }));
    expect(await next.state.get('state')).toMatchObject({ nextSequence: 78 });
    next.close();
  });

  it('blocked by a tab that does not let go: says so, and goes on once it did', async () => {
    const name = `recoup-outbox-${user._id}`;
    const stubborn = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(name);
      request.addEventListener('success', () => resolve(request.result));
    });
    const next = new page.OutboxDatabase(user._id, nextVersions(page));
    const counting = next.operations.count();
    await vi.waitFor(() => expect(page.databaseNotice()).toBe('upgradeWaits'), PATIENCE);
    stubborn.close();
    expect(await counting).toBe(fixture.waiting.length);
    expect(page.databaseNotice()).toBeNull();
    next.close();
  });

  it('of a later hundred is not touched: an update is needed', async () => {
    const far: DatabaseVersion = { version: 100, stores: { notes: 'key' } };
    const next = new page.OutboxDatabase(user._id, [...page.OUTBOX_VERSIONS, far]);
    const before = await next.operations.toArray();
    next.close();
    const { operations } = page.outboxOf(user._id);
    await expect(operations.count()).rejects.toMatchObject({ inner: { code: 'UPDATE_NEEDED' } });
    expect(page.databaseNotice()).toBe('updateNeeded');
    const after = new page.OutboxDatabase(user._id, [...page.OUTBOX_VERSIONS, far]);
    expect(await after.operations.toArray()).toEqual(before);
    after.close();
  });
});

it('released versions only add', () => {
  for (const versions of [page.OUTBOX_VERSIONS, page.CACHE_VERSIONS]) {
    const known = new Map<string, string[]>();
    let last = 0;
    for (const { version, stores } of versions) {
      expect(version).toBeGreaterThan(last);
      last = version;
      for (const [table, schema] of Object.entries(stores)) {
        const indexes = schema.split(',').map((index) => index.trim());
        expect(indexes).toEqual(expect.arrayContaining(known.get(table) ?? []));
        known.set(table, indexes);
      }
    }
  }
});
