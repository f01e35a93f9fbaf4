import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '../../../src/offline/id.ts';
import { refusalReason } from '../../../src/offline/outbox-item.ts';
import { beginLoggedIn, page, server, user } from './one-phone.ts';
import { logIn, newUser, photoOf, visitOf } from './support.ts';
import type { Fault } from './support.ts';

beforeEach(() => beginLoggedIn());
afterEach(() => vi.restoreAllMocks());

const onlyItem = async () => {
  const [item] = await page.listOutbox();
  if (item === undefined) throw new Error('The outbox is empty.');
  return item;
};

/** The next request meets the fault, the ones after it don't. */
function faultOnce(fault: Fault): void {
  let isOver = false;
  server.nextFault = () => {
    if (isOver) return 'none';
    isOver = true;
    return fault;
  };
}

describe('what an answer means', () => {
  const passing: Fault[] = [
    'lostRequest',
    'lostAnswer',
    'html200',
    'truncated',
    'redirect',
    'portal401',
    '500',
    '500afterCommit',
    '413proxy',
    'gateway400',
    'gateway401',
    'gateway403',
    'gateway409',
    'gateway413',
    'gateway415',
    'gateway422',
    'gateway426',
    'gateway502',
  ];

  it.each(passing)('%s keeps the item and it arrives exactly once later', async (fault) => {
    const { opId } = await page.saveOperation(visitOf(newId()));
    server.nextFault = () => fault;
    await page.deliverAuthor(user._id);
    const item = await onlyItem();
    expect(item.state).toBe('queued');
    expect(item.nextTryAt).toBeGreaterThan(Date.now());
    expect((await page.outboxSummary()).unsent).toBe(1);
    server.nextFault = () => 'none';
    await page.sendNow();
    expect(server.operations.map((one) => one.opId)).toEqual([opId]);
    expect((await page.outboxSummary()).unsent).toBe(0);
  });

  it('a gateway that recovers after an hour of refusals finds the whole queue ready to go by itself', async () => {
    for (let count = 0; count < 3; count += 1) await page.saveOperation(visitOf(newId()));
    for (const status of [401, 403, 413, 426, 409] as const) {
      server.nextFault = () => `gateway${status}`;
      for (let tries = 0; tries < 3; tries += 1) await page.deliverAfresh();
      const summary = await page.outboxSummary();
      expect(summary).toMatchObject({ unsent: 3, attention: 0, pause: null });
      // Nobody but the server may ask for a long wait.
      expect(((await page.deliverAll()).nextTryAt ?? Infinity) - Date.now()).toBeLessThan(301_000);
    }
    server.nextFault = () => 'none';
    await page.deliverAfresh();
    expect(server.operations).toHaveLength(3);
  });

  it.each(['429', '503retryAfter'] as const)(
    '%s waits as long as Retry-After says',
    async (fault) => {
      await page.saveOperation(visitOf(newId()));
      faultOnce(fault);
      const nextTryAt = await page.deliverAuthor(user._id);
      expect((nextTryAt ?? 0) - Date.now()).toBeGreaterThan(110_000);
      await page.deliverAfresh();
      expect(server.operations).toHaveLength(0);
      await page.sendNow();
      expect(server.operations).toHaveLength(1);
    },
  );

  it('gets through, once, where every answer comes after a minute and a second', async () => {
    const { opId } = await page.saveOperation(visitOf(newId()));
    const clock = Date.now.bind(Date);
    let lateMs = 0;
    vi.spyOn(Date, 'now').mockImplementation(() => clock() + lateMs);
    const watch = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => watch() + lateMs);
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    server.nextFault = () => {
      const [patienceMs = 0] = timeout.mock.lastCall ?? [];
      lateMs += Math.min(patienceMs, 61_000);
      return patienceMs < 61_000 ? 'lostAnswer' : 'none';
    };
    await page.deliverAfresh();
    expect((await page.outboxSummary()).unsent).toBe(1);
    await page.deliverAfresh();
    expect((await page.outboxSummary()).unsent).toBe(0);
    expect(server.operations).toMatchObject([{ opId, runs: 1 }]);
  });

  it('401 stops the whole queue until the next login, and keeps everything', async () => {
    await page.saveOperation(visitOf(newId()));
    await page.saveOperation(visitOf(newId()));
    faultOnce('401');
    expect(await page.deliverAuthor(user._id)).toBeNull();
    expect((await page.outboxSummary()).pause).toBe('login');
    expect((await onlyItem()).reason).toBe('loginNeeded');
    await page.deliverAfresh();
    expect(server.operations).toHaveLength(0);
    await logIn(page, user);
    await page.deliverAuthor(user._id);
    expect(server.operations).toHaveLength(2);
  });

  it('a login during a delivery, which kills the old token, stops nothing', async () => {
    await page.saveOperation(visitOf(newId()));
    let isFirst = true;
    server.beforeAnswer = async () => {
      if (!isFirst) return;
      isFirst = false;
      await page.onLogin({ user, password: 'secret-1' });
    };
    await page.deliverAuthor(user._id);
    expect((await page.outboxSummary()).pause).toBeNull();
    await page.deliverAll();
    expect(server.operations).toHaveLength(1);
  });

  it('426 stops the queue and asks for the update', async () => {
    await page.saveOperation(visitOf(newId()));
    faultOnce('426');
    await page.deliverAuthor(user._id);
    expect((await onlyItem()).reason).toBe('updateNeeded');
  });

  it('413 halves the batch until it goes through, in order', async () => {
    const loanId = newId();
    const saved: string[] = [];
    for (let count = 0; count < 7; count += 1) {
      saved.push((await page.saveOperation(visitOf(loanId))).opId);
    }
    server.largestBatch = 2;
    await page.deliverAuthor(user._id);
    expect(server.operations.map((one) => one.opId)).toEqual(saved);
  });

  it.each([
    [400, 'refused'],
    [403, 'notAllowed'],
    [409, 'refused'],
    [422, 'refused'],
  ] as const)('%i parks the item with its reason, other loans go on', async (status, reason) => {
    const [poisoned, healthy] = [newId(), newId()];
    await page.saveOperation(visitOf(poisoned, 'poison'));
    await page.saveOperation(visitOf(poisoned, 'behind it'));
    await page.saveOperation(visitOf(healthy));
    server.refuse = (text) => (text.includes('poison') ? status : null);
    await page.deliverAuthor(user._id);
    await page.deliverAfresh();
    expect(server.operations.map((one) => one.loanId)).toEqual([healthy]);
    const [parked, behind] = await page.listOutbox();
    expect(parked).toMatchObject({ state: 'attention', reason, isSetAside: false });
    expect(behind).toMatchObject({ state: 'queued', reason: 'behindAttention' });
    expect(await page.outboxSummary()).toMatchObject({ unsent: 2, attention: 1 });
  });

  it('only what came with other content is told as such: other conflicts say themselves what is wrong', () => {
    const answer = { at: 0, status: 409, message: 'This loan has an open settlement already.' };
    expect(refusalReason({ ...answer, code: 'OTHER_CONTENT' })).toBe('conflict');
    expect(refusalReason({ ...answer, code: 'SETTLEMENT_OPEN' })).toBe('refused');
  });

  it('what is saved later stays behind a parked item too', async () => {
    const loanId = newId();
    await page.saveOperation(visitOf(loanId, 'poison'));
    server.refuse = (text) => (text.includes('poison') ? 422 : null);
    await page.deliverAuthor(user._id);
    await page.saveOperation(visitOf(loanId, 'later'));
    await page.sendNow();
    expect(server.operations).toHaveLength(0);
    expect((await page.listOutbox())[1]).toMatchObject({ reason: 'behindAttention' });
  });

  it('what was confirmed with another content is not confirmed', async () => {
    const { opId } = await page.saveOperation(visitOf(newId()));
    server.confirmsOther = true;
    await page.deliverAuthor(user._id);
    expect(await page.listOutbox()).toMatchObject([{ opId, state: 'queued' }]);
    server.confirmsOther = false;
    await page.sendNow();
    expect((await page.outboxSummary()).unsent).toBe(0);
  });

  it('a parked item set aside lets its loan go on; retried, it goes too', async () => {
    const loanId = newId();
    const { opId } = await page.saveOperation(visitOf(loanId, 'poison'));
    await page.saveOperation(visitOf(loanId, 'second'));
    server.refuse = (text) => (text.includes('poison') ? 422 : null);
    await page.deliverAuthor(user._id);
    await page.setAside(opId);
    await page.deliverAuthor(user._id);
    expect(server.operations).toHaveLength(1);
    server.refuse = () => null;
    await page.retry(opId);
    await page.deliverAuthor(user._id);
    expect(server.operations.map((one) => one.text.includes('poison'))).toEqual([false, true]);
  });

  it('a passing fault of one item holds its loan in order, and nothing is parked', async () => {
    const loanId = newId();
    const first = await page.saveOperation(visitOf(loanId, 'first'));
    const second = await page.saveOperation(visitOf(loanId, 'second'));
    let isDown = true;
    server.refuse = (text) => (isDown && text.includes('first') ? 500 : null);
    await page.deliverAuthor(user._id);
    expect(server.operations).toHaveLength(0);
    isDown = false;
    await page.sendNow();
    await page.sendNow();
    expect(server.operations.map((one) => one.opId)).toEqual([first.opId, second.opId]);
  });
});

describe('files', () => {
  it('follow their visit and count only when the server has the same bytes', async () => {
    const saved = await page.saveOperation({
      ...visitOf(newId()),
      files: [photoOf(2000), photoOf(2000)],
    });
    let requests = 0;
    server.nextFault = () => {
      requests += 1;
      return requests === 1 ? 'none' : 'lostAnswer';
    };
    await page.deliverAuthor(user._id);
    expect(server.operations).toHaveLength(1);
    expect(await onlyItem()).toMatchObject({ state: 'files', reason: 'filesOnTheirWay' });
    expect((await page.outboxSummary()).unsent).toBe(1);
    server.nextFault = () => 'none';
    await page.sendNow();
    expect([...server.files.keys()].sort()).toEqual([...saved.fileIds].sort());
    expect((await onlyItem()).state).toBe('sent');
    expect((await page.outboxSummary()).unsent).toBe(0);
  });

  it('that the server holds, because it knows no visit of theirs, are no delivered ones', async () => {
    server.holdsFiles = true;
    await page.saveOperation({ ...visitOf(newId()), files: [photoOf(2000)] });
    await page.sendNow();
    expect(await page.outboxSummary()).toMatchObject({ unsent: 1 });
    expect((await page.listOutbox())[0]).toMatchObject({
      state: 'files',
      answer: { code: 'HELD' },
    });
    server.holdsFiles = false;
    await page.sendNow();
    expect(await page.outboxSummary()).toMatchObject({ unsent: 0 });
  });

  it('wait while their visit is parked', async () => {
    await page.saveOperation({ ...visitOf(newId(), 'poison'), files: [photoOf(2000)] });
    server.refuse = () => 422;
    await page.deliverAuthor(user._id);
    expect(server.files.size).toBe(0);
    expect((await onlyItem()).files).toHaveLength(1);
  });
});

describe('several people on one phone', () => {
  it('what others left goes too while somebody is logged in', async () => {
    server.nextFault = () => 'lostRequest';
    await page.saveOperation(visitOf(newId(), 'from asha'));
    await page.onLogout();
    await logIn(page, newUser('bala'));
    server.nextFault = () => 'none';
    await page.sendNow();
    expect(server.operations.map(({ userToken }) => server.tokens.get(userToken))).toEqual([
      user._id,
    ]);
  });

  it('each outbox goes under its own author’s token, whoever is logged in', async () => {
    await page.saveOperation(visitOf(newId(), 'from asha'));
    await page.onLogout();
    const other = newUser('bala');
    server.nextFault = () => 'lostRequest';
    await logIn(page, other);
    await page.saveOperation(visitOf(newId(), 'from bala'));
    expect(await page.outboxSummary()).toMatchObject({
      unsent: 1,
      othersUnsent: 1,
      othersAwaitLogin: 0,
    });
    expect(await page.listOutbox()).toHaveLength(1);
    await page.onLogout();
    server.nextFault = () => 'none';
    await page.sendNow();
    const senders = server.operations.map(
      ({ userToken, text }) => [text.includes('asha'), server.tokens.get(userToken)] as const,
    );
    expect(new Map(senders)).toEqual(
      new Map([
        [true, user._id],
        [false, other._id],
      ]),
    );
    expect(senders).toHaveLength(2);
  });
});
