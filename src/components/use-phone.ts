import { useSyncExternalStore } from 'react';

const PHONE = '(max-width: 48em)';

/** Whether the screen is as narrow as a phone's; follows turns and resizes. */
export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(PHONE).matches);
}

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(PHONE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
