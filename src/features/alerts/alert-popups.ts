import { hideToast, showOffer, toastStore } from '../../components/toast-store.ts';
import type { ToastAction } from '../../components/toast-store.ts';
import { POPUP_MS } from './alert-source.ts';
import { claimAlert } from './shown-alerts.ts';

/** More would cover the work; the next comes when one goes. */
const MOST_AT_ONCE = 3;

/** An alert as it pops up. */
export interface Popup {
  id: string;
  message: string;
  onOpen: () => void;
  action: ToastAction;
}

/** The pop-ups of one person in this tab. */
export interface Popups {
  /** What is due now: what was never shown is, a few at a time; what is no longer due goes off the screen. */
  offer: (popups: readonly Popup[]) => void;
  /** Begins; returns how to stop, which takes them off the screen. */
  start: () => () => void;
}

/** Makes the pop-ups of the person who is logged in. */
export function createPopups(): Popups {
  const onScreen = new Map<string, number>();
  let waiting: readonly Popup[] = [];
  let isRunning = false;
  let isFilling = false;

  const forgetGone = () => {
    const live = new Set(toastStore.get().map((toast) => toast.id));
    for (const [id, toast] of onScreen) if (!live.has(toast)) onScreen.delete(id);
  };
  const fill = () => {
    // Nobody looks at a hidden page: what popped up there would be missed.
    if (!isRunning || isFilling || document.visibilityState === 'hidden') return;
    isFilling = true;
    forgetGone();
    while (onScreen.size < MOST_AT_ONCE) {
      const [next, ...later] = waiting;
      if (next === undefined) break;
      waiting = later;
      if (!claimAlert(next.id)) continue;
      const { id, message, onOpen, action } = next;
      onScreen.set(id, showOffer(message, { onOpen, action, lifeMs: POPUP_MS }));
    }
    isFilling = false;
  };
  const hideAll = (but: ReadonlySet<string>) => {
    for (const [id, toast] of onScreen) if (!but.has(id)) hideToast(toast);
  };
  return {
    offer: (popups) => {
      hideAll(new Set(popups.map(({ id }) => id)));
      waiting = popups.filter(({ id }) => !onScreen.has(id));
      fill();
    },
    start: () => {
      isRunning = true;
      const stop = toastStore.subscribe(fill);
      document.addEventListener('visibilitychange', fill);
      fill();
      return () => {
        isRunning = false;
        stop();
        document.removeEventListener('visibilitychange', fill);
        waiting = [];
        hideAll(new Set());
      };
    },
  };
}
