// @vitest-environment page
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import {
  FakeServer,
  logIn,
  newPhone,
  newUser,
  pulledLoan,
  visitOf,
} from '../../offline/support.ts';
import type { Page } from '../../offline/support.ts';

const pulled = pulledLoan();
const { loan } = pulled;
const NAMED = `${loan.Customer_Name}, ${loan.Loan_ID}`;

let server: FakeServer;
let page: Page;

beforeEach(async () => {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: undefined });
  server = new FakeServer();
  server.install();
  server.pages.push({ loans: [pulled], gone: [] });
  page = await newPhone();
});

/** The loan is given to another agent; the phone hears of it. */
async function giveAway(): Promise<void> {
  const { _id: loanId, Loan_ID, Customer_Name } = loan;
  const closed = [{ loanId, Loan_ID, Customer_Name, reason: 'ACTIVE' as const }];
  server.pages.push({ loans: [], gone: [loanId], closed });
  await page.pull();
}

it('a loan given to someone else is told as one that is not theirs, never as an active one', async () => {
  await logIn(page, newUser());
  await giveAway();
  const { render } = await import('../../support/render.tsx');
  const { ClosedLoansNotice } =
    await import('../../../../src/features/field-day/closed-loans-notice.tsx');
  const view = await render(
    <QueryClientProvider client={new QueryClient()}>
      <ClosedLoansNotice />
    </QueryClientProvider>,
  );
  onTestFinished(view.unmount);
  await vi.waitFor(() => expect(view.text()).toContain(`${NAMED}: Not yours any more`));
});

it('what was sent lately of such a loan keeps its name in the outbox', async () => {
  const user = newUser();
  await logIn(page, user);
  await page.saveOperation(visitOf(loan._id));
  await page.deliverAuthor(user._id);
  await giveAway();
  const { render } = await import('../../support/render.tsx');
  const { useOutbox } = await import('../../../../src/features/outbox/outbox-queries.ts');
  function Names() {
    const { data } = useOutbox();
    return <p>{data?.map((item) => `${item.customerName}, ${item.loanNumber}`).join()}</p>;
  }
  const view = await render(
    <QueryClientProvider client={new QueryClient()}>
      <Names />
    </QueryClientProvider>,
  );
  onTestFinished(view.unmount);
  await vi.waitFor(() => expect(view.text()).toContain(NAMED));
});
