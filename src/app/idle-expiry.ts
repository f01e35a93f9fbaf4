import { setByHand } from '../lib/clock.ts';

const EXPIRY_KEY = 'recoup.expiry';
/** A phone that locks itself may do so sooner. */
const IDLE_KEY = 'recoup.idle';

/** Without activity for so long, the user is logged out (spec 9). */
export const IDLE_MS = 600_000;
const CHECK_MS = 1000;
const DEBOUNCE_MS = 300;
const ACTIVITY = ['mousemove', 'mousedown', 'wheel', 'scroll', 'keydown', 'touchstart'] as const;

/** From now on this device locks itself after so long without activity. */
export function noteIdleTime(seconds: number): void {
  localStorage.setItem(IDLE_KEY, String(seconds * 1000));
}

/** From now on the usual ten minutes hold. */
export function clearIdleTime(): void {
  localStorage.removeItem(IDLE_KEY);
}

function idleMs(): number {
  const noted = Number(localStorage.getItem(IDLE_KEY) ?? 'NaN');
  return noted > 0 ? Math.min(noted, IDLE_MS) : IDLE_MS;
}

/** Moves the expiry that all tabs share to ten minutes from now, or what this phone locks itself after. */
export function extendExpiry(now = Date.now()): void {
  localStorage.setItem(EXPIRY_KEY, String(now + idleMs()));
}

/** Forgets the expiry. */
export function clearExpiry(): void {
  localStorage.removeItem(EXPIRY_KEY);
}

/** Whether a stored expiry has passed; without one, nothing has. */
export function isExpired(now = Date.now()): boolean {
  const stored = storedExpiry();
  return stored !== null && stored <= now;
}

/** The stored expiry, epoch milliseconds; null without one. */
export function storedExpiry(): number | null {
  const stored = Number(localStorage.getItem(EXPIRY_KEY) ?? 'NaN');
  return Number.isFinite(stored) ? stored : null;
}

/**
 * Watches this tab: activity extends the shared expiry (debounced), and once it has passed in all tabs
 * `onIdle` is called. Returns how to stop.
 */
export function watchIdle(onIdle: () => void): () => void {
  let pending: ReturnType<typeof setTimeout> | undefined;
  const noteActivity = () => {
    clearTimeout(pending);
    pending = setTimeout(() => {
      // The check comes first: activity after the expiry must not bring a session back.
      if (!isExpired()) extendExpiry();
    }, DEBOUNCE_MS);
  };
  let setMs = setByHand(Date.now());
  const checkNow = () => {
    const beforeMs = setMs;
    const wallMs = Date.now();
    setMs = setByHand(wallMs);
    // A clock that was behind leapt to where it should be: nobody was idle for that.
    if (setMs > 0 && beforeMs === 0 && isExpired() && !isExpired(wallMs - setMs))
      localStorage.setItem(EXPIRY_KEY, String((storedExpiry() ?? 0) + setMs));
    if (isExpired()) onIdle();
    // Written by a clock that has been set back since: idleness must not last until that time comes again.
    else if ((storedExpiry() ?? 0) > Date.now() + IDLE_MS) extendExpiry();
  };
  const check = setInterval(checkNow, CHECK_MS);
  // Timers rest while nobody looks: who looks again must not see for a second what is over.
  document.addEventListener('visibilitychange', checkNow);
  for (const name of ACTIVITY) {
    window.addEventListener(name, noteActivity, { passive: true, capture: true });
  }
  return () => {
    clearTimeout(pending);
    clearInterval(check);
    document.removeEventListener('visibilitychange', checkNow);
    for (const name of ACTIVITY) window.removeEventListener(name, noteActivity, { capture: true });
  };
}
