import { useCallback, useRef } from 'react';
import type { RefObject } from 'react';

/** So long what is wrong is waited for, milliseconds. */
const LONGEST_MS = 500;

/**
 * For a screen whose problems may stand out of sight: put the first on the frame, call the second when something was found
 * wrong. The first wrong field (or message) inside the frame comes into view and gets the focus.
 */
export function useShownProblem(): [RefObject<HTMLDivElement | null>, () => void] {
  const frame = useRef<HTMLDivElement>(null);
  const show = useCallback(() => {
    // What is wrong is drawn first: at once, or once the refusal of a call has come to its component.
    const until = performance.now() + LONGEST_MS;
    const look = () =>
      requestAnimationFrame(() => {
        const found = frame.current?.querySelector<HTMLElement>(
          '[aria-invalid="true"], [role="alert"]',
        );
        if (!found && performance.now() < until) return look();
        found?.scrollIntoView({ block: 'center' });
        found?.focus({ preventScroll: true });
      });
    look();
  }, []);
  return [frame, show];
}
