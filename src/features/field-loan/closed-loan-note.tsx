import { leavingWords } from '../../components/leaving-words.ts';
import { Notice } from '../../components/notice.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { useClosedLoan } from './field-loan-queries.ts';

/** Said where a loan was, and over a form that is still open: it is over or someone else's, don't go there. `hasDraft`: what was typed is kept. */
export function ClosedLoanNote({ loanId, hasDraft }: { loanId: string; hasDraft: boolean }) {
  const t = useText();
  const closed = useClosedLoan(loanId);
  if (closed === null) return null;
  return (
    <Notice
      tone="warn"
      title={`${closed.Customer_Name}, ${closed.Loan_ID}: ${leavingWords(t, closed.reason)}`}
      isAlert
    >
      <p>{t('loanLife.closedNoticeBody')}</p>
      {hasDraft && <p>{t('loanLife.closedDraft')}</p>}
    </Notice>
  );
}
