import { Button } from '@mantine/core';
import { leavingWords } from '../../components/leaving-words.ts';
import { Notice } from '../../components/notice.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { useClosedLoans } from './field-day-queries.ts';
import classes from './day-list.module.css';

/** So many are named; the others are counted. */
const MOST_NAMED = 5;

/** Tells once, offline too, which loans left this phone because they are over or not theirs any more: they must not be visited. */
export function ClosedLoansNotice() {
  const t = useText();
  const { closed, markTold } = useClosedLoans();
  if (closed.length === 0) return null;
  const more = closed.length - MOST_NAMED;
  return (
    <Notice
      tone="warn"
      title={t('loanLife.closedNotice', { count: closed.length })}
      isAlert
      action={
        <Button variant="default" onClick={() => void markTold()}>
          {t('loanLife.closedNoticeDone')}
        </Button>
      }
    >
      <p>{t('loanLife.closedNoticeBody')}</p>
      <ul className={classes.closed}>
        {closed.slice(0, MOST_NAMED).map((loan) => (
          <li key={loan.loanId}>
            {`${loan.Customer_Name}, ${loan.Loan_ID}: ${leavingWords(t, loan.reason)}`}
          </li>
        ))}
        {more > 0 && <li>{t('words.andMore', { count: more })}</li>}
      </ul>
    </Notice>
  );
}
