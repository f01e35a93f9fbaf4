// @vitest-environment page
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { DispositionCode } from '../../../../contract/disposition.ts';
import type { LoanDetail } from '../../../../contract/loan.ts';
import { newId } from '../../../../src/offline/id.ts';
import { FakeServer, logIn, newPhone, newUser, pulledLoan } from '../../offline/support.ts';
import type { Page } from '../../offline/support.ts';
import { codeOf } from '../../../support/disposition-code.ts';
import type { Rendered } from '../../support/render.tsx';
import type { VisitDraft, VisitFile } from '../../../../src/features/field-loan/visit-draft.ts';

const { loan } = pulledLoan();
const code = codeOf('FIELD_DOOR_LOCKED', {
  label: 'Door locked',
  disposition_class: 'NOT_CONTACTED',
});
const filled = {
  disposition: code.code,
  personMet: '',
  amount: null,
  excessReason: '' as const,
  isAll: false,
  paymentMode: 'CASH' as const,
  paymentReference: '',
  date: null,
  time: '',
  remarks: 'Nobody at home',
};

let page: Page;
let finishPhoto: (bytes: ArrayBuffer | null) => void;

beforeEach(async () => {
  // What the window of these tests names only, or not at all.
  Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
  Object.defineProperty(navigator, 'locks', { configurable: true, value: undefined });
  new FakeServer().install();
  page = await newPhone();
  vi.doMock('../../../../src/lib/position.ts', () => ({
    readPosition: async () => ({ missingReason: 'DENIED' }),
  }));
  vi.doMock('../../../../src/offline/photo.ts', () => ({
    scalePhoto: () =>
      new Promise((resolve, reject) => {
        finishPhoto = (bytes) => {
          if (bytes === null) reject(new Error('unreadable'));
          else resolve({ bytes, contentType: 'image/jpeg', width: 1, height: 1 });
        };
      }),
  }));
  await logIn(page, newUser());
});

const settled = () => act(async () => new Promise((resolve) => setTimeout(resolve, 60)));

/** The form as its screen shows it, with the modules of the phone's page. */
async function open(
  draft: Partial<VisitDraft> = {},
  of: { loan: LoanDetail; code: DispositionCode } = { loan, code },
): Promise<Rendered> {
  const { render } = await import('../../support/render.tsx');
  const { VisitForm } = await import('../../../../src/features/field-loan/visit-form-view.tsx');
  const begun = {
    visitId: newId(),
    savedElsewhereId: null,
    startedAt: null,
    about: null,
    values: filled,
    files: [],
    chosen: [],
    ...draft,
  };
  const view = await render(
    <QueryClientProvider client={new QueryClient()}>
      <VisitForm loan={{ ...of.loan, isGone: false }} codes={[of.code]} draft={begun} />
    </QueryClientProvider>,
  );
  onTestFinished(view.unmount);
  await settled();
  return view;
}

async function takePhoto(view: Rendered, ...names: string[]): Promise<void> {
  const input = view.one('input[type="file"]') as HTMLInputElement;
  const pictures = (names.length === 0 ? ['door.png'] : names).map(
    (name) => new File([new Uint8Array(10)], name, { type: 'image/png' }),
  );
  Object.defineProperty(input, 'files', { configurable: true, value: pictures });
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })));
}

/** The form of what is kept of a visit, once its page went away and came back. */
async function reopened(view: Rendered, of: Parameters<typeof open>[1]): Promise<Rendered> {
  const { begunVisit, openVisitDraft } =
    await import('../../../../src/features/field-loan/visit-draft.ts');
  await vi.waitFor(async () => expect(await begunVisit(loan._id)).not.toBeNull());
  await view.again(null);
  const form = await open(await openVisitDraft(loan._id), of);
  expect(form.text()).toContain('saved in another tab');
  return form;
}

const savedRemarks = async () => (await page.listOutbox()).map(({ body }) => body?.remarks);

async function save(view: Rendered): Promise<void> {
  await act(async () => {
    view.one('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  });
  await settled();
}

it('saving waits for a photo that is still being made small', async () => {
  const view = await open();
  await takePhoto(view);
  await save(view);
  expect(await page.listOutbox()).toEqual([]);
  await act(async () => finishPhoto(new ArrayBuffer(20)));
  await vi.waitFor(async () => expect(await page.listOutbox()).toHaveLength(1));
  const [saved] = await page.listOutbox();
  expect(saved?.files).toHaveLength(1);
  expect(saved?.body?.files).toHaveLength(1);
});

it('a photo that fails while the save waits for it stops the save, and the form says why', async () => {
  const view = await open();
  await takePhoto(view);
  await save(view);
  await act(async () => finishPhoto(null));
  await vi.waitFor(() => expect(view.text()).toContain('door.png could not be read'));
  expect(await page.listOutbox()).toEqual([]);
  expect(view.text()).toContain('door.png could not be read');
  await save(view);
  await vi.waitFor(async () => expect(await page.listOutbox()).toHaveLength(1));
});

it('of several chosen files each that can not be had is named', async () => {
  const view = await open();
  await takePhoto(view, 'door.png', 'lane.png');
  const finishFirst = finishPhoto;
  await act(async () => finishFirst(null));
  await vi.waitFor(() => expect(finishPhoto).not.toBe(finishFirst));
  await act(async () => finishPhoto(null));
  await vi.waitFor(() => expect(view.text()).toContain('door.png could not be read'));
  expect(view.text()).toContain('lane.png could not be read');
});

it('photos chosen before the page went away are there when the visit is opened again', async () => {
  const { begunVisit, openVisitDraft } =
    await import('../../../../src/features/field-loan/visit-draft.ts');
  const view = await open({ values: null });
  await takePhoto(view, 'door.png', 'lane.png');
  await act(async () => finishPhoto(new ArrayBuffer(20)));
  // Whoever opens a loan of which no visit is kept yet throws away what was chosen for one.
  await vi.waitFor(async () => expect(await begunVisit(loan._id)).not.toBeNull());
  const isKept = async () => {
    const { files, chosen } = await openVisitDraft(loan._id);
    expect([files.length, chosen.length]).toEqual([1, 1]);
  };
  await vi.waitFor(isKept);
  await view.again(null);
  const again = await open(await openVisitDraft(loan._id));
  await act(async () => finishPhoto(new ArrayBuffer(30)));
  await vi.waitFor(() => {
    const shown = [...document.querySelectorAll('img')].map(({ alt }) => alt);
    expect(shown.slice(-2)).toEqual(['door.jpg', 'lane.jpg']);
  });
  // What was made small needs its original no more, and a photo that is taken away stays away.
  const isSmall = async () => expect(await openVisitDraft(loan._id)).toMatchObject({ chosen: [] });
  await vi.waitFor(isSmall);
  await again.click(again.one('[aria-label="Remove lane.jpg"]'));
  const isAway = async () => expect((await openVisitDraft(loan._id)).files).toHaveLength(1);
  await vi.waitFor(isAway);
});

const doorPhoto = (): VisitFile => {
  const bytes = new Uint8Array([1, 2, 3]).buffer;
  return { id: newId(), kind: 'photo', name: 'door.jpg', contentType: 'image/jpeg', bytes };
};

it('one begun visit in two tabs: the second is told, keeps its text, and saves a visit of its own', async () => {
  const visitId = newId();
  const files = [doorPhoto()];
  const view = await open({ visitId, files, values: { ...filled, remarks: 'Second tab' } });
  const { saveVisit } = await import('../../../../src/features/field-loan/visit-save.ts');
  await saveVisit({
    visitId,
    loanId: loan._id,
    values: { ...filled, remarks: 'First tab' },
    code,
    position: { missingReason: 'DENIED' },
    files,
  });
  await vi.waitFor(() => expect(view.text()).toContain('saved in another tab'));
  await save(view);
  await vi.waitFor(async () => expect(await savedRemarks()).toEqual(['First tab', 'Second tab']));
  const sent = (await page.listOutbox()).flatMap((visit) =>
    visit.files.map(({ fileId }) => fileId),
  );
  expect(new Set(sent), 'each has the photo').toHaveLength(2);
});

/** 3,000 of 5,000 was taken in with the visit that the first tab saved. */
const takenOnce = {
  loan: { ...loan, Total_Due_Amount: 5000, Unverified_Amount: 3000 },
  code: {
    ...code,
    code: 'FIELD_PARTIAL_PAID',
    disposition_class: 'PAID' as const,
    needsAmount: true,
  },
};

it.each([
  ['as it stands', false],
  ['when the page of one comes back', true],
])('one begun visit in two tabs: saved unchanged in both it is one visit, %s', async (_, again) => {
  const visitId = newId();
  const of = takenOnce;
  const values = { ...filled, disposition: of.code.code, amount: 3000 };
  const files = [doorPhoto()];
  const view = await open({ visitId, values, files }, of);
  const { saveVisit } = await import('../../../../src/features/field-loan/visit-save.ts');
  const position = { missingReason: 'DENIED' as const };
  await saveVisit({ visitId, loanId: loan._id, values, code: of.code, position, files });
  await vi.waitFor(() => expect(view.text()).toContain('saved in another tab'));
  const form = again ? await reopened(view, of) : view;
  await vi.waitFor(() => expect(form.text()).not.toContain('Why more'));
  await save(form);
  const { toastStore } = await import('../../../../src/components/toast-store.ts');
  await vi.waitFor(() => expect(toastStore.get()).toHaveLength(1));
  expect(await page.listOutbox()).toHaveLength(1);
});

it('one begun visit in two tabs: other money in the second is told first, and then counted with the first', async () => {
  const visitId = newId();
  const values = { ...filled, disposition: takenOnce.code.code, amount: 3000 };
  const second = { ...values, amount: 2500 };
  const view = await open({ visitId, values: second }, takenOnce);
  const { saveVisit } = await import('../../../../src/features/field-loan/visit-save.ts');
  const position = { missingReason: 'DENIED' as const };
  const { _id: loanId } = loan;
  await saveVisit({ visitId, loanId, values, code: takenOnce.code, position, files: [] });
  await vi.waitFor(() => expect(view.text()).toContain('saved in another tab'));
  await vi.waitFor(() => expect(view.text()).not.toContain('Why more'));
  await save(view);
  await vi.waitFor(() => expect(view.text()).toContain('save again to record it as a second'));
  await vi.waitFor(() => expect(view.text()).toContain('Only ₹2,000 is left to collect'));
  await save(view);
  expect(view.text()).toContain('Say why you took more than is left.');
  expect(await page.listOutbox()).toHaveLength(1);
});

it('a refused save leaves the form and its text, and leaving it does not break the screen', async () => {
  // Chromium's newer versions answer with a promise.
  Element.prototype.scrollIntoView = () => Promise.resolve() as unknown as void;
  const faults: unknown[] = [];
  const note = (event: ErrorEvent) => faults.push(event.error);
  window.addEventListener('error', note);
  await page.onLogout();
  const view = await open();
  await save(view);
  await vi.waitFor(() => expect(view.text()).toContain('Not saved'));
  expect(view.one('textarea').textContent).toContain('Nobody at home');
  await view.again(null);
  window.removeEventListener('error', note);
  expect(faults).toEqual([]);
});

const promised = (amount: number) => ({
  values: { ...filled, disposition: 'FIELD_PTP', amount },
});

it('a promise of more than is left is warned of, in the amount, and not refused', async () => {
  const of = {
    loan: { ...loan, Total_Due_Amount: 5000, Unverified_Amount: 2000 },
    code: { ...code, code: 'FIELD_PTP', disposition_class: 'PTP' as const, needsAmount: true },
  };
  expect((await open(promised(3000), of)).text()).not.toContain('Check the amount');
  expect((await open(promised(30_000), of)).text()).toContain(
    'Only ₹3,000 is left to collect. Check the amount.',
  );
});

const question = () =>
  [...document.querySelectorAll('fieldset')].find(
    (each) => each.querySelector('legend')?.textContent?.startsWith('Whom did you meet?') === true,
  );

it('whom one met is marked where it must be said, and what is missing stands at that question', async () => {
  const paid = { ...code, code: 'FIELD_PAID', disposition_class: 'PAID' as const };
  const of = { loan, code: { ...paid, needsAmount: true, needsPersonMet: true } };
  const view = await open({ values: { ...filled, disposition: paid.code, amount: 100 } }, of);
  expect(question()?.querySelector('legend')?.textContent).toBe('Whom did you meet? *');
  await save(view);
  const described = question()?.getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(described)?.textContent).toBe('Say whom you met.');
  expect(view.text().split('Say whom you met.')).toHaveLength(2);
});
