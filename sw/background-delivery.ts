import { deliverAfresh, deliverAll } from '../src/offline/delivery.ts';
import { isSyncTag, newSyncTag } from '../src/offline/sync-tag.ts';

/** What a sync event says of itself. */
export interface SyncOccasion {
  tag: string;
  /** The browser won't wake the worker for this registration again. */
  isLastChance?: boolean;
  /** Makes another registration. */
  register?: (tag: string) => Promise<void>;
}

/**
 * Delivers what waits on this device, of every author, when the browser says that there is a network. Null: the sync
 * event isn't ours. Rejects while something still can go later, so that the browser wakes the worker again; at its
 * last try a new registration takes its place.
 */
export function deliverInBackground(occasion: SyncOccasion): Promise<void> | null {
  return isSyncTag(occasion.tag) ? deliverOrAskAgain(occasion) : null;
}

async function deliverOrAskAgain({ isLastChance, register }: SyncOccasion): Promise<void> {
  const { nextTryAt } = await deliverAfresh();
  if (nextTryAt === null) return;
  // Without a page open a browser may refuse; the next start of the app asks again.
  if (isLastChance === true) await register?.(newSyncTag()).catch(() => undefined);
  throw new Error('Not everything could be delivered yet.');
}

/** Delivers what is due, as a by-the-way: never rejects. */
export async function deliverQuietly(): Promise<void> {
  await deliverAll().catch(() => undefined);
}
