import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { watchAwake } from '../lib/awake.ts';
import { endOpening } from '../lib/opening.ts';
import { setBusinessZone } from '../lib/business-zone.ts';
import { startTexts } from '../lib/texts/texts.ts';
import { App } from './app.tsx';
import { pageTimeZone } from './base-path.ts';
import { watchMissingParts } from './missing-parts.ts';
import { loadGuardedApp } from './router.tsx';
import { isOfflineRole } from './session-hooks.ts';
import { linkServiceWorker } from './service-worker-link.ts';
import { sessionStore } from './session.ts';

/** How the databases of waiting work are named (src/offline/outbox-database.ts, which the first screen doesn't load). */
const OUTBOX_PREFIX = 'recoup-outbox-';

/**
 * Starts delivering what earlier sessions left on this device, though nobody is logged in: after an idle logout the
 * login screen sends it. Loads nothing on a device that never kept any work.
 */
async function deliverWaitingWork(): Promise<void> {
  const databases = await indexedDB.databases();
  if (!databases.some(({ name }) => name?.startsWith(OUTBOX_PREFIX) === true)) return;
  const { startOfflineLink } = await import('./offline-link.ts');
  startOfflineLink();
}

/** The app's own screen is drawn long before; what stands in for it never stays longer, milliseconds. */
const OPENING_MOST_MS = 6000;

/** Starts the app: texts, the stored session, the screens, then what nobody waits for. */
export async function start(): Promise<void> {
  watchMissingParts();
  const zone = pageTimeZone();
  if (zone !== null) setBusinessZone(zone);
  await Promise.all([startTexts(), checkSession()]);
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root.');
  const app = createRoot(root);
  // In pieces: whoever taps or types meanwhile is heard.
  startTransition(() => app.render(<App />));
  setTimeout(endOpening, OPENING_MOST_MS);
  // Checking a stored session may take longer than the page's own loading.
  if (document.readyState === 'complete') startBackground();
  else window.addEventListener('load', startBackground);
}

/** What nobody waits for: the worker, and the delivery of what earlier sessions left here. */
function startBackground(): void {
  watchAwake();
  void linkServiceWorker();
  // A browser that doesn't list its databases delivers after the next login.
  deliverWaitingWork().catch(() => undefined);
}

/** Only a stored session needs checking, and the code for it. */
async function checkSession(): Promise<void> {
  const user = sessionStore.get();
  if (user === null) return;
  // What fails here is asked for again when it is shown.
  void loadGuardedApp().catch(() => undefined);
  // What is kept on the device comes beside the frame, not after it, and the phone's day with it.
  if (isOfflineRole(user.role)) void import('./offline-link.ts').catch(() => undefined);
  const { checkStoredSession } = await import('./session-watch.ts');
  await checkStoredSession();
}
