import { afterEach, describe, expect, it, vi } from 'vitest';
import { beginAnew, beginLoggedIn, page, user } from './one-phone.ts';
import { logIn, pulledLoan, visitOf } from './support.ts';
import { PATIENCE } from '../../support/patience.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Holds the first decryption until it is let go; `isHeld` says whether somebody waits there. */
function holdFirstDecryption(): { isHeld: () => boolean; letGo: () => void } {
  const doors: (() => void)[] = [];
  const decrypt = crypto.subtle.decrypt.bind(crypto.subtle);
  vi.spyOn(crypto.subtle, 'decrypt').mockImplementation(async (...given) => {
    if (doors.length === 0) await new Promise<void>((resolve) => doors.push(resolve));
    return decrypt(...given);
  });
  return { isHeld: () => doors.length > 0, letGo: () => doors.forEach((door) => door()) };
}

/** A phone that read its one loan, for which a visit waits since. */
async function beginWithWork() {
  const pulled = pulledLoan();
  await beginLoggedIn({ loans: [pulled] });
  await page.searchLoans();
  await page.saveOperation(visitOf(pulled.loan._id));
  return pulled.loan;
}

describe('the loans in memory', () => {
  it('are as of the question, also where an earlier one is still being answered', async () => {
    await beginWithWork();
    const { isHeld, letGo } = holdFirstDecryption();
    const earlier = page.searchLoans();
    await vi.waitFor(() => expect(isHeld()).toBe(true), PATIENCE);
    await page.deliverAuthor(user._id);
    const later = page.searchLoans();
    letGo();
    await earlier;
    expect((await later).map(({ isWaiting }) => isWaiting)).toEqual([false]);
  });

  it('are as of the question for all who ask at once', async () => {
    const { _id } = await beginWithWork();
    const asked = [page.readLoan(_id), page.readLoan(_id), page.readLoan(_id)];
    const seen = await Promise.all(asked);
    expect(seen.map((row) => row?.isWaiting)).toEqual([true, true, true]);
  });

  it('are as of the signal for whoever asks when it hears it, however early it began to listen', async () => {
    const pulled = pulledLoan();
    await beginAnew({ loans: [pulled] });
    const seen: Promise<boolean[]>[] = [];
    page.subscribe(['outbox', 'delivery', 'pull'], () => {
      const found = page.searchLoans().catch(() => []);
      seen.push(found.then((loans) => loans.map(({ isWaiting }) => isWaiting)));
    });
    await logIn(page, user);
    await page.searchLoans();
    await page.saveOperation(visitOf(pulled.loan._id));
    expect(await seen.at(-1)).toEqual([true]);
    await page.deliverAuthor(user._id);
    expect(await seen.at(-1)).toEqual([false]);
  });

  it('come also while something changes all the time', async () => {
    const { _id } = await beginWithWork();
    const decrypt = crypto.subtle.decrypt.bind(crypto.subtle);
    let changes = 0;
    vi.spyOn(crypto.subtle, 'decrypt').mockImplementation(async (...given) => {
      // It ends at some time, so that a failure is told and not waited for.
      if ((changes += 1) < 300) page.announce('outbox');
      return decrypt(...given);
    });
    expect(await page.readLoan(_id)).toMatchObject({ isWaiting: true });
    expect(changes).toBeLessThan(300);
  });
});
