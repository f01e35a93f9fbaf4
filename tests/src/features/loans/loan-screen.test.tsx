// @vitest-environment page
import { beforeEach, expect, it } from 'vitest';
import { loanCalls } from '../../../../contract/loan-calls.ts';
import { LoanScreen } from '../../../../src/features/loans/loan-screen.tsx';
import { FakeServer, Refusal, madeId, openScreen, settled } from '../../support/screen.tsx';

beforeEach(() => localStorage.clear());

it.each([
  ['an address without a loan', '/view-loan'],
  ['a loan that is not there', `/view-loan?loanId=${madeId(1)}`],
])('%s leads back to the list', async (_, address) => {
  const server = new FakeServer().on(loanCalls.getLoan, () => {
    throw new Refusal(404, { code: 'NOT_FOUND' });
  });
  const view = await openScreen(<LoanScreen />, server, address);
  await settled();
  expect(view.one('h1').textContent).toContain('Loan');
  const ways = view.all('a[href="/all-loans"]').map(({ textContent }) => textContent);
  expect(ways).toContain('Go back');
});
