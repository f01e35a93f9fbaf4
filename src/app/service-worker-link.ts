import { createStore } from '../lib/store.ts';

/** Takes the new version and reloads, or only reloads where it is in charge by now; null while there is none. */
export const updateStore = createStore<(() => void) | null>(null);

/** How often an open app looks for a new version, milliseconds; coming back to it looks too, but not each minute. */
const LOOK_MS = 60 * 60 * 1000;
const LOOK_PAUSE_MS = 60 * 1000;

/** Keeps looking for a new version while the app stays open: each hour, and when it is looked at again. */
function lookForUpdates(look: () => Promise<void>): void {
  let lookedAt = Date.now();
  const lookAgain = () => {
    lookedAt = Date.now();
    // Without a network there is none to be found; the next look asks again.
    look().catch(() => undefined);
  };
  setInterval(lookAgain, LOOK_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Math.abs(Date.now() - lookedAt) > LOOK_PAUSE_MS)
      lookAgain();
  });
}

const loadNew = () => window.location.reload();

/** Registers the service worker once the page is loaded. Does nothing where there is none (development). */
export async function linkServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  const { Workbox } = await import('workbox-window');
  // Relative to `<base href>`, so the worker's scope is the app's base path.
  const worker = new Workbox(new URL('service-worker.js', document.baseURI).href);
  let isTaking = false;
  worker.addEventListener('waiting', () =>
    updateStore.set(() => {
      isTaking = true;
      // It would first bring to its end whatever it does, minutes on a bad line.
      navigator.serviceWorker.controller?.postMessage({ type: 'HAND_OVER' });
      worker.messageSkipWaiting();
    }),
  );
  let hadWorker = navigator.serviceWorker.controller !== null;
  worker.addEventListener('controlling', () => {
    if (isTaking) loadNew();
    // Another tab took it, and none waits any more: what this page is of is the old version all the same.
    else if (hadWorker) updateStore.set(loadNew);
    hadWorker = true;
  });
  const registration = await worker.register();
  if (registration) lookForUpdates(async () => void (await registration.update()));
}
