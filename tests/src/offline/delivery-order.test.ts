import { beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '../../../src/offline/id.ts';
import { retryAfterSeconds } from '../../../src/remote/retry-after.ts';
import { beginLoggedIn, page, server, user } from './one-phone.ts';
import { loadPage, logIn, newUser, photoOf, visitOf } from './support.ts';
import { PATIENCE } from '../../support/patience.ts';

beforeEach(() => beginLoggedIn());

const arrived = () => server.operations.map(({ opId }) => opId);

describe('one operation that something on the way won’t take', () => {
  it('too big for a proxy when alone, waits by itself; the other loans go on', async () => {
    const big = await page.saveOperation(visitOf(newId(), 'x'.repeat(1500)));
    const others: string[] = [];
    for (let count = 0; count < 5; count += 1)
      others.push((await page.saveOperation(visitOf(newId()))).opId);
    const fetchBelow = globalThis.fetch;
    globalThis.fetch = async (address, init) => {
      const isBig = typeof init?.body === 'string' && init.body.includes(big.opId);
      return isBig ? new Response('<html>', { status: 413 }) : fetchBelow(address, init);
    };
    const nextTryAt = await page.deliverAuthor(user._id);
    expect(arrived().sort()).toEqual(others.sort());
    expect(nextTryAt).toBeGreaterThan(Date.now());
    expect((await page.listOutbox())[0]).toMatchObject({ opId: big.opId, state: 'queued' });
    globalThis.fetch = fetchBelow;
    await page.sendNow();
    expect(arrived()).toContain(big.opId);
  });

  it('refused by a filter whose page is no answer of ours, is found out and held apart', async () => {
    const bad = await page.saveOperation(visitOf(newId()));
    for (let count = 0; count < 7; count += 1) await page.saveOperation(visitOf(newId()));
    const fetchBelow = globalThis.fetch;
    globalThis.fetch = async (address, init) => {
      const isBad = typeof init?.body === 'string' && init.body.includes(bad.opId);
      return isBad ? new Response('<html>Blocked', { status: 403 }) : fetchBelow(address, init);
    };
    for (let tries = 0; tries < 8 && server.operations.length < 7; tries += 1) {
      await page.changeDeliveryState(page.outboxOf(user._id), () => ({ nextTryAt: 0 }));
      await page.deliverAuthor(user._id);
    }
    expect(server.operations).toHaveLength(7);
    expect(await page.outboxSummary()).toMatchObject({ unsent: 1, attention: 0 });
  });
});

describe('order within a loan', () => {
  it('holds when the server is tired of one in the middle', async () => {
    const loanId = newId();
    const saved: string[] = [];
    for (const words of ['first', 'second', 'third'])
      saved.push((await page.saveOperation(visitOf(loanId, words))).opId);
    let tired = 2;
    server.refuse = (text) => (text.includes('second') && tired-- > 0 ? 500 : null);
    for (let tries = 0; tries < 4; tries += 1) await page.sendNow();
    expect(arrived()).toEqual(saved);
  });

  it('a parked visit keeps its photo and what comes after it back, and all go once it is taken', async () => {
    const loanId = newId();
    const parked = await page.saveOperation({ ...visitOf(loanId, 'poison'), files: [photoOf()] });
    const alert = await page.saveOperation({ ...visitOf(loanId, 'after it'), after: parked.opId });
    server.refuse = (text) => (text.includes('poison') ? 422 : null);
    await page.deliverAuthor(user._id);
    await page.setAside(parked.opId);
    await page.deliverAuthor(user._id);
    expect(arrived()).toEqual([]);
    expect(server.files.size).toBe(0);
    server.refuse = () => null;
    await page.retry(parked.opId);
    await page.deliverAuthor(user._id);
    await page.sendNow();
    expect(arrived()).toEqual([parked.opId, alert.opId]);
    expect([...server.files.keys()]).toEqual(parked.fileIds);
  });
});

/** Holds back the answer to the next delivery; returns how to let it through. */
function holdNextAnswer(): () => void {
  const line = new EventTarget();
  const fetchBelow = globalThis.fetch;
  globalThis.fetch = async (address, init) => {
    globalThis.fetch = fetchBelow;
    const answer = await fetchBelow(address, init);
    await new Promise((go) => line.addEventListener('thaws', go));
    return answer;
  };
  return () => line.dispatchEvent(new Event('thaws'));
}

describe('a delivery that was frozen', () => {
  it('does not undo what was decided after it', async () => {
    const { opId } = await page.saveOperation(visitOf(newId(), 'poison'));
    server.refuse = () => 500;
    const thaw = holdNextAnswer();
    const frozen = page.deliverAuthor(user._id).catch(() => 'overtaken');
    await vi.waitUntil(() => server.batches.length === 1, PATIENCE);
    const other = await loadPage();
    await other.restoreSession();
    server.refuse = () => 422;
    await other.deliverAuthor(user._id);
    await other.setAside(opId);
    thaw();
    expect(await frozen).toBe('overtaken');
    expect((await other.listOutbox())[0]).toMatchObject({ state: 'attention', isSetAside: true });
  });

  it('does not take a receipt of before for one of the restored server', async () => {
    const { opId } = await page.saveOperation(visitOf(newId()));
    const thaw = holdNextAnswer();
    const frozen = page.deliverAuthor(user._id).catch(() => 'overtaken');
    await vi.waitUntil(() => server.operations.length === 1, PATIENCE);
    server.operations.pop();
    server.epoch = newId();
    const other = await loadPage();
    await other.restoreSession();
    await other.deliverAuthor(user._id);
    thaw();
    expect(await frozen).toBe('overtaken');
    expect(arrived()).toEqual([opId]);
    const state = await other.readDeliveryState(other.outboxOf(user._id));
    expect(state.epoch).toBe(server.epoch);
  });
});

it('after a restore what comes later waits for what the server lost of the same loan', async () => {
  const loanId = newId();
  const lost = await page.saveOperation(visitOf(loanId, 'confirmed, then lost with the restore'));
  await page.deliverAuthor(user._id);
  server.operations.pop();
  server.epoch = newId();
  const later = await page.saveOperation(visitOf(loanId, 'saved afterwards'));
  await page.deliverAuthor(user._id);
  expect(arrived()).toEqual([lost.opId, later.opId]);
});

it('a pause for an update ends with the update', async () => {
  await page.saveOperation(visitOf(newId()));
  server.nextFault = () => '426';
  await page.deliverAuthor(user._id);
  server.nextFault = () => 'none';
  await page.deliverAfresh();
  expect(arrived()).toEqual([]);
  await page.changeDeliveryState(page.outboxOf(user._id), () => ({ pausedVersion: '0.0.1' }));
  await page.deliverAfresh();
  expect(arrived()).toHaveLength(1);
});

describe('a delivery token that was refused', () => {
  it('is replaced while its author is logged in, without a new login', async () => {
    await page.saveOperation(visitOf(newId()));
    for (const token of server.tokens.keys()) server.deadTokens.add(token);
    await page.deliverAuthor(user._id);
    expect((await page.outboxSummary()).pause).toBe('login');
    await page.ensureRegistered();
    await page.deliverAuthor(user._id);
    expect(arrived()).toHaveLength(1);
  });

  it('of another author waits for that author, and holds up nobody else', async () => {
    await page.saveOperation(visitOf(newId(), 'from asha'));
    await page.onLogout();
    for (const token of server.tokens.keys()) server.deadTokens.add(token);
    const other = newUser('bala');
    await logIn(page, other);
    await page.saveOperation(visitOf(newId(), 'from bala'));
    await page.deliverAfresh();
    expect(server.operations.map((one) => one.text.includes('bala'))).toEqual([true]);
    // Nothing is said to go by itself that waits for its author.
    expect(await page.outboxSummary()).toMatchObject({
      pause: null,
      othersUnsent: 1,
      othersAwaitLogin: 1,
    });
    await page.onLogout();
    await logIn(page, user);
    await page.deliverAuthor(user._id);
    const owners = server.operations.map((one) => server.tokens.get(one.userToken));
    expect(owners).toEqual([other._id, user._id]);
  });
});

const waitOf = (values: Record<string, string>) => retryAfterSeconds(new Headers(values), 0);

it('Retry-After is read as seconds and as a date by the answer’s own clock', () => {
  expect(waitOf({})).toBeNull();
  expect(waitOf({ 'retry-after': '120' })).toBe(120);
  expect(waitOf({ 'retry-after': 'soon' })).toBeNull();
  const date = 'Sat, 21 Nov 2026 04:00:00 GMT';
  const until = 'Sat, 21 Nov 2026 04:01:30 GMT';
  expect(waitOf({ 'retry-after': until, date })).toBe(90);
  expect(waitOf({ 'retry-after': date, date: until })).toBeNull();
});
