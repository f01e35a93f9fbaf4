import { outboxOf } from './outbox-database.ts';
import { openedVault } from './vault.ts';

/** Whether an own operation of this id was saved on this phone: it waits, or was confirmed in the last 30 days. Throws LOCKED. */
export async function isSaved(opId: string): Promise<boolean> {
  const outbox = outboxOf(openedVault().user._id);
  const known = (await outbox.operations.get(opId)) ?? (await outbox.receipts.get(opId));
  return known !== undefined;
}
