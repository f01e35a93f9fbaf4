/** When this tab last loaded itself again because a part of the app was gone. */
const RELOADED_KEY = 'recoup.reloaded-at';
/** Once in so many milliseconds: a part that stays away must not make the tab load for ever. */
const PAUSE_MS = 60_000;

const missing = new WeakSet<object>();

/** Notes which errors mean that a part of the app could not be loaded: each browser has other words for it. */
export function watchMissingParts(): void {
  window.addEventListener('vite:preloadError', (event) => {
    missing.add((event as Event & { payload: Error }).payload);
  });
}

/**
 * May the app be loaded again because a screen failed for want of a part? A tab that was open while a new version took over asks
 * for files of the old one. False: something else failed, or the tab just did that.
 */
export function isPartMissing(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !missing.has(error)) return false;
  const last = Number(sessionStorage.getItem(RELOADED_KEY) ?? 0);
  return Math.abs(Date.now() - last) >= PAUSE_MS;
}

/** Loads the app again, at the same address. */
export function loadAgain(): void {
  sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
  window.location.reload();
}
