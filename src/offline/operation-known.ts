import { readCopy } from './operation-copy.ts';
import { outboxOf } from './outbox-database.ts';
import { openedVault } from './vault.ts';

/** Whether an own operation of this id was saved on this phone: it waits, or was confirmed in the last 30 days. Throws LOCKED. */
export async function isSaved(opId: string): Promise<boolean> {
  return (await knownRow(opId)) !== undefined;
}

/** What was taken in with an own contact that was saved on this phone, whole rupees; 0: nothing, or it is not known here. Throws LOCKED. */
export async function takenInWith(opId: string): Promise<number> {
  const copy = await readCopy(opId, (await knownRow(opId))?.own ?? null);
  const amount = copy?.body['amountCollected'];
  return typeof amount === 'number' ? amount : 0;
}

async function knownRow(opId: string) {
  const outbox = outboxOf(openedVault().user._id);
  return (await outbox.operations.get(opId)) ?? (await outbox.receipts.get(opId));
}
