import { useEffect, useRef, useState } from 'react';
import { clearDraft, readDraft, saveDraft } from '../../offline/drafts.ts';
import { draftOf } from './contact-form.ts';
import type { DeskDraft } from './contact-form.ts';

const PAUSE_MS = 300;

const keyOf = (loanId: string) => `call:${loanId}`;

/** The draft kept for a loan's call; undefined while it is being read, null when there is none. */
export function useKeptDraft(loanId: string): DeskDraft | null | undefined {
  const [kept, setKept] = useState<{ loanId: string; draft: DeskDraft | null }>();
  useEffect(() => {
    let isGone = false;
    const show = (draft: DeskDraft | null) => {
      if (!isGone) setKept({ loanId, draft });
    };
    // Without an open vault there is no draft; the call can be worked all the same.
    readDraft(keyOf(loanId)).then(
      (draft) => show(draftOf(draft)),
      () => show(null),
    );
    return () => {
      isGone = true;
    };
  }, [loanId]);
  return kept?.loanId === loanId ? kept.draft : undefined;
}

/** Keeps a loan's draft a moment after each change; null forgets it. Returns how to forget it at once. */
export function useDraftKeeper(loanId: string, draft: DeskDraft | null): () => Promise<void> {
  const isDone = useRef(false);
  const text = draft === null ? null : JSON.stringify(draft);
  useEffect(() => {
    const keep = () => {
      if (isDone.current) return;
      const write =
        text === null ? clearDraft(keyOf(loanId)) : saveDraft(keyOf(loanId), JSON.parse(text));
      // A locked vault means that the session is over; the login screen says so.
      write.catch(() => undefined);
    };
    const timer = setTimeout(keep, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [loanId, text]);
  return async () => {
    isDone.current = true;
    await clearDraft(keyOf(loanId)).catch(() => undefined);
  };
}
