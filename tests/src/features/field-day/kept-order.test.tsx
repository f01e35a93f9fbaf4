// @vitest-environment page
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { FakeServer, newPhone, newUser, pulledLoan } from '../../offline/support.ts';
import { showDay, shown, standIn } from './day.tsx';

beforeEach(standIn);

/** Notes what each list of cards said first, from now on until the test's end. */
function firstCards(): string[] {
  const seen: string[] = [];
  const observer = new MutationObserver(() => {
    const card = document.querySelector('article');
    if (card !== null) seen.push(card.textContent);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  return seen;
}

it('the day stands in the order that was read last, and its cards as high, before the server answers', async () => {
  const server = new FakeServer();
  server.install();
  const [first, second] = ['2026-01-01', '2026-02-01'].map((Due_Date) =>
    pulledLoan({ Customer_Name: `Due ${Due_Date}`, Due_Date }),
  );
  if (first === undefined || second === undefined) throw new Error('Two loans were made.');
  server.pages.push({ loans: [first, second], gone: [] });
  const page = await newPhone();
  const user = newUser();
  vi.stubGlobal('localStorage', { getItem: () => user._id });
  await page.onLogin({ user, password: 'secret-1' });
  await page.pull();
  const { keepAnswer } = await import('../../../../src/offline/kept-answers.ts');
  const outlook = { isFirst: true, bestTime: null };
  const data = [
    { ...outlook, loanId: first.loan._id, expectedAmount: 100 },
    { ...outlook, loanId: second.loan._id, expectedAmount: 900 },
  ];
  await keepAnswer('listLoanOutlooks {}', { data });
  server.beforeAnswer = () => new Promise(() => undefined);
  const seen = firstCards();
  const screen = await showDay(user);
  await shown(() => expect(screen.text()).toContain(first.loan.Customer_Name));
  await shown(() => expect(seen.length).toBeGreaterThan(0));
  for (const card of seen) {
    expect(card).toContain(second.loan.Customer_Name);
    expect(card).toContain('₹900');
  }
});
