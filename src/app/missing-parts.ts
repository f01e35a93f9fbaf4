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
 * Loads a part of the app; `instead` stands for one that could not be brought: what comes after the phone's day is not on a
 * device whose installation was cut off. Rejects with whatever else fails.
 */
export async function loadOr<Part>(load: () => Promise<Part>, instead: Part): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    if (typeof error === 'object' && error !== null && missing.has(error)) return instead;
    throw error;
  }
}

/**
 * May the app be loaded again because a screen failed for want of a part? A tab that was open while a new version took over asks
 * for files of the old one. False: something else failed, or the tab just did that.
 */
export function isPartMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && missing.has(error) && mayLoadAgain();
}

/** Did this tab not just load itself again? */
export function mayLoadAgain(): boolean {
  const last = Number(sessionStorage.getItem(RELOADED_KEY) ?? 0);
  return Math.abs(Date.now() - last) >= PAUSE_MS;
}

/** Loads the app again, at the same address. */
export function loadAgain(): void {
  sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
  window.location.reload();
}
