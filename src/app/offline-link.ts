import { readTopicAgain } from '../data/device-query.ts';
import { startPageTriggers } from '../offline/page-triggers.ts';
import { subscribe } from '../offline/signals.ts';
import type { Topic } from '../offline/signals.ts';
import { PERIODIC_TAG, newSyncTag } from '../offline/sync-tag.ts';
import { queryClient } from './query-client.ts';
import { readVault } from '../offline/device-store.ts';
import { endSession } from './session-commands.ts';
import { isOfflineRole } from './session-hooks.ts';
import { sessionStore } from './session.ts';

/** A login that makes a new vault of an old one has it gone for a moment. */
const SECOND_LOOK_MS = 1000;

/**
 * Leaves the screens when this user's data was wiped from this device by the worker or another tab, which can't end a
 * page's session: nothing that was read before may stay on screen. Call it once; it watches as long as the page lives.
 */
function watchForWipe(): void {
  subscribe(['vault'], () => void leaveWhenWiped().catch(() => undefined));
}

async function leaveWhenWiped(): Promise<void> {
  if (!(await isWiped())) return;
  await new Promise((resolve) => {
    setTimeout(resolve, SECOND_LOOK_MS);
  });
  if (await isWiped()) await endSession('ended');
}

/** Every login of a user who keeps work here makes a vault first: without one the user was wiped. */
async function isWiped(): Promise<boolean> {
  const user = sessionStore.get();
  if (user === null || !isOfflineRole(user.role)) return false;
  return (await readVault(user._id)) === null && sessionStore.get()?._id === user._id;
}

const TOPICS: readonly Topic[] = ['outbox', 'loans', 'vault', 'pull', 'delivery'];

/** Background Sync is not in the DOM's types: only Chromium has it. */
interface SyncRegistration extends ServiceWorkerRegistration {
  sync?: { register: (tag: string) => Promise<void> };
  periodicSync?: { register: (tag: string, options: { minInterval: number }) => Promise<void> };
}

/** The browser decides; it wakes the worker of an installed app about so often at best, milliseconds: 12 hours. */
const PERIODIC_MS = 43_200_000;

let isStarted = false;

/**
 * Starts this page's delivery and pull, once: at start, when the network is back, when the page is looked at
 * again. It goes on after a logout, for what is queued is delivered without the session.
 */
export function startOfflineLink(): void {
  if (isStarted) return;
  isStarted = true;
  readAgainOnSignals();
  watchForWipe();
  const { wake, rest } = startPageTriggers({ registerSync, wakeWorker });
  // Only installed apps may, and only in some browsers: a hint like the others.
  registerPeriodicSync().catch(() => undefined);
  window.addEventListener('online', wake);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake();
    else rest();
  });
}

async function registerSync(): Promise<void> {
  const registration: SyncRegistration = await navigator.serviceWorker.ready;
  await registration.sync?.register(newSyncTag());
}

async function registerPeriodicSync(): Promise<void> {
  const registration: SyncRegistration = await navigator.serviceWorker.ready;
  await registration.periodicSync?.register(PERIODIC_TAG, { minInterval: PERIODIC_MS });
}

async function wakeWorker(): Promise<void> {
  const registration = await navigator.serviceWorker.ready;
  registration.active?.postMessage({ type: 'DELIVER' });
}

/** Screens read this device by queries that name their topics: a change made here, in another tab or in the worker shows at once. */
function readAgainOnSignals(): void {
  for (const topic of TOPICS) {
    subscribe([topic], () => void readTopicAgain(queryClient, topic));
  }
}
