import '../contract/no-eval.ts';
import { createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import type { PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { deliverInBackground, deliverQuietly } from './background-delivery.ts';
import { openNotice, showPush } from './push.ts';

interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
  readonly lastChance?: boolean;
}

interface SyncRegistration extends ServiceWorkerRegistration {
  readonly sync?: { register: (tag: string) => Promise<void> };
}

/** A start must not take the processor from the page that caused it, milliseconds. */
const START_DELAY_MS = 5000;

declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: (PrecacheEntry | string)[];
};

// The shell: every screen opens without a network. Calls of the server are never answered from here.
precacheAndRoute(self.__WB_MANIFEST);
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('index.html'), {
    denylist: [/\/api\//, /\/healthz$/, /\/readyz$/],
  }),
);

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
  // Not waited for: until this event is over no page gets an answer.
  void deliverQuietly();
});

// A new version takes over only when the page asks: by itself it would throw a half-filled form away.
self.addEventListener('message', (event) => {
  const { type } = (event.data ?? {}) as { type?: unknown };
  if (type === 'SKIP_WAITING') void self.skipWaiting();
  // A page that is put away hands its work over.
  if (type === 'DELIVER') event.waitUntil(deliverQuietly());
});

self.addEventListener('sync', (event) => {
  const { tag, lastChance } = event as SyncEvent;
  const { sync }: SyncRegistration = self.registration;
  const work = deliverInBackground({
    tag,
    isLastChance: lastChance === true,
    register: async (name) => sync?.register(name),
  });
  if (work !== null) (event as SyncEvent).waitUntil(work);
});

self.addEventListener('push', (event) => {
  event.waitUntil(showPush(self, event.data?.text() ?? null));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openNotice(self, event.notification.data));
});

self.addEventListener('periodicsync', (event) => {
  (event as SyncEvent).waitUntil(deliverQuietly());
});

// Woken for whatever reason while nobody looks at a page: a chance to deliver. Only the worker in charge: one that
// waits to take over must not touch the databases yet.
setTimeout(() => {
  // Older browsers don't say.
  const { serviceWorker } = self as { serviceWorker?: ServiceWorker };
  if (serviceWorker?.state === 'activated') void deliverUnlessWatched();
}, START_DELAY_MS);

async function deliverUnlessWatched(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window' });
  if (!pages.some((page) => page.visibilityState === 'visible')) await deliverQuietly();
}
