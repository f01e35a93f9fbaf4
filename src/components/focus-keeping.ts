import { heirsAt, heirsOfStep, isFocusLost, passFocus } from './focus-heir.ts';

/** What had the focus last, and on which page. */
interface Held {
  readonly element: HTMLElement;
  readonly path: string;
}

const isHeld = (held: Held): boolean => isFocusLost() && held.path === location.pathname;

/** What has the focus keeps it while it is disabled, and hands it on when it goes from a page or dialog that stays. */
function mend(held: Held, changes: readonly MutationRecord[]): void {
  const { element } = held;
  if (element.isConnected) {
    if (isHeld(held) && !element.matches(':disabled')) element.focus();
    return;
  }
  const gone = changes.find(
    ({ target, removedNodes }) =>
      target instanceof Element &&
      target.closest('main, [role="dialog"]') !== null &&
      [...removedNodes].some((node) => node.contains(element)),
  );
  if (gone === undefined) return;
  // After what the screen itself does about it, and when what comes in its place is there.
  requestAnimationFrame(() => {
    if (isHeld(held) && gone.target.isConnected)
      passFocus([...heirsOfStep(changes), ...heirsAt(gone)]);
  });
}

/**
 * Whoever works by keys goes on where they were: a button that is disabled while its call is on its way has the focus
 * again when that ends, and what takes the place of something that went has its focus. Begins with the first Tab.
 * Returns how to stop.
 */
export function keepFocus(): () => void {
  let held: Held | null = null;
  const observer = new MutationObserver((changes) => {
    if (held !== null) mend(held, changes);
  });
  const stop = new AbortController();
  const { signal } = stop;
  const hold = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement) held = { element: target, path: location.pathname };
  };
  // Pressed beside everything, nothing has the focus because somebody wanted it so.
  const letGo = () => {
    held = null;
  };
  // On its way to something else. What a screen takes away at that (a calendar) is seen before the focus arrives there.
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null) letGo();
  };
  const begin = ({ key }: KeyboardEvent) => {
    if (key !== 'Tab') return;
    document.removeEventListener('keydown', begin);
    document.addEventListener('focusin', hold, { signal });
    document.addEventListener('blur', leave, { signal, capture: true });
    document.addEventListener('pointerdown', letGo, { signal, capture: true });
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ['disabled'],
    });
  };
  document.addEventListener('keydown', begin, { signal });
  return () => {
    stop.abort();
    observer.disconnect();
  };
}
