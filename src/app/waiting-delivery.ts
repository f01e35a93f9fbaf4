/** How the databases of waiting work are named (src/offline/outbox-database.ts, which the first screen doesn't load). */
const OUTBOX_PREFIX = 'recoup-outbox-';

/**
 * Starts delivering what earlier sessions left on this device, though nobody is logged in: after an idle logout the
 * login screen sends it. Loads nothing on a device that never kept any work.
 */
export async function deliverWaitingWork(): Promise<void> {
  const databases = await indexedDB.databases();
  if (!databases.some(({ name }) => name?.startsWith(OUTBOX_PREFIX) === true)) return;
  const { startOfflineLink } = await import('./offline-link.ts');
  startOfflineLink();
}
