import { CALL_STARTED } from '../../contract/disposition.ts';
import type { CollectedMoney } from '../receipts/receipt-keeping-service.ts';
import type { NewDisposition } from './disposition-row.ts';
import type { ContactInput } from './disposition-rules.ts';

/**
 * The money that recorded contacts say was taken in. A call that only began has taken nothing; by phone nobody takes cash,
 * so what is said of it went straight to the lender unless the caller says otherwise.
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
        mode: input.paymentMode ?? (isCall ? 'ONLINE' : null),
        number: isCall ? null : (input.receiptNumber ?? null),
        recordedAt: new Date(row.recordedAt),
      },
    ];
  });
}
