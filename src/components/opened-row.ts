import { useEffect, useRef } from 'react';
import type { MouseEvent, RefObject } from 'react';
import { useLocation } from 'react-router-dom';
import { headingOf, isFocusLost } from './focus-heir.ts';

/** By which link each list was left last, until somebody is back at it. */
const leftBy = new Map<string, string>();

/**
 * For a list whose rows lead to other screens: whoever comes back stands at the row that was opened, or at the list's
 * heading when it is no longer there. `isShown`: its rows have come.
 */
export function useOpenedRow(
  name: string,
  isShown: boolean,
): { ref: RefObject<HTMLDivElement | null>; onClick: (event: MouseEvent) => void } {
  const { pathname } = useLocation();
  const list = `${pathname} ${name}`;
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const href = leftBy.get(list);
    if (!isShown || href === undefined || ref.current === null) return;
    leftBy.delete(list);
    // Somewhere else by now: it stays there.
    if (!isFocusLost()) return;
    const links = [...ref.current.querySelectorAll<HTMLElement>('a[href]')];
    const opened = links.find((each) => each.getAttribute('href') === href);
    (opened ?? headingOf(ref.current))?.focus();
  }, [list, isShown]);
  return {
    ref,
    onClick: ({ target }) => {
      const link = target instanceof Element ? target.closest('a[href]') : null;
      const href = link?.getAttribute('href') ?? null;
      if (href !== null) leftBy.set(list, href);
    },
  };
}
