// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import type { DeskDraft } from '../../../../src/features/call-desk/contact-form.ts';
import { newId } from '../../../../src/offline/id.ts';
import { FakeServer, logIn, newPhone, newUser } from '../../offline/support.ts';
import { PATIENCE } from '../../../support/patience.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

it('keeps what was typed in the moment before the loan was left', async () => {
  // The window of these tests only names them.
  Object.defineProperty(navigator, 'locks', { configurable: true, value: undefined });
  new FakeServer().install();
  await logIn(await newPhone(), newUser());
  // Loaded with the page's own modules, whose vault is open.
  const { useDraftKeeper, useKeptDraft } =
    await import('../../../../src/features/call-desk/use-desk-draft.ts');
  const { EMPTY_CONTACT } = await import('../../../../src/features/call-desk/contact-form.ts');
  const loanId = newId();
  const typed = (remarks: string): DeskDraft => ({
    values: { ...EMPTY_CONTACT, remarks },
    call: null,
  });
  const Keeping = ({ draft }: { draft: DeskDraft | null }) => {
    useDraftKeeper(loanId, draft);
    return null;
  };
  let kept: DeskDraft | null | undefined;
  const Reading = () => {
    kept = useKeptDraft(loanId);
    return null;
  };
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Keeping draft={null} />));
  await act(async () => root.render(<Keeping draft={typed('Calls back on')} />));
  await act(async () => root.render(<Keeping draft={typed('Calls back on Friday')} />));
  await act(async () => root.render(<Reading />));
  await vi.waitFor(() => expect(kept?.values.remarks).toBe('Calls back on Friday'), PATIENCE);
  await act(async () => root.unmount());
});

it('forgets what was typed for calls of the dialer that are closed, and nothing else', async () => {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: undefined });
  new FakeServer().install();
  await logIn(await newPhone(), newUser());
  const { dialerDraft, forgetDialerDrafts } =
    await import('../../../../src/features/call-desk/use-desk-draft.ts');
  const { listDraftKeys, saveDraft } = await import('../../../../src/offline/drafts.ts');
  const [closed, open, loanId] = [newId(), newId(), newId()];
  for (const draft of [dialerDraft(closed), dialerDraft(open), loanId]) {
    await saveDraft(`call:${draft}`, {});
    await saveDraft(`call-files:${draft}`, {});
  }
  await forgetDialerDrafts(open);
  const left = [dialerDraft(open), loanId].toSorted();
  for (const kind of ['call:', 'call-files:'])
    expect((await listDraftKeys(kind)).toSorted()).toEqual(left);
});
