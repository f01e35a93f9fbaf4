/** What the names of our sync events begin with. */
const SYNC_PREFIX = 'recoup-outbox';

/** Registrations of the same span share a name, so that a burst of saves makes one, milliseconds. */
const SPAN_MS = 1000;

/**
 * The name for a new sync registration. It changes with the time: the browser tries one name about three times, further
 * and further apart, and then forgets it; another name starts afresh.
 */
export function newSyncTag(nowMs: number = Date.now()): string {
  return `${SYNC_PREFIX}-${Math.floor(nowMs / SPAN_MS)}`;
}

/** The name of the registration that asks the browser to wake the worker now and then. */
export const PERIODIC_TAG = `${SYNC_PREFIX}-periodic`;

/** Whether a sync event is ours. */
export function isSyncTag(tag: string): boolean {
  return tag.startsWith(SYNC_PREFIX);
}
