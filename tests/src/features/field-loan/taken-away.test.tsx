// @vitest-environment page
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { newId } from '../../../../src/offline/id.ts';
import { FakeServer, logIn, newPhone, newUser, pulledLoan } from '../../offline/support.ts';
import type { Page } from '../../offline/support.ts';
import { codeOf } from '../../../support/disposition-code.ts';
import type { Rendered } from '../../support/render.tsx';

const pulled = pulledLoan();
const { loan } = pulled;
const code = codeOf('FIELD_PARTIAL_PAID', {
  label: 'Paid in part',
  disposition_class: 'PAID',
  needsAmount: true,
});
const values = {
  disposition: code.code,
  personMet: '',
  amount: 5000,
  excessReason: '',
  isAll: false,
  paymentMode: 'CASH' as const,
  paymentReference: '',
  date: null,
  time: '',
  remarks: 'Cash at the door',
};
const about = { Customer_Name: loan.Customer_Name, Loan_ID: loan.Loan_ID };

let server: FakeServer;
let page: Page;
let queries: QueryClient;

beforeEach(async () => {
  Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
  Object.defineProperty(navigator, 'locks', { configurable: true, value: undefined });
  Element.prototype.scrollIntoView = () => undefined;
  server = new FakeServer();
  server.install();
  server.pages.push({ loans: [pulled], gone: [] });
  page = await newPhone();
  vi.doMock('../../../../src/lib/position.ts', () => ({
    readPosition: async () => ({ missingReason: 'DENIED' }),
  }));
  vi.doMock('../../../../src/offline/reference.ts', async (original) => ({
    ...(await original<object>()),
    dispositionCodes: async () => [code],
  }));
  await logIn(page, newUser());
  const { keepVisit } = await import('../../../../src/features/field-loan/visit-draft.ts');
  await keepVisit(loan._id, { visitId: newId(), startedAt: Date.now(), about, values });
});

async function takeAway(): Promise<void> {
  server.pages.push({ loans: [], gone: [loan._id] });
  await page.pull();
  expect(await page.readLoan(loan._id)).toBeNull();
}

/** As the app's frame does. */
async function hearOfPull(): Promise<void> {
  const { readTopicAgain } = await import('../../../../src/data/device-query.ts');
  await act(() => readTopicAgain(queries, 'loans'));
}

async function open(path: 'loan' | 'loan/visit' | 'loan/edit'): Promise<Rendered> {
  const { render } = await import('../../support/render.tsx');
  const { ConfirmHost } = await import('../../../../src/components/confirm-dialog.tsx');
  const { VisitScreen } = await import('../../../../src/features/field-loan/visit-screen.tsx');
  const { LoanEditScreen } =
    await import('../../../../src/features/field-loan/loan-edit-screen.tsx');
  const { FieldLoanScreen } = await import('../../../../src/features/field-loan/loan-screen.tsx');
  queries = new QueryClient();
  const view = await render(
    <QueryClientProvider client={queries}>
      <Routes>
        <Route path="/field-agent/loan" element={<FieldLoanScreen />} />
        <Route path="/field-agent/loan/visit" element={<VisitScreen />} />
        <Route path="/field-agent/loan/edit" element={<LoanEditScreen />} />
        <Route path="*" element={<p>Elsewhere</p>} />
      </Routes>
      <ConfirmHost />
    </QueryClientProvider>,
    `/field-agent/${path}?id=${loan._id}`,
  );
  onTestFinished(view.unmount);
  return view;
}

/** The newest button of these words, wherever it stands. */
const button = (words: string) =>
  [...document.querySelectorAll('button')].findLast((each) => each.textContent === words);

const strandedLoans = async () => (await page.strandedWork()).map(({ loanId }) => loanId);

it('a begun visit is stranded only when its loan has left the phone', async () => {
  expect(await strandedLoans()).toEqual([]);
  await takeAway();
  expect(await page.strandedWork()).toMatchObject([{ loanId: loan._id, about }]);
});

it('where the loan was, the begun visit is named and can be thrown away', async () => {
  await takeAway();
  const view = await open('loan');
  await vi.waitFor(() => expect(view.text()).toContain('is not finished'));
  expect(view.text()).toContain(`${loan.Customer_Name}, ${loan.Loan_ID}`);
  await act(async () => button('Discard visit')?.click());
  await vi.waitFor(() => expect(button('Start over')).toBeDefined());
  await act(async () => button('Start over')?.click());
  await vi.waitFor(() => expect(view.text()).not.toContain('is not finished'));
  expect(await strandedLoans()).toEqual([]);
});

it('what was typed into a correction can be read where its loan was, and thrown away', async () => {
  const { begunVisit, endVisitDraft } =
    await import('../../../../src/features/field-loan/visit-draft.ts');
  const { keepInputDraftsIn } = await import('../../../../src/lib/kept-input.ts');
  const drafts = await import('../../../../src/offline/input-drafts.ts');
  const { visitId = '' } = (await begunVisit(loan._id)) ?? {};
  await endVisitDraft({ loanId: loan._id, visitId });
  keepInputDraftsIn({
    save: drafts.saveInputDraft,
    read: drafts.readInputDraft,
    clear: drafts.clearInputDraft,
  });
  onTestFinished(() => keepInputDraftsIn(null));
  const form = await open('loan/edit');
  await vi.waitFor(() => expect(form.all('[name="City"]')).toHaveLength(1));
  await form.type(form.one('[name="City"]'), 'Nashik Road');
  const { begunCorrections } = await import('../../../../src/offline/begun-visits.ts');
  await vi.waitFor(async () => expect(await begunCorrections()).toHaveLength(1));
  // The page ends with the draft as it is.
  keepInputDraftsIn(null);
  await form.unmount();
  expect(await strandedLoans()).toEqual([]);
  await takeAway();
  expect(await strandedLoans()).toEqual([loan._id]);
  const view = await open('loan');
  await vi.waitFor(() => expect(view.text()).toContain('City: Nashik Road'));
  await act(async () => button('Discard correction')?.click());
  await vi.waitFor(() => expect(document.querySelector('[role="dialog"]')).not.toBeNull());
  await act(async () => button('Discard correction')?.click());
  await vi.waitFor(() => expect(view.text()).not.toContain('Nashik Road'));
  expect(await strandedLoans()).toEqual([]);
});

/** Saves what stands in the form: it waits in the outbox, where the screen goes. */
async function expectSaved(view: Rendered): Promise<void> {
  await act(async () => {
    view.one('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  });
  await vi.waitFor(async () => expect(await page.listOutbox()).toHaveLength(1));
  expect((await page.listOutbox())[0]?.body).toMatchObject({
    loanId: loan._id,
    amountCollected: 5000,
  });
  await vi.waitFor(() => expect(view.text()).toContain('Elsewhere'));
}

it('a begun visit is finished and saved without its loan, of which nothing else is shown', async () => {
  await takeAway();
  const view = await open('loan/visit');
  await vi.waitFor(() => expect(view.all('textarea')).not.toHaveLength(0));
  expect(view.text()).toContain('your manager decides');
  expect(view.text()).toContain(loan.Customer_Name);
  await expectSaved(view);
  expect(await strandedLoans()).toEqual([]);
});

it('loans that were given up to make room are not said to have been taken away', async () => {
  const { dropCache } = await import('../../../../src/offline/cache-database.ts');
  await dropCache(page.openedVault().user._id);
  const view = await open('loan/visit');
  await vi.waitFor(() => expect(view.all('textarea')).not.toHaveLength(0));
  expect(view.text()).toContain('come back when it is online');
  expect(view.text()).not.toContain('your manager decides');
  await expectSaved(view);
});

it('whose form is open when the loan goes hears of it there, and is led to what was saved', async () => {
  const view = await open('loan/visit');
  await vi.waitFor(() => expect(view.all('textarea')).not.toHaveLength(0));
  expect(view.text()).not.toContain('your manager decides');
  await takeAway();
  await hearOfPull();
  await vi.waitFor(() => expect(view.text()).toContain('your manager decides'));
  await expectSaved(view);
});

it('an open form knows what others took in meanwhile: more than is left needs its why', async () => {
  const view = await open('loan/visit');
  await vi.waitFor(() => expect(view.all('textarea')).not.toHaveLength(0));
  expect(view.text()).not.toContain('left to collect');
  const taken = { ...loan, Total_Due_Amount: 5000, Unverified_Amount: 3000 };
  server.pages.push({ loans: [{ ...pulled, loan: taken }], gone: [] });
  await page.pull();
  await hearOfPull();
  await vi.waitFor(() => expect(view.text()).toContain('Only ₹2,000 is left to collect'));
});
