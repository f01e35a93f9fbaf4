// @vitest-environment page
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import type { VisitValues } from '../../../../src/features/field-loan/visit-form.ts';
import { newId } from '../../../../src/offline/id.ts';
import { FakeServer, logIn, newPhone, newUser } from '../../offline/support.ts';

const { setTimeout: later } = globalThis;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A visit with one text in it, and the same visit as it is typed on. */
async function beginVisit() {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: undefined });
  new FakeServer().install();
  const page = await newPhone();
  await logIn(page, newUser());
  const { useKeptVisit } = await import('../../../../src/features/field-loan/use-kept-visit.ts');
  const { EMPTY_VISIT } = await import('../../../../src/features/field-loan/visit-form.ts');
  const [loanId, visitId] = [newId(), newId()];
  const about = { Customer_Name: 'Asha', Loan_ID: 'LN-1' };
  const values = (remarks: string): VisitValues => ({ ...EMPTY_VISIT, remarks });
  const draft = {
    visitId,
    savedElsewhereId: null,
    startedAt: 1,
    about,
    values: values('before'),
    files: [],
    chosen: [],
  };
  const Visit = ({ remarks }: { remarks: string }) => {
    useKeptVisit({ loanId, about }, draft, values(remarks), false);
    return null;
  };
  await page.saveDraft(`visit:${loanId}:${visitId}`, draft);
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Visit remarks="before" />));
  // The pause never ends: the page does not live as long.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await act(async () => root.render(<Visit remarks="changed" />));
  const kept = async () => {
    await new Promise((resolve) => later(resolve, 50));
    const stored = await page.readDraft(`visit:${loanId}:${visitId}`);
    return (stored as { values: VisitValues }).values.remarks;
  };
  const type = async (remarks: string) => act(async () => root.render(<Visit remarks={remarks} />));
  return { kept, type };
}

it.each([
  ['is loaded anew', () => window.dispatchEvent(new Event('beforeunload'))],
  ['goes away', () => window.dispatchEvent(new Event('pagehide'))],
  [
    'is put out of sight',
    () => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
      document.dispatchEvent(new Event('visibilitychange'));
    },
  ],
])('what was typed a moment before the page %s is kept', async (_, leave) => {
  const { kept } = await beginVisit();
  expect(await kept()).toBe('before');
  leave();
  expect(await kept()).toBe('changed');
});

it('what is typed on and on without a pause is kept on the way: a page may die without a word', async () => {
  const { kept, type } = await beginVisit();
  for (const remarks of ['changed a', 'changed a lot', 'changed a lot more']) {
    await act(async () => vi.advanceTimersByTimeAsync(200));
    await type(remarks);
  }
  expect(await kept()).toMatch(/^changed a/);
});
