import '../contract/no-eval.ts';
import { createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import type { PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { deliverInBackground } from './background-delivery.ts';

interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

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
});

// A new version takes over only when the page asks: by itself it would throw a half-filled form away.
self.addEventListener('message', (event) => {
  const { type } = (event.data ?? {}) as { type?: unknown };
  if (type === 'SKIP_WAITING') void self.skipWaiting();
});

self.addEventListener('sync', (event) => {
  const { tag } = event as SyncEvent;
  const work = deliverInBackground(tag);
  if (work !== null) (event as SyncEvent).waitUntil(work);
});
