import { createStore } from '../lib/store.ts';

/** Takes the waiting version and reloads; null while there is none. */
export const updateStore = createStore<(() => void) | null>(null);

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
      worker.messageSkipWaiting();
    }),
  );
  worker.addEventListener('controlling', () => {
    if (isTaking) window.location.reload();
  });
  await worker.register();
}
