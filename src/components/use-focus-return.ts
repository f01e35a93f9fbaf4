import { useEffect, useState } from 'react';
import { heirsOf, isFocusLost, passFocus } from './focus-heir.ts';

/** What opened a dialog: the focused button, or the one whose menu the focused item stands in. */
function openerOf(element: Element | null): HTMLElement | null {
  const menuButton = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = menuButton == null ? element : document.getElementById(menuButton);
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}

/**
 * For a dialog that is there only while it is open: when it goes, the focus is back where it was opened from; beside that,
 * when what opened it has gone meanwhile. A dialog that stays and is told `opened` does that by itself.
 */
export function useFocusReturn(): void {
  const [opener] = useState(() => openerOf(document.activeElement));
  const [heirs] = useState(() => (opener === null ? [] : heirsOf(opener)));
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        // Somewhere else already, such as on the next screen: it stays there.
        if (isFocusLost() && opener?.isConnected === true) opener.focus({ preventScroll: true });
        passFocus(heirs);
      });
    },
    [opener, heirs],
  );
}
