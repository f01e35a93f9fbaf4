import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Disposition } from '../../../contract/disposition.ts';
import { newId } from '../../../src/offline/id.ts';
import { beginLoggedIn, page, server, user } from './one-phone.ts';
import { loadPage, logIn, newUser, pulledLoan, visitOf } from './support.ts';
import type { Page } from './support.ts';
import { PATIENCE } from '../../support/patience.ts';

beforeEach(async () => {
  await beginLoggedIn({ loans: [pulledLoan()] });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const deviceStore = () => import('../../../src/offline/device-store.ts');

/** Changes what the network does with the answers of one path. */
function afterAnswer(path: string, change: (answer: Response) => Promise<Response>): void {
  const asked = globalThis.fetch;
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const answer = await asked(address, init);
    return new URL(address, 'http://recoup.test').pathname === path ? change(answer) : answer;
  });
}

it('a logout in one tab is not undone by another that takes up the vault at that moment', async () => {
  const tab = await loadPage();
  const decrypt = crypto.subtle.decrypt.bind(crypto.subtle);
  vi.spyOn(crypto.subtle, 'decrypt').mockImplementationOnce(async (...args) => {
    await page.onLogout();
    return decrypt(...args);
  });
  expect(await tab.restoreSession()).toBeNull();
  expect(tab.isUnlocked()).toBe(false);
  const reloaded = await loadPage();
  expect(await reloaded.restoreSession()).toBeNull();
});

it('who logs in while the pull of the one before still hangs gets an own pull', async () => {
  let isHeld = true;
  let isFirst = true;
  afterAnswer('/api/v1/device/pull', async (answer) => {
    if (!isFirst) return answer;
    isFirst = false;
    await vi.waitFor(() => expect(isHeld).toBe(false), PATIENCE);
    return answer;
  });
  const hanging = page.pull().catch((error: unknown) => error);
  await vi.waitFor(() => expect(isFirst).toBe(false), PATIENCE);
  await page.onLogout();
  const other = newUser('bina');
  await logIn(page, other);
  expect(await page.searchLoans()).toHaveLength(1);
  isHeld = false;
  expect(await hanging).toMatchObject({ code: 'LOCKED' });
  expect(page.pullState().isRunning).toBe(false);
});

it('what is saved while a wipe ends the right to deliver is still delivered', async () => {
  const { carryOutWipe } = await import('../../../src/offline/device-wipe.ts');
  const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
  vi.spyOn(crypto.subtle, 'encrypt').mockImplementationOnce(async (...args) => {
    await carryOutWipe(user._id);
    return encrypt(...args);
  });
  await page.saveOperation(visitOf(newId()));
  expect(page.isUnlocked()).toBe(false);
  expect((await page.outboxSummary()).othersUnsent).toBe(1);
  await page.deliverAll();
  expect(server.operations).toHaveLength(1);
});

it('a right to deliver that the server gave to somebody else is not taken for one’s own', async () => {
  await page.onLogout();
  const other = newUser('bina');
  afterAnswer('/api/v1/device', async (answer) =>
    Response.json({ ...((await answer.json()) as object), userId: user._id }),
  );
  await page.onLogin({ user: other, password: 'secret-2' });
  const { readGrant } = await deviceStore();
  expect(await readGrant(other._id)).toBeNull();
  await expect(page.saveOperation(visitOf(newId()))).rejects.toMatchObject({
    code: 'NOT_REGISTERED',
  });
});

it('a wipe that a login carried out meanwhile is not carried out again by a late answer', async () => {
  await page.saveOperation(visitOf(newId()));
  const { readGrant, readVault, writeGrant } = await deviceStore();
  server.isWipeAsked = true;
  afterAnswer('/api/v1/device/delivery', async (answer) => {
    const grant = await readGrant(user._id);
    if (grant !== null && server.isWipeAsked)
      await writeGrant(user._id, { ...grant, deliveryToken: 'of a later login' });
    server.isWipeAsked = false;
    return answer;
  });
  await page.deliverAll();
  expect(server.operations).toHaveLength(1);
  expect(await readVault(user._id)).not.toBeNull();
  expect(page.isUnlocked()).toBe(true);
});

it('a password changed during a wipe does not bring the vault back', async () => {
  const { readVault } = await deviceStore();
  const wrapKey = crypto.subtle.wrapKey.bind(crypto.subtle);
  vi.spyOn(crypto.subtle, 'wrapKey').mockImplementationOnce(async (...args) => {
    await page.destroyVault(user._id);
    return wrapKey(...args);
  });
  await page.changeVaultPassword('secret-1', 'secret-2', async () => undefined);
  expect(await readVault(user._id)).toBeNull();
});

it('a phone too full to note that a delivery begins gives up what it can have again', async () => {
  await page.saveOperation(visitOf(newId()));
  const full = Object.assign(new Error('No room.'), { name: 'QuotaExceededError' });
  vi.spyOn(page.outboxOf(user._id).operations, 'bulkUpdate').mockRejectedValueOnce(full);
  await page.deliverAuthor(user._id);
  expect(server.operations).toHaveLength(1);
});

it('a visit that is delivered while the phone looks at its work is seen once, not twice and not never', async () => {
  await page.pull();
  const [loan] = await page.searchLoans();
  const loanId = loan?.loan._id ?? '';
  const outbox = page.outboxOf(user._id);
  const { waitingWork } = await import('../../../src/offline/waiting-work.ts');
  const { recordReceipts } = await import('../../../src/offline/delivery-record.ts');
  for (let turns = 0; turns < 40; turns += 1) {
    const { opId } = await page.saveOperation(visitOf(loanId, `after ${turns} turns`));
    const sent = (await outbox.operations.toArray()).filter((each) => each.opId === opId);
    const answers = sent.map(({ payloadHash }) => ({
      opId,
      payloadHash,
      outcome: 'DONE' as const,
    }));
    const seen = Promise.all([waitingWork(page.openedVault()), page.listOutbox()]);
    // The answer to the delivery comes in a moment later each time.
    for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
    await recordReceipts(outbox, sent, answers as never, Date.now(), Date.now());
    const [work, listed] = await seen;
    const times = (list: readonly { opId: string }[]) =>
      list.filter((each) => each.opId === opId).length;
    expect({ turns, work: times(work.get(loanId) ?? []), listed: times(listed) }).toEqual({
      turns,
      work: 1,
      listed: 1,
    });
  }
});

/** A visit with money and a promise that is on the server; the next pull brings it back. */
async function visitComingBack() {
  const row = pulledLoan({ Unverified_Amount: 0 });
  server.pages.push({ loans: [row], gone: [] });
  await page.pull();
  const loanId = row.loan._id;
  const visit = visitOf(loanId);
  const promise = { disposition: 'PTP', promiseAmount: 500, date: '2099-01-01' };
  const money = { amountCollected: 100, paymentMode: 'CASH' as const };
  await page.saveOperation({ ...visit, body: { ...visit.body, ...promise, ...money } });
  await page.deliverAuthor(user._id);
  const [own] = await page.loanHistory(loanId);
  if (own === undefined) throw new Error('What was saved is not in the history.');
  const dispositions: Disposition[] = [{ ...own.disposition, disposition_class: 'PTP' }];
  const { disCreatedAt } = own.disposition;
  const loan = { ...row.loan, revision: 2, Unverified_Amount: 100, disCreatedAt };
  server.pages.push({ loans: [{ ...row, loan, dispositions }], gone: [] });
  return loanId;
}

describe.each(['before', 'after'])('a pull that ends %s the phone looks at its cursor', (when) => {
  /** The next look at the cursor is where another tab's pull brings what it brings. */
  function pullAtNextLook(other: Page): void {
    const { cursor } = page.cacheOf(user._id);
    const look = cursor.get.bind(cursor) as (key: string) => Promise<unknown>;
    vi.spyOn(cursor, 'get').mockImplementationOnce((async (key: string) => {
      if (when === 'before') await other.pull();
      const found = await look(key);
      if (when === 'after') await other.pull();
      return found;
    }) as never);
  }

  it('shows the visit that it brings once, its money and its promise too', async () => {
    const { ownAlerts } = await import('../../../src/offline/own-alerts.ts');
    const other = await loadPage();
    await logIn(other, user);
    const shown = {
      money: async (loanId: string) => (await page.readLoan(loanId))?.loan.Unverified_Amount,
      visits: async (loanId: string) => (await page.loanHistory(loanId)).length,
      promises: async () => (await ownAlerts()).length,
    };
    for (const [what, read] of Object.entries(shown)) {
      const loanId = await visitComingBack();
      if (what === 'money') page.announce('outbox');
      else await page.searchLoans();
      pullAtNextLook(other);
      const seen = await read(loanId);
      const wanted = { money: 100, visits: 1, promises: what === 'promises' ? 3 : 1 };
      expect({ what, seen }).toEqual({ what, seen: wanted[what as keyof typeof wanted] });
    }
  });
});

it('what one person asked for is not kept for the next, who logged in before the answer came', async () => {
  const { keeperOfAnswers, readKeptAnswer } = await import('../../../src/offline/kept-answers.ts');
  const keep = keeperOfAnswers();
  await page.onLogout();
  await logIn(page, newUser('bina'));
  await keep('outlooks', ['Asha’s']);
  expect(await readKeptAnswer('outlooks')).toBeNull();
});
