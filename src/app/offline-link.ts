import { startPageTriggers } from '../offline/page-triggers.ts';
import { SYNC_TAG } from '../offline/sync-tag.ts';

/** Background Sync is not in the DOM's types: only Chromium has it. */
interface SyncRegistration extends ServiceWorkerRegistration {
  sync?: { register: (tag: string) => Promise<void> };
}

let isStarted = false;

/**
 * Starts this page's delivery and pull, once: at start, when the network is back, when the page is looked at
 * again. It goes on after a logout, for what is queued is delivered without the session.
 */
export function startOfflineLink(): void {
  if (isStarted) return;
  isStarted = true;
  const { wake } = startPageTriggers({ registerSync });
  window.addEventListener('online', wake);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake();
  });
}

async function registerSync(): Promise<void> {
  const registration: SyncRegistration = await navigator.serviceWorker.ready;
  await registration.sync?.register(SYNC_TAG);
}
