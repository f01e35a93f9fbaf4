import { Button } from '@mantine/core';
import { useState } from 'react';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { saveOperation } from '../../offline/operation-save.ts';
import type { HistoryEntry } from '../../offline/loan-history.ts';

/** Whether the receipt of a contact stands, so that its agent may ask to cancel it. */
export const mayAsk = ({ disposition, waiting, isOwn }: HistoryEntry): boolean =>
  isOwn &&
  disposition.receiptStanding === 'COLLECTED' &&
  waiting !== 'attention' &&
  waiting !== 'review';

/** Asks to cancel the receipt of an own visit: it goes through the outbox, with or without a network. */
export function AskToCancel({ entry: { disposition, waiting } }: { entry: HistoryEntry }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const { _id: dispositionId, loanId, amountCollected, Customer_Name: name } = disposition;
  return (
    <>
      <Button variant="subtle" color="red" size="compact-sm" onClick={() => setOpen(true)}>
        {t('receipts.askToCancel')}
      </Button>
      {isOpen && (
        <ReasonDialog
          name="receipts.askTitle"
          about={dispositionId}
          title={t('receipts.askTitle')}
          body={t('receipts.askBody', { amount: formatRupees(amountCollected), name })}
          label={t('receipts.reason')}
          action={t('receipts.askToCancel')}
          cancelLabel={t('receipts.keep')}
          most={300}
          save={(reason) =>
            saveOperation({
              call: 'cancelReceipt',
              loanId,
              body: { dispositionId, reason },
              // A visit that waits has no receipt on the server yet.
              ...(waiting !== null && { after: dispositionId }),
            })
          }
          done={t('receipts.askQueued')}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
