/** The name of the sync event under which the service worker delivers. */
export const SYNC_TAG = 'recoup-outbox';
