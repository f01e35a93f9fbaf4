import type { Loan } from '../../../contract/loan.ts';
import { Due } from '../../components/due.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { LoanDisposition } from './loan-columns.tsx';
import { LoanStanding } from './loan-standing.tsx';
import classes from './loans.module.css';

/** A loan as a card, for lists on a phone. */
export function LoanCard({ loan }: { loan: Loan }) {
  const t = useText();
  const place = [
    loan.Client_Name,
    loan.City,
    loan.Bucket && `${t('loanFields.Bucket')} ${loan.Bucket}`,
  ];
  const people = [loan.collectorName, loan.fieldAgentName].filter(Boolean).join(' · ');
  return (
    <div className={classes.card}>
      <div className={classes.cardHead}>
        <span className={classes.name}>
          <strong>{loan.Customer_Name}</strong>
          <span className={classes.number}>{loan.Loan_ID}</span>
        </span>
        <strong>
          <Due loan={loan} />
        </strong>
      </div>
      <div className={classes.quiet}>{place.filter(Boolean).join(' · ')}</div>
      <div className={classes.cardFoot}>
        <span className={classes.chips}>
          <LoanStanding loan={loan} />
          <LoanDisposition loan={loan} />
        </span>
        <span className={classes.quiet}>{people === '' ? t('loans.notAllocated') : people}</span>
      </div>
    </div>
  );
}
