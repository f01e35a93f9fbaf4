import { newId } from './id.ts';
import { changeDeliveryState, readDeliveryState } from './outbox-database.ts';
import type { OutboxDatabase, StoredOperation } from './outbox-database.ts';

/** A delivery that lost its lock while it was frozen: what it still learns must not be written down. */
class DrainOvertaken extends Error {
  override readonly name = 'DrainOvertaken';
}

/** Marks operations as on their way, and this delivery as the one at work; returns its mark. */
export async function beginDrain(
  outbox: OutboxDatabase,
  sent: readonly StoredOperation[],
): Promise<string> {
  const drain = newId();
  await outbox.transaction('rw', outbox.operations, outbox.state, async () => {
    await outbox.operations.bulkUpdate(
      sent.map(({ opId }) => ({ key: opId, changes: { state: 'sending' as const } })),
    );
    await changeDeliveryState(outbox, () => ({ drain }));
  });
  return drain;
}

/** Writes down what a delivery learned, in one transaction. Throws DrainOvertaken when another one took its place. */
export async function writeAsDrain<Result>(
  outbox: OutboxDatabase,
  drain: string | null,
  write: () => Promise<Result>,
): Promise<Result> {
  const { operations, receipts, files, state } = outbox;
  return outbox.transaction('rw', operations, receipts, files, state, async () => {
    if ((await readDeliveryState(outbox)).drain !== drain) throw new DrainOvertaken();
    return write();
  });
}
