import { Button } from '@mantine/core';
import { useState } from 'react';
import { ContactHistory } from '../../components/contact-history.tsx';
import type { ShownContact } from '../../components/contact-history.tsx';
import { ErrorState, LoadingState } from '../../components/screen-state.tsx';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { formatRupees } from '../../lib/money.ts';
import type { HistoryEntry } from '../../offline/loan-history.ts';
import { saveOperation } from '../../offline/operation-save.ts';
import { codeWords } from './code-words.ts';
import { loadFile, useLoanHistory } from './field-loan-queries.ts';
import classes from './loan-history.module.css';

/** Whether the receipt of a contact stands, so that its agent may ask to cancel it. */
const mayAsk = ({ disposition, waiting, isOwn }: HistoryEntry): boolean =>
  isOwn &&
  disposition.receiptStanding === 'COLLECTED' &&
  waiting !== 'attention' &&
  waiting !== 'review';

/** Asks to cancel the receipt of an own visit: it goes through the outbox, with or without a network. */
function AskToCancel({ entry: { disposition, waiting } }: { entry: HistoryEntry }) {
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
          label={t('words.reason')}
          action={t('receipts.askToCancel')}
          cancelLabel={t('words.keepIt')}
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

/** A loan's calls and visits, newest first; own ones that wait on this phone are marked, their photos shown from here. */
export function LoanHistory({ loanId }: { loanId: string }) {
  const t = useText();
  const history = useLoanHistory(loanId);
  if (history.isError) return <ErrorState onRetry={() => void history.refetch()} />;
  if (history.data === undefined) return <LoadingState kind="record" />;
  if (history.data.length === 0) {
    return <p className={classes.empty}>{t('fieldLoan.emptyHistory')}</p>;
  }
  const contacts = history.data.map((entry) => asContact(entry, t));
  return (
    <ContactHistory
      contacts={contacts}
      load={loadFile}
      renderActions={({ _id }) => {
        const entry = history.data.find(({ disposition }) => disposition._id === _id);
        return entry !== undefined && mayAsk(entry) && <AskToCancel entry={entry} />;
      }}
    />
  );
}

function asContact(
  { disposition, waiting }: HistoryEntry,
  t: ReturnType<typeof useText>,
): ShownContact {
  const contact = { ...disposition, label: codeWords(t, disposition) };
  if (waiting === null) return contact;
  if (waiting === 'review') return { ...contact, isInReview: true };
  return {
    ...contact,
    state: {
      tone: waiting === 'attention' ? 'danger' : 'info',
      label: t(`fieldLoan.waitingState.${waiting}`),
    },
  };
}
