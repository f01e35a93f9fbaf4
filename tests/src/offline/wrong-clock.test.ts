import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeFiles } from './fake-files.ts';
import { beginAnew, page, reload, server, user } from './one-phone.ts';
import { logIn, pulledLoan, visitOf } from './support.ts';

const DAY_MS = 86_400_000;

beforeEach(async () => {
  vi.stubGlobal('navigator', { storage: new FakeFiles().storage });
  await beginAnew();
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** The day that this page's screens go by, and how it groups its loans. */
async function dayOfPage() {
  const { today } = await import('../../../src/lib/dates.ts');
  const { myDay } = await import('../../../src/offline/my-day.ts');
  const { promisesToday, visits, done } = myDay(await page.searchLoans(), today());
  const names = (loans: typeof done) => loans.map(({ loan }) => loan.Customer_Name);
  return {
    today: today(),
    promises: names(promisesToday),
    visits: names(visits),
    done: names(done),
  };
}

it.each([
  ['a day slow', -DAY_MS],
  ['a day fast', DAY_MS],
  ['years slow', -2700 * DAY_MS],
])(
  'on a phone whose clock is %s the day’s work is that of the server’s day, over a start without a network too',
  async (_, offMs) => {
    const real = Date.now.bind(Date);
    const { today: dayOf } = await import('../../../src/lib/dates.ts');
    const right = dayOf(real());
    const visited = pulledLoan({ Customer_Name: 'Visited', visitDate: right });
    const promised = pulledLoan({ Customer_Name: 'Promised', promiseDate: right });
    const planned = pulledLoan({ Customer_Name: 'Planned', visitDate: right });
    server.pages.push({ loans: [visited, promised, planned], gone: [] });
    server.time = real;
    vi.spyOn(Date, 'now').mockImplementation(() => real() + offMs);
    await logIn(page, user);
    await page.saveOperation(visitOf(visited.loan._id));
    const expected = {
      today: right,
      promises: ['Promised'],
      visits: ['Planned'],
      done: ['Visited'],
    };
    expect(await dayOfPage()).toEqual(expected);
    await page.setUpQuickUnlock({ kind: 'pin', pin: '482915' }, null);
    // Where the session went idle nothing is restored before that.
    for (const open of [
      () => page.unlockOffline(user.username, 'secret-1'),
      () => page.quickUnlock(user._id, { pin: '482915' }),
    ]) {
      await page.lock();
      await reload();
      await open();
      expect(await dayOfPage()).toEqual(expected);
    }
  },
);

describe.each([
  ['a day slow', -DAY_MS],
  ['a day fast', DAY_MS],
])('on a phone whose clock was %s and is set right by hand', (_, offMs) => {
  const real = Date.now.bind(Date);

  it.each([
    ['at once', false],
    ['over a start', true],
  ])('a visit that is saved %s is one of today', async (__, isStartedAnew) => {
    const visited = pulledLoan({ Customer_Name: 'Visited' });
    server.pages.push({ loans: [visited], gone: [] });
    server.time = real;
    const wall = vi.spyOn(Date, 'now').mockImplementation(() => real() + offMs);
    await logIn(page, user);
    server.nextFault = () => 'lostRequest';
    if (isStartedAnew) await reload();
    wall.mockImplementation(real);
    if (isStartedAnew) await page.unlockOffline(user.username, 'secret-1');
    await page.saveOperation(visitOf(visited.loan._id));
    expect((await dayOfPage()).done).toEqual(['Visited']);
    server.nextFault = () => 'none';
    await page.sendNow();
    const { savedAt, clockOffsetMs } = JSON.parse(server.operations[0]?.text ?? '{}') as {
      savedAt: string;
      clockOffsetMs: number;
    };
    expect(Math.abs(Date.parse(savedAt) - real())).toBeLessThan(60_000);
    // Not seen by the page that saves, it is for the server to find out.
    expect(clockOffsetMs === 0).toBe(!isStartedAnew);
  });
});

it('a right clock that is set back in mid-day takes no visit out of the day, nor out of what the server proves', async () => {
  const real = Date.now.bind(Date);
  const loans = ['Before', 'After'].map((Customer_Name) => pulledLoan({ Customer_Name }));
  server.pages.push({ loans, gone: [] });
  server.time = real;
  await logIn(page, user);
  server.nextFault = () => 'lostRequest';
  const ids = loans.map(({ loan }) => loan._id);
  await page.saveOperation(visitOf(ids[0] ?? ''));
  vi.spyOn(Date, 'now').mockImplementation(() => real() - 2 * DAY_MS);
  await page.saveOperation(visitOf(ids[1] ?? ''));
  expect((await dayOfPage()).done.toSorted()).toEqual(['After', 'Before']);
  const told = (await page.listOutbox()).map(({ savedAt }) => savedAt);
  expect(told).toHaveLength(2);
  for (const savedAt of told) expect(Math.abs(savedAt - real())).toBeLessThan(60_000);
  server.nextFault = () => 'none';
  await page.sendNow();
  for (const { text } of server.operations) {
    const { savedAt, clockOffsetMs } = JSON.parse(text) as {
      savedAt: string;
      clockOffsetMs: number;
    };
    expect(Math.abs(Date.parse(savedAt) + clockOffsetMs - real())).toBeLessThan(60_000);
  }
});

it('the outbox dates what a slow clock noted as the loan’s history does, also once it is set right', async () => {
  const real = Date.now.bind(Date);
  const visited = pulledLoan({ Customer_Name: 'Visited' });
  server.pages.push({ loans: [visited], gone: [] });
  server.time = real;
  const wall = vi.spyOn(Date, 'now').mockImplementation(() => real() - DAY_MS);
  await logIn(page, user);
  server.nextFault = () => 'lostRequest';
  await page.saveOperation(visitOf(visited.loan._id));
  wall.mockImplementation(real);
  const [item] = await page.listOutbox();
  const [contact] = await page.loanHistory(visited.loan._id);
  expect(Math.abs((item?.savedAt ?? 0) - real())).toBeLessThan(60_000);
  expect(new Date(item?.savedAt ?? 0).toISOString()).toBe(contact?.disposition.createdAt);
});
