import { sql } from 'drizzle-orm';
import type { CollectionReceipt } from '../../contract/receipt.ts';
import type { Actor } from '../access/actor.ts';
import { businessDay } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { againstRules, conflict, notFound } from '../errors.ts';
import { refreshDues } from '../payments/due-service.ts';
import { findReceipt } from './receipt-list.ts';

function refuseIfClosed({ state, mayCancel }: CollectionReceipt): void {
  if (state === 'CANCELLED')
    throw conflict('ALREADY_CANCELLED', 'This receipt is cancelled already.');
  if (state === 'DEPOSITED')
    throw conflict(
      'RECEIPT_DEPOSITED',
      'This money is in a deposit. Cancel the deposit first, then the receipt.',
    );
  if (!mayCancel)
    throw againstRules(
      'TOO_LATE',
      'A receipt can be cancelled on the day of collecting only. Ask your manager to cancel it.',
    );
}

/**
 * Cancels a receipt with a reason; what the agent recorded of the contact stays as it was. Throws 404, 409 (cancelled or
 * deposited already), 422 (not of today, and the actor is not over its agent).
 */
export async function cancelReceipt(
  { db, settings }: Context,
  actor: Actor,
  { receiptId, reason }: { receiptId: string; reason: string },
): Promise<CollectionReceipt> {
  const today = businessDay(settings.businessTz);
  return runCommand(db, actor, async ({ tx, audit }) => {
    // The loan first, as everyone who changes its money does.
    await tx.execute(sql`select 1 from loans l
      where l.id = (select r.loan_id from receipts r where r.id = ${receiptId}) for no key update`);
    await tx.execute(sql`select 1 from receipts where id = ${receiptId} for update`);
    const receipt = await findReceipt(tx, actor, receiptId, today);
    if (!receipt) throw notFound('This receipt');
    refuseIfClosed(receipt);
    await tx.execute(sql`update receipts
      set cancelled_at = now(), cancelled_by = ${actor.userId}, cancel_reason = ${reason}
      where id = ${receiptId}`);
    await refreshDues(tx, [receipt.loanId]);
    const details = { number: receipt.number, amount: receipt.amount, reason };
    audit({ action: 'receipt.cancel', entity: 'receipt', entityId: receiptId, details });
    const after = await findReceipt(tx, actor, receiptId, today);
    if (!after) throw new Error(`The receipt ${receiptId} is gone although it is locked.`);
    return after;
  });
}
