// @vitest-environment page
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

it.each(['without a call', 'of a call'])(
  'what was saved is no draft any more where the computer died before it was forgotten: %s',
  async (kind) => {
    Object.defineProperty(navigator, 'locks', { configurable: true, value: undefined });
    new FakeServer().install();
    const page = await newPhone();
    await logIn(page, newUser());
    const { useKeptDraft } = await import('../../../../src/features/call-desk/use-desk-draft.ts');
    const { EMPTY_CONTACT } = await import('../../../../src/features/call-desk/contact-form.ts');
    const { listDraftKeys, saveDraft } = await import('../../../../src/offline/drafts.ts');
    const [loanId, id] = [newId(), newId()];
    const call = { contactId: id, talkedMs: 1000, startedAt: null };
    const draftOf = (remarks: string) => ({
      values: { ...EMPTY_CONTACT, disposition: 'PTP', remarks },
      ...(kind === 'of a call' ? { call } : { call: null, uncalledId: id }),
    });
    const begin = async (remarks: string) => {
      await saveDraft(`call:${loanId}`, draftOf(remarks));
      await saveDraft(`call-files:${loanId}`, {});
    };
    const reopened = async () => {
      let kept: DeskDraft | null | undefined;
      const Reading = () => {
        kept = useKeptDraft(loanId);
        return null;
      };
      const root = createRoot(document.createElement('div'));
      await act(async () => root.render(<Reading />));
      await vi.waitFor(() => expect(kept).not.toBeUndefined(), PATIENCE);
      await act(async () => root.unmount());
      return kept;
    };
    await begin('Rings');
    expect((await reopened())?.values.remarks).toBe('Rings');
    await page.saveOperation({
      call: 'createCallDisposition',
      opId: kind === 'of a call' ? newId() : id,
      loanId,
      body: { _id: id, loanId, call_status: 'NOT_CALLED', disposition: 'PTP', remarks: 'Rings' },
    });
    // What is typed since in another tab is not what was saved.
    vi.setSystemTime(Date.now() + 1000);
    await begin('Rings, then the wife answers');
    expect((await reopened())?.values.remarks).toBe('Rings, then the wife answers');
    vi.setSystemTime(Date.now() - 3000);
    await begin('Rings');
    expect(await reopened()).toBeNull();
    expect(await listDraftKeys('call')).toEqual([]);
    vi.useRealTimers();
  },
);
