// @vitest-environment page
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import type { ShownSettlement } from '../../../../src/components/settlement-chip.tsx';
import { today } from '../../../../src/lib/dates.ts';
import { render } from '../../support/render.tsx';
import { madeId, settled } from '../../support/screen.tsx';

const { searchLoans } = vi.hoisted(() => ({ searchLoans: vi.fn<() => Promise<unknown>>() }));
vi.mock('../../../../src/offline/loan-index.ts', () => ({ searchLoans }));
const { SettlementsFirst } =
  await import('../../../../src/features/call-desk/settlements-first.tsx');

const daysOn = (days: number) =>
  new Date(Date.parse(`${today()}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

const loan = (n: number, settlement: Partial<ShownSettlement>) => ({
  loan: {
    _id: madeId(n),
    Loan_ID: `LN-${n}`,
    Customer_Name: `Borrower ${n}`,
    settlementId: madeId(100 + n),
    settlementStatus: 'ACTIVE',
    settlementAmount: 1000 * n,
    settlementDueOn: daysOn(n),
    ...settlement,
  },
});

async function desk(loans: unknown[]) {
  searchLoans.mockResolvedValue(loans);
  const view = await render(
    <QueryClientProvider client={new QueryClient()}>
      <SettlementsFirst />
    </QueryClientProvider>,
  );
  await settled();
  return view;
}

it('shows what is being paid with amount and day, what was due first on top, each leading to its call', async () => {
  const view = await desk([
    loan(5, {}),
    loan(2, { settlementStatus: 'LETTER_ISSUED', settlementAmount: 4500 }),
    loan(3, { settlementDueOn: daysOn(-3) }),
    loan(1, { settlementStatus: 'PROPOSED' }),
    loan(4, { settlementStatus: null, settlementDueOn: null }),
  ]);
  expect(view.all('a').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Borrower 3 · LN-3', `/call-management?loanId=${madeId(3)}`],
    ['Borrower 2 · LN-2', `/call-management?loanId=${madeId(2)}`],
    ['Borrower 5 · LN-5', `/call-management?loanId=${madeId(5)}`],
  ]);
  expect(view.text()).toContain('collect ₹4,500 by');
});

it('says what agents took in already, so that nobody asks for it again', async () => {
  const taken = loan(2, { settlementAmount: 4500 });
  const view = await desk([{ loan: { ...taken.loan, Unverified_Amount: 4500 } }, loan(3, {})]);
  expect(view.text().match(/₹[\d,]+ collected, not yet verified/g)).toEqual([
    '₹4,500 collected, not yet verified',
  ]);
});

it('is not there while nothing is being paid', async () => {
  const view = await desk([
    loan(1, { settlementStatus: 'BROKEN' }),
    loan(2, { settlementStatus: null }),
  ]);
  expect(view.all('a, h2')).toEqual([]);
});

it('shows ten at most', async () => {
  const view = await desk(Array.from({ length: 14 }, (_, n) => loan(n + 1, {})));
  expect(view.all('a')).toHaveLength(10);
  expect(view.text()).not.toContain('LN-11');
});
