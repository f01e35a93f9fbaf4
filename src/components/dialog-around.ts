import { createContext, useContext } from 'react';

/** The dialog around, for what stands in it. */
export interface DialogAround {
  readonly title: string;
  /** Closes it; while something in it is unsaved, that is asked first. */
  readonly close: () => void;
  /** Closes it at once. */
  readonly finish: (isSaved: boolean) => void;
  /** Says whether something in it is unsaved. */
  readonly holdUnsaved: (isUnsaved: boolean) => void;
}

/** Null outside of a dialog. */
export const Around = createContext<DialogAround | null>(null);

/** Whether there is a dialog around. */
export function useIsInDialog(): boolean {
  return useContext(Around) !== null;
}
