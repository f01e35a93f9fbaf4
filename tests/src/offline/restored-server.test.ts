import { beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '../../../src/offline/id.ts';
import { beginLoggedIn, page, server, user } from './one-phone.ts';
import { visitOf } from './support.ts';

const PHOTO = {
  bytes: new Uint8Array(1000).fill(7).buffer,
  name: 'photo.jpg',
  contentType: 'image/jpeg',
  kind: 'photo' as const,
};

beforeEach(() => beginLoggedIn());

describe('a restored server', () => {
  it('is offered again what it had confirmed, without doubles for what it kept', async () => {
    await page.saveOperation(visitOf(newId(), 'kept'));
    await page.deliverAuthor(user._id);
    await page.saveOperation(visitOf(newId(), 'lost'));
    await page.deliverAuthor(user._id);
    server.operations.pop();
    server.epoch = newId();
    await page.pull();
    await page.deliverAuthor(user._id);
    expect(server.operations.map((one) => one.text.includes('lost'))).toEqual([false, true]);
    expect((await page.outboxSummary()).unsent).toBe(0);
  });

  it('is offered it also by a phone whose clock was years behind and was set right since', async () => {
    const right = Date.now();
    server.time = () => right;
    vi.useFakeTimers({ toFake: ['Date'], now: right - 3 * 365 * 86_400_000 });
    await page.pull();
    await page.saveOperation(visitOf(newId(), 'years behind'));
    await page.deliverAuthor(user._id);
    vi.useRealTimers();
    await page.saveOperation(visitOf(newId()));
    await page.deliverAuthor(user._id);
    server.operations.splice(0);
    server.epoch = newId();
    await page.pull();
    await page.deliverAuthor(user._id);
    expect(server.operations.map((one) => one.text.includes('years behind'))).toEqual([
      true,
      false,
    ]);
  });

  it.each([
    ['though the phone’s clock was set three days forward since', 0, true],
    ['no more once two days have passed by the server’s clock', 3 * 86_400_000, false],
  ])('is given the files again too, %s', async (_, laterMs, isAgain) => {
    const right = Date.now();
    server.time = () => right;
    const { fileIds } = await page.saveOperation({ ...visitOf(newId()), files: [PHOTO] });
    await page.deliverAuthor(user._id);
    expect([...server.files.keys()]).toEqual(fileIds);
    vi.useFakeTimers({ toFake: ['Date'], now: right + 3 * 86_400_000 });
    server.time = () => right + laterMs;
    await page.saveOperation(visitOf(newId()));
    await page.deliverAuthor(user._id);
    server.operations.splice(0);
    server.files.clear();
    server.epoch = newId();
    await page.pull();
    await page.deliverAuthor(user._id);
    vi.useRealTimers();
    expect(server.operations).toHaveLength(2);
    expect([...server.files.keys()]).toEqual(isAgain ? fileIds : []);
  });

  it('that says nothing of its restore gets again what it confirmed once and misses, in order', async () => {
    const loanId = newId();
    const saved: string[] = [];
    const save = async () => saved.push((await page.saveOperation(visitOf(loanId))).opId);
    await save();
    await save();
    await page.deliverAuthor(user._id);
    server.operations.splice(0);
    // By its numbers; it still says so when it has them again, and is not given them for ever.
    server.gaps = [[1, 2]];
    await save();
    for (let round = 0; round < 3; round += 1) await page.sendNow();
    expect(server.operations.map(({ opId }) => opId)).toEqual(saved);
    expect((await page.outboxSummary()).unsent).toBe(0);
    expect(server.batches.length).toBeLessThan(8);
  });
});
