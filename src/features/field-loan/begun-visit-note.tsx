import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { Notice } from '../../components/notice.tsx';
import { formatDayTime } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useBegunVisit, useIsGone } from './field-loan-queries.ts';
import { useDiscard } from './use-kept-visit.ts';
import classes from './begun-visit-note.module.css';

/** Where a loan was whose visit was begun: to be finished for the manager to decide on, or thrown away. */
export function BegunVisitNote({ loanId }: { loanId: string }) {
  const t = useText();
  const begun = useBegunVisit(loanId);
  const discard = useDiscard(loanId);
  const isTaken = useIsGone(loanId);
  if (begun === null || begun === undefined) return null;
  const { visitId, about, startedAt } = begun;
  return (
    <Notice
      tone="warn"
      title={t('fieldLoan.begun.title', { when: formatDayTime(startedAt) })}
      action={
        <div className={classes.choices}>
          <Button component={Link} to={`/field-agent/loan/visit?id=${loanId}`} size="md">
            {t('fieldLoan.continueVisit')}
          </Button>
          <Button variant="default" size="md" onClick={() => void discard(visitId)}>
            {t('fieldLoan.begun.discard')}
          </Button>
        </div>
      }
    >
      {about !== null && <p>{`${about.Customer_Name}, ${about.Loan_ID}`}</p>}
      <p>{t(isTaken ? 'fieldLoan.begun.body' : 'fieldLoan.begun.listAway')}</p>
    </Notice>
  );
}
