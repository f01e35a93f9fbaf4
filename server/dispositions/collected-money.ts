import { CALL_STARTED } from '../../contract/disposition.ts';
import type { CollectedMoney } from '../receipts/receipt-keeping-service.ts';
import type { NewDisposition } from './disposition-row.ts';
import type { ContactInput } from './disposition-rules.ts';

/**
 * The money that recorded contacts speak of. A call that only began speaks of none. By phone nobody takes money in: what is
 * said of it is the borrower's claim, of whatever way it was paid.
 */
export function collectedMoney(
  contacts: readonly { readonly row: NewDisposition; readonly input: ContactInput }[],
): CollectedMoney[] {
  return contacts.flatMap(({ row, input }) => {
    const amount = row.amountCollected ?? 0;
    if (amount <= 0 || row.code === CALL_STARTED) return [];
    const isCall = input.channel === 'CALL';
    return [
      {
        dispositionId: row.id,
        loanId: row.loanId,
        agentId: row.agentId,
        managerId: row.managerId ?? null,
        amount,
        mode: input.paymentMode ?? null,
        number: isCall ? null : (input.receiptNumber ?? null),
        isClaim: isCall,
        paidOn: isCall ? (input.paidOn ?? null) : null,
        reference: input.paymentReference || null,
        recordedAt: new Date(row.recordedAt),
        excessReason: input.excessReason || undefined,
        isAtOnce: row.opId == null,
      },
    ];
  });
}
