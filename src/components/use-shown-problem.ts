import { useCallback, useRef } from 'react';
import type { RefObject } from 'react';

/**
 * For a screen whose problems may stand out of sight: put the first on the frame, call the second when something was found
 * wrong. The first wrong field (or message) inside the frame comes into view and gets the focus.
 */
export function useShownProblem(): [RefObject<HTMLDivElement | null>, () => void] {
  const frame = useRef<HTMLDivElement>(null);
  const show = useCallback(() => {
    // What is wrong is drawn first.
    requestAnimationFrame(() => {
      const found = frame.current?.querySelector<HTMLElement>(
        '[aria-invalid="true"], [role="alert"]',
      );
      found?.scrollIntoView({ block: 'center' });
      found?.focus({ preventScroll: true });
    });
  }, []);
  return [frame, show];
}
