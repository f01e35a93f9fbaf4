// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { loanCalls } from '../../../../contract/loan-calls.ts';
import { LoanListScreen } from '../../../../src/features/loans/loan-list-screen.tsx';
import { FakeServer, onePage, openScreen } from '../../support/screen.tsx';

it('an old link whose order or status nobody knows shows the list all the same', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const server = new FakeServer().on(loanCalls.listLoans, {
    ...onePage([]),
    isCountExact: true,
    asOf: '2026-11-01T00:00:00.000Z',
  });
  await openScreen(<LoanListScreen />, server, '/loans?sort=-bogus&status=GONE&bucket=2');
  expect(server.sentOf(loanCalls.listLoans)[0]?.query).toEqual({
    bucket: '2',
    page: '1',
    pageSize: '10',
  });
  vi.unstubAllGlobals();
});
