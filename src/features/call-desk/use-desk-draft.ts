import { useEffect, useRef, useState } from 'react';
import { clearDraft, listDraftKeys, readDraft, saveDraft } from '../../offline/drafts.ts';
import { onVaultClosed } from '../../offline/vault.ts';
import { draftOf } from './contact-form.ts';
import type { DeskDraft } from './contact-form.ts';
import { filesKeyOf } from './use-kept-files.ts';

const PAUSE_MS = 300;

const keyOf = (loanId: string) => `call:${loanId}`;

/** Drafts read ahead, for the loan that comes next: it opens without waiting for the device. */
const ahead = new Map<string, DeskDraft | null>();
const reading = new Set<string>();

function forgetAhead(loanId: string): void {
  ahead.delete(loanId);
  reading.delete(loanId);
}

// They hold what was typed of borrowers: the next person at this desk begins with none.
onVaultClosed(() => {
  ahead.clear();
  reading.clear();
});

/** Reads a loan's draft ahead; one that is opened before it is there is read anew. */
export async function readDraftAhead(loanId: string): Promise<void> {
  reading.add(loanId);
  const draft = draftOf(await readDraft(keyOf(loanId)).catch(() => null));
  if (reading.delete(loanId)) ahead.set(loanId, draft);
}

/** The draft kept for a loan's call; undefined while it is being read, null when there is none. */
export function useKeptDraft(loanId: string): DeskDraft | null | undefined {
  const [kept, setKept] = useState<{ loanId: string; draft: DeskDraft | null } | undefined>(() => {
    const draft = ahead.get(loanId);
    return draft === undefined ? undefined : { loanId, draft };
  });
  const isKnown = kept?.loanId === loanId;
  useEffect(() => {
    // What was read ahead counts once: from here on the draft changes.
    forgetAhead(loanId);
    if (isKnown) return undefined;
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
  }, [isKnown, loanId]);
  return kept?.loanId === loanId ? kept.draft : undefined;
}

/** Keeps a loan's draft a moment after each change; null forgets it. Returns how to forget it at once. */
export function useDraftKeeper(loanId: string, draft: DeskDraft | null): () => Promise<void> {
  const isDone = useRef(false);
  const text = draft === null ? null : JSON.stringify(draft);
  // What stands on the device already is not written again, nor cleared by a form that was only opened.
  const written = useRef(text);
  const waiting = useRef<(() => void) | null>(null);
  useEffect(() => {
    waiting.current = null;
    if (text === written.current) return undefined;
    const keep = () => {
      waiting.current = null;
      if (isDone.current) return;
      written.current = text;
      const write =
        text === null ? clearDraft(keyOf(loanId)) : saveDraft(keyOf(loanId), JSON.parse(text));
      // A locked vault means that the session is over; the login screen says so.
      write.catch(() => undefined);
    };
    waiting.current = keep;
    const timer = setTimeout(keep, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [loanId, text]);
  // Whoever leaves within the moment keeps the last words too.
  useEffect(() => () => waiting.current?.(), []);
  return async () => {
    isDone.current = true;
    await clearDraft(keyOf(loanId)).catch(() => undefined);
  };
}

/** The name of the draft of a call of the dialer: apart from that of a call by hand to the same loan. */
export const dialerDraft = (callId: string) => `predictive:${callId}`;

/** Forgets the drafts of the dialer's calls but one: whoever has another call, or none, is shown none of them again. */
export async function forgetDialerDrafts(but: string | null): Promise<void> {
  for (const kind of [keyOf(''), filesKeyOf('')])
    for (const draft of await listDraftKeys(`${kind}${dialerDraft('')}`))
      if (draft !== but) await clearDraft(`${kind}${dialerDraft(draft)}`);
}
