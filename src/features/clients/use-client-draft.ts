import { useEffect, useRef, useState } from 'react';
import { clearDraft, readDraft, saveDraft } from '../../offline/drafts.ts';
import { draftOf } from './client-values.ts';
import type { NewClientValues } from './client-values.ts';

/** One new client at a time is in the making. */
const KEY = 'client:new';
const PAUSE_MS = 400;

/** The kept draft of a new client; undefined while it is being read, null when there is none. */
export function useKeptClient(): NewClientValues | null | undefined {
  const [kept, setKept] = useState<NewClientValues | null>();
  useEffect(() => {
    let isGone = false;
    const show = (draft: NewClientValues | null) => {
      if (!isGone) setKept(draft);
    };
    // Without an open vault there is no draft; the form works all the same.
    readDraft(KEY).then(
      (draft) => show(draftOf(draft)),
      () => show(null),
    );
    return () => {
      isGone = true;
    };
  }, []);
  return kept;
}

/** Keeps what is typed a moment after each change; files can't be kept. Returns how to forget it for good. */
export function useClientKeeper(values: NewClientValues | null): () => Promise<void> {
  const isDone = useRef(false);
  const text = values === null ? null : JSON.stringify(values);
  useEffect(() => {
    if (text === null) return undefined;
    const timer = setTimeout(() => {
      // A locked vault means that the session is over; the login screen says so.
      if (!isDone.current) saveDraft(KEY, JSON.parse(text)).catch(() => undefined);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return async () => {
    isDone.current = true;
    await clearDraft(KEY).catch(() => undefined);
  };
}
