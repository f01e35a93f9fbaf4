import { receiptCalls } from '../../contract/receipt.ts';
import { server } from '../remote/session-client.ts';
import { readDeviceId } from './device-store.ts';
import { changeDeliveryState, outboxOf, readDeliveryState } from './outbox-database.ts';
import type { ReceiptRange } from './outbox-database.ts';
import { announce } from './signals.ts';
import { openedVault } from './vault.ts';
import type { Vault } from './vault.ts';

/** With fewer numbers left than this a pull brings more: enough for some days without a network. */
const FEWEST = 30;
/** A pull does not wait longer than this for numbers, milliseconds. */
const TIMEOUT_MS = 10_000;

/** How many numbers ranges have. */
function countOf(ranges: readonly ReceiptRange[]): number {
  return ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}

/** The number that the next receipt gets; null: none is left. */
export function nextNumberOf(ranges: readonly ReceiptRange[]): number | null {
  return ranges[0]?.[0] ?? null;
}

/** The ranges after their next number was taken. */
export function withoutNext(ranges: readonly ReceiptRange[]): ReceiptRange[] {
  const [range, ...rest] = ranges;
  if (range === undefined) return [];
  const [first, last] = range;
  return first < last ? [[first + 1, last], ...rest] : rest;
}

/** Receipt numbers that the logged-in author has left on this phone. Throws LOCKED. */
export async function receiptNumbersLeft(): Promise<number> {
  const { receiptRanges } = await readDeliveryState(outboxOf(openedVault().user._id));
  return countOf(receiptRanges);
}

/**
 * Brings a fresh range when few numbers are left, for those who write receipts. It never fails: without numbers a visit
 * is saved all the same, and the next pull tries again. A range whose answer got lost is lost: no number comes twice.
 */
export async function refillReceiptNumbers({ user }: Vault): Promise<void> {
  if (user.role !== 'FIELD_AGENT') return;
  try {
    const outbox = outboxOf(user._id);
    if (countOf((await readDeliveryState(outbox)).receiptRanges) >= FEWEST) return;
    const body = { deviceId: await readDeviceId() };
    const options = { isBackground: true, timeoutMs: TIMEOUT_MS };
    const given = await server.call(receiptCalls.takeReceiptNumbers, { body }, options);
    await changeDeliveryState(outbox, ({ receiptRanges, epoch }) => {
      // Numbers of another life of the server than the rest of this phone's: the next pull asks again.
      if (epoch !== null && epoch !== given.epoch) return {};
      return { receiptRanges: [...receiptRanges, [given.firstNumber, given.lastNumber]] };
    });
    announce('outbox');
  } catch {
    // No network, an older server, a full phone: see above.
  }
}
