import '../contract/no-eval.ts';
import { PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { deliverInBackground, deliverQuietly } from './background-delivery.ts';
import { holdKey } from '../src/offline/key-holders.ts';
import { openVaultOwner } from '../src/offline/open-vault.ts';
import { watchOpening } from '../src/offline/opening-keep.ts';
import { handOver, untilHandedOver } from './handing-over.ts';
import { openNotice, showPush } from './push.ts';
import { fillShell } from './shell-files.ts';
import type { ShellFile } from './shell-files.ts';

interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
  readonly lastChance?: boolean;
}

/** What newer browsers offer as a worker is installed. */
interface RoutedInstall extends ExtendableEvent {
  readonly addRoutes?: (routes: readonly object[]) => Promise<void>;
}

interface SyncRegistration extends ServiceWorkerRegistration {
  readonly sync?: { register: (tag: string) => Promise<void> };
}

/** A file of the app that takes longer is asked for again, milliseconds. */
const FILE_TIMEOUT_MS = 120_000;
/** On a good line all of the app is there within this time, and every screen opens without a network from the start. */
const REST_PATIENCE_MS = 60_000;
/** A start must not take the processor from the page that caused it, milliseconds. */
const START_DELAY_MS = 5000;

declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: ShellFile[];
};

// The shell: every screen opens without a network. Calls of the server are never answered from here.
const files: readonly ShellFile[] = self.__WB_MANIFEST;
const shell = new PrecacheController();
shell.addToCacheList(files.map(({ url, revision }) => ({ url, revision })));
registerRoute(new PrecacheRoute(shell));
registerRoute(
  new NavigationRoute(shell.createHandlerBoundToURL('index.html'), {
    denylist: [/\/api\//, /\/healthz$/, /\/readyz$/],
  }),
);

// What it delivers, a start must not show as waiting.
watchOpening();

/** Brings files that are not here yet; returns how many are still missing. */
async function bring(wanted: readonly ShellFile[]): Promise<number> {
  const cache = await caches.open(shell.strategy.cacheName);
  const keyOf = (url: string) => shell.getCacheKeyForURL(url) ?? url;
  const store = {
    has: async (url: string) => (await cache.match(keyOf(url))) !== undefined,
    put: async (url: string, response: Response) => cache.put(keyOf(url), response),
  };
  const network = {
    fetch: ({ url, revision }: ShellFile) =>
      fetch(url, {
        credentials: 'same-origin',
        cache: revision === null ? 'default' : 'reload',
        signal: AbortSignal.timeout(FILE_TIMEOUT_MS),
      }),
    wait: async (ms: number) => {
      await new Promise((resolve) => {
        setTimeout(resolve, ms);
      });
    },
  };
  return (await fillShell(wanted, store, network)).length;
}

// What the phone's day needs comes first, and counts as installed by itself: on a bad line the rest follows later. What
// came before an installation was cut off is not fetched again.
async function install(): Promise<void> {
  const missing = await bring(files.filter(({ isEarly }) => isEarly === true));
  if (missing > 0) throw new Error(`${missing} files of the app did not arrive yet.`);
  await Promise.race([bringRest(), patience()]);
}

const bringRest = () => bring(files.filter(({ isEarly }) => isEarly !== true));

async function patience(): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, REST_PATIENCE_MS);
  });
}

/** The path of something of the app, wherever the app is served. */
const below = (path: string): string => new URL(path, self.registration.scope).pathname;

/**
 * What a browser can do without waking the worker: calls go to the server, files of the app come from their cache (or the
 * network where it lacks one). A worker that each call wakes is minutes in handing over to the next version.
 */
async function addRoutes(event: RoutedInstall): Promise<void> {
  const { cacheName } = shell.strategy;
  // One that knows other rules asks the worker, as before.
  await event
    .addRoutes?.([
      { condition: { urlPattern: { pathname: below('api/*') } }, source: 'network' },
      { condition: { urlPattern: { pathname: below('assets/*') } }, source: { cacheName } },
    ])
    .catch(() => undefined);
}

self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([install(), addRoutes(event)]));
});

self.addEventListener('activate', (event) => {
  void shell.activate(event);
  event.waitUntil(self.clients.claim());
  // Not waited for: until this event is over no page gets an answer.
  void deliverQuietly();
});

// A new version takes over only when the page asks: by itself it would throw a half-filled form away.
self.addEventListener('message', (event) => {
  const { type } = (event.data ?? {}) as { type?: unknown };
  if (type === 'SKIP_WAITING') void self.skipWaiting();
  if (type === 'HOLD') holdKey(event.data, async (userId) => userId === (await openVaultOwner()));
  // A page that is put away hands its work over.
  if (type === 'DELIVER')
    event.waitUntil(untilHandedOver(Promise.all([deliverQuietly(), bringRest()])));
  if (type === 'HAND_OVER') handOver();
});

self.addEventListener('sync', (event) => {
  const { tag, lastChance } = event as SyncEvent;
  const { sync }: SyncRegistration = self.registration;
  const work = deliverInBackground({
    tag,
    isLastChance: lastChance === true,
    register: async (name) => sync?.register(name),
  });
  if (work !== null) (event as SyncEvent).waitUntil(untilHandedOver(work));
});

self.addEventListener('push', (event) => {
  event.waitUntil(showPush(self, event.data?.text() ?? null));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openNotice(self, event.notification.data));
});

self.addEventListener('periodicsync', (event) => {
  (event as SyncEvent).waitUntil(untilHandedOver(deliverQuietly()));
});

// Woken for whatever reason while nobody looks at a page: a chance to deliver. Only the worker in charge: one that
// waits to take over must not touch the databases yet.
setTimeout(() => {
  // Older browsers don't say.
  const { serviceWorker } = self as { serviceWorker?: ServiceWorker };
  if (serviceWorker?.state !== 'activated') return;
  void deliverUnlessWatched();
  void bringRest().catch(() => undefined);
}, START_DELAY_MS);

async function deliverUnlessWatched(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window' });
  if (!pages.some((page) => page.visibilityState === 'visible')) await deliverQuietly();
}
