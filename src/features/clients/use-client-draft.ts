import { useEffect, useRef, useState } from 'react';
import { noteIn, tabStorage } from '../../lib/page-storage.ts';
import { currentUserId } from './client-queries.ts';
import { draftOf } from './client-values.ts';
import type { NewClientValues } from './client-values.ts';

/** One new client at a time is in the making, by each person. */
const keyOf = () => `recoup.new-client.${currentUserId()}`;

/**
 * In the tab's own storage: a draft survives a reload and a login after idleness, and is gone with the tab. An admin has
 * no vault, and names and numbers of a lender's people are not left lying in local storage.
 */
function readKept(): NewClientValues | null {
  try {
    return draftOf(JSON.parse(tabStorage()?.getItem(keyOf()) ?? 'null'));
  } catch {
    return null;
  }
}

const keep = (text: string) => noteIn(tabStorage(), keyOf(), text);

/** The kept draft of a new client, as it was when the screen opened; null when there is none. */
export function useKeptClient(): NewClientValues | null {
  return useState(readKept)[0];
}

/**
 * Keeps what is typed with each change, so that neither a page that dies nor a logout finds anything still to be written; files
 * can't be kept. Returns how to forget it for good.
 */
export function useClientKeeper(values: NewClientValues | null): () => void {
  const isDone = useRef(false);
  const text = values === null ? null : JSON.stringify(values);
  useEffect(() => {
    if (text !== null && !isDone.current) keep(text);
  }, [text]);
  return () => {
    isDone.current = true;
    tabStorage()?.removeItem(keyOf());
  };
}
