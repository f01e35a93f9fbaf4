// @vitest-environment page
import { expect, it, vi } from 'vitest';
import { loanCalls } from '../../../../contract/loan-calls.ts';
import { LoanListScreen } from '../../../../src/features/loans/loan-list-screen.tsx';
import { FakeServer, onePage, openScreen, viewer } from '../../support/screen.tsx';

const withoutLoans = () =>
  new FakeServer().on(loanCalls.listLoans, {
    ...onePage([]),
    isCountExact: true,
    asOf: '2026-11-01T00:00:00.000Z',
  });

it('an old link whose order or status nobody knows shows the list all the same', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const server = withoutLoans();
  await openScreen(<LoanListScreen />, server, '/loans?sort=-bogus&status=GONE&bucket=2');
  expect(server.sentOf(loanCalls.listLoans)[0]?.query).toEqual({
    bucket: '2',
    page: '1',
    pageSize: '10',
  });
  vi.unstubAllGlobals();
});

it.each([
  ['ADMIN', /client’s file is imported/],
  ['MANAGER', /an admin allocates them to you/],
  ['PARTNER', /an admin allocates them to you/],
] as const)('an empty list tells %s what brings the first loans', async (role, words) => {
  localStorage.setItem('recoup.user', JSON.stringify(viewer(role)));
  const view = await openScreen(<LoanListScreen />, withoutLoans(), '/loans');
  expect(view.text()).toMatch(words);
  localStorage.removeItem('recoup.user');
  vi.unstubAllGlobals();
});
