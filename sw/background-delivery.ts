import { deliverAfresh } from '../src/offline/delivery.ts';
import { isSyncTag } from '../src/offline/sync-tag.ts';

/**
 * Delivers what waits on this device, of every author, when the browser says that there is a network. Null: the sync
 * event isn't ours. Rejects while something still can go later, so that the browser wakes the worker again.
 */
export function deliverInBackground(tag: string): Promise<void> | null {
  return isSyncTag(tag) ? deliverOrAskAgain() : null;
}

async function deliverOrAskAgain(): Promise<void> {
  const { nextTryAt } = await deliverAfresh();
  if (nextTryAt !== null) throw new Error('Not everything could be delivered yet.');
}
