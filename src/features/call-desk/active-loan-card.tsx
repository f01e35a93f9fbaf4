import type { Loan } from '../../../contract/loan.ts';
import { Due } from '../../components/due.tsx';
import { PromiseChip } from '../../components/promise-chip.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { NewestDisposition } from './active-loan-columns.tsx';
import classes from './call-desk.module.css';

/** A loan to call as a card, for a phone. */
export function ActiveLoanCard({ loan }: { loan: Loan }) {
  const t = useText();
  const place = [loan.Client_Name, loan.Bucket && `${t('loanFields.Bucket')} ${loan.Bucket}`];
  return (
    <div className={classes.card}>
      <div className={classes.between}>
        <span className={classes.name}>
          <strong>{loan.Customer_Name}</strong>
          <span className={classes.small}>{loan.Loan_ID}</span>
        </span>
        <strong>
          <Due loan={loan} />
        </strong>
      </div>
      <div className={classes.quiet}>{place.filter(Boolean).join(' · ')}</div>
      <div className={classes.between}>
        <NewestDisposition loan={loan} />
        <PromiseChip loan={loan} />
      </div>
    </div>
  );
}
