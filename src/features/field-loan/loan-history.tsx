import { ContactHistory } from '../../components/contact-history.tsx';
import type { ShownContact } from '../../components/contact-history.tsx';
import { ErrorState, LoadingState } from '../../components/screen-state.tsx';
import { useText } from '../../lib/texts/texts.ts';
import type { HistoryEntry } from '../../offline/loan-history.ts';
import { codeWords } from './code-words.ts';
import { loadFile, useLoanHistory } from './field-loan-queries.ts';
import { AskToCancel, mayAsk } from './receipt-asking.tsx';
import classes from './loan-history.module.css';

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
