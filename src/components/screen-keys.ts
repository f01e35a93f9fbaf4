import type { ParseKeys } from 'i18next';
import { useEffect } from 'react';
import { createStore } from '../lib/store.ts';

/** The keys of one screen: what "?" shows of them. The keys themselves are bound with `useKeys`. */
export interface ScreenKeys {
  title: ParseKeys;
  /** `keys` as they stand on a keyboard, pressed together or (with '…') any of a row. */
  keys: readonly { keys: readonly string[]; text: ParseKeys }[];
}

/** The keys of the screen shown now; null where a screen has none of its own. */
export const screenKeysStore = createStore<ScreenKeys | null>(null);

/** Whether the keys are being shown. */
export const keysShownStore = createStore(false);

/** Opens the list of keys, as "?" does. */
export function showScreenKeys(): void {
  keysShownStore.set(true);
}

/** Says which keys this screen has, as long as it is shown. Pass a constant. */
export function useScreenKeys(keys: ScreenKeys): void {
  useEffect(() => {
    screenKeysStore.set(keys);
    return () => {
      if (screenKeysStore.get() === keys) screenKeysStore.set(null);
    };
  }, [keys]);
}
