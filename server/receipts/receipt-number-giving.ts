import { sql } from 'drizzle-orm';
import type { CallAnswer } from '../../contract/call.ts';
import type { receiptCalls } from '../../contract/receipt.ts';
import type { Actor } from '../access/actor.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { receiptRanges } from '../database/tables/payments.ts';
import { notFound, tooMany } from '../errors.ts';
import { newId } from '../ids.ts';

/** Numbers of one range: the sequence's step (migration 0014). */
const RANGE_SIZE = 100;
/** More ranges than this nobody needs on one day: 5,000 receipts. */
const MOST_RANGES_A_DAY = 50;
const DAY_SECONDS = 86_400;

/**
 * Gives a device a fresh range of receipt numbers. An answer that got lost costs its range: a number is never given twice.
 * Throws 404 when the device is not this user's, 429 for more than 50 ranges in a day.
 */
export async function takeReceiptNumbers(
  { db }: Context,
  actor: Actor,
  { deviceId }: { deviceId: string },
): Promise<CallAnswer<typeof receiptCalls.takeReceiptNumbers>> {
  return runCommand(db, actor, async ({ tx, audit }) => {
    const known = await tx.execute<{ epoch: string; today: number }>(sql`
      select o.epoch, (select count(*)::int from receipt_ranges
        where user_id = ${actor.userId} and given_at > now() - interval '1 day') as today
      from organisation o where exists (select 1 from devices
        where id = ${deviceId} and user_id = ${actor.userId} and revoked_at is null)`);
    const [device] = known.rows;
    if (!device) throw notFound('This device');
    if (device.today >= MOST_RANGES_A_DAY)
      throw tooMany('Too many receipt numbers were asked for today.', DAY_SECONDS);
    const next = await tx.execute<{ first: number }>(
      sql`select nextval('receipt_number') as first`,
    );
    const firstNumber = next.rows[0]?.first ?? 0;
    const lastNumber = firstNumber + RANGE_SIZE - 1;
    const id = newId();
    await tx
      .insert(receiptRanges)
      .values({ id, userId: actor.userId, deviceId, firstNumber, lastNumber });
    const details = { deviceId, firstNumber, lastNumber };
    audit({ action: 'receipt.numbers-given', entity: 'receiptRange', entityId: id, details });
    return { firstNumber, lastNumber, epoch: device.epoch };
  });
}
