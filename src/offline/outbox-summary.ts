import { listGrants, listVaults } from './device-store.ts';
import { outboxOf, readDeliveryState } from './outbox-database.ts';
import type { DeliveryState, OutboxDatabase } from './outbox-database.ts';
import { openedVaultOrNull } from './vault.ts';

/** The outbox at a glance, for the top bar. */
export interface OutboxSummary {
  /** Items not wholly on the server; a file still to go counts its item. */
  unsent: number;
  /** Of these, how many a person must look at. */
  attention: number;
  /** Milliseconds; null when nothing waits. */
  oldestUnsentAt: number | null;
  pause: DeliveryState['pause'];
  nextTryAt: number | null;
  /** When the server last confirmed an item; milliseconds, null before. */
  lastConfirmedAt: number | null;
  /** Items of other people on this device. */
  othersUnsent: number;
}

/** The outbox at a glance. Works while locked: then everything counts as others'. */
export async function outboxSummary(): Promise<OutboxSummary> {
  const userId = openedVaultOrNull()?.user._id ?? null;
  const known = [...(await listGrants()), ...(await listVaults())].map((row) => row.userId);
  const summary: OutboxSummary = {
    unsent: 0,
    attention: 0,
    oldestUnsentAt: null,
    pause: null,
    nextTryAt: null,
    lastConfirmedAt: null,
    othersUnsent: 0,
  };
  for (const author of new Set(known)) {
    const outbox = outboxOf(author);
    const count = await countUnsent(outbox);
    if (author !== userId) {
      summary.othersUnsent += count.unsent;
      continue;
    }
    const { pause, nextTryAt, lastConfirmedAt } = await readDeliveryState(outbox);
    Object.assign(summary, count, { pause, lastConfirmedAt });
    summary.nextTryAt = count.unsent > 0 && pause === null ? nextTryAt : null;
  }
  return summary;
}

async function countUnsent(
  outbox: OutboxDatabase,
): Promise<Pick<OutboxSummary, 'unsent' | 'attention' | 'oldestUnsentAt'>> {
  const operations = await outbox.operations.toArray();
  const files = await outbox.files.where('state').anyOf('waiting', 'parked').toArray();
  const parked = operations.filter((row) => row.state === 'parked').map((row) => row.opId);
  const refused = files.filter((row) => row.state === 'parked').map((row) => row.opId);
  const ids = new Set([...operations, ...files].map((row) => row.opId));
  const receipts = await outbox.receipts.bulkGet([...ids]);
  const times = [...operations, ...receipts].flatMap((row) => row?.savedAt ?? []);
  return {
    unsent: ids.size,
    attention: new Set([...parked, ...refused]).size,
    oldestUnsentAt: times.length === 0 ? null : Math.min(...times),
  };
}
