import { useEffect, useRef, useState } from 'react';
import { useDoneSoon } from '../../components/use-leaving.ts';
import {
  clearDraft,
  listDraftKeys,
  listDrafts,
  readDraft,
  saveDraft,
} from '../../offline/drafts.ts';
import { outcomeSavedAt } from '../../offline/outbox.ts';
import { onVaultClosed } from '../../offline/vault.ts';
import { draftOf } from './contact-form.ts';
import type { DeskDraft } from './contact-form.ts';
import { filesKeyOf } from './use-kept-files.ts';

/** How long what is typed waits until it is kept, milliseconds. */
const KEPT_WITHIN_MS = 300;

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

/**
 * A loan's draft, or null. One that was saved as it stands (the computer died before it was forgotten) is none, with its
 * files: the next contact of the same words would be taken for that one. What another tab typed since is a draft.
 */
async function keptDraft(loanId: string): Promise<DeskDraft | null> {
  const key = keyOf(loanId);
  const draft = draftOf(await readDraft(key));
  const id = draft?.call?.contactId ?? draft?.uncalledId;
  const savedAt = id === undefined ? null : await outcomeSavedAt(loanId, id);
  if (savedAt === null) return draft;
  const [stored] = await listDrafts(key);
  if ((stored?.keptAt ?? Infinity) > savedAt) return draft;
  await Promise.all([clearDraft(key), clearDraft(filesKeyOf(loanId))]);
  return null;
}

/** Reads a loan's draft ahead; one that is opened before it is there is read anew. */
export async function readDraftAhead(loanId: string): Promise<void> {
  reading.add(loanId);
  const draft = await keptDraft(loanId).catch(() => null);
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
    keptDraft(loanId).then(show, () => show(null));
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
  const doSoon = useDoneSoon(KEPT_WITHIN_MS);
  useEffect(() => {
    if (text === written.current) return doSoon(null);
    const keep = () => {
      if (isDone.current) return;
      written.current = text;
      const write =
        text === null ? clearDraft(keyOf(loanId)) : saveDraft(keyOf(loanId), JSON.parse(text));
      // A locked vault means that the session is over; the login screen says so.
      write.catch(() => undefined);
    };
    return doSoon(keep);
  }, [loanId, text, doSoon]);
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
