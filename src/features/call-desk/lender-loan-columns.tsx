import { Link } from 'react-router-dom';
import type { Loan } from '../../../contract/loan.ts';
import { textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { DispositionChip } from '../../components/disposition-chip.tsx';
import { Due } from '../../components/due.tsx';
import { DayText } from '../../components/figure.tsx';
import { useText } from '../../lib/texts/texts.ts';
import classes from './call-desk.module.css';

/** The columns of the lender's loans. */
export function useLenderColumns(pathOf: (loanId: string) => string): DataColumn<Loan>[] {
  const t = useText();
  return [
    {
      key: 'borrower',
      title: t('words.borrower'),
      isFixed: true,
      render: (loan) => (
        <Link className={classes.name} to={pathOf(loan._id)}>
          {loan.Customer_Name}
          <span className={classes.small}>{loan.Loan_ID}</span>
        </Link>
      ),
    },
    {
      key: 'due',
      title: t('loanFields.Total_Due_Amount'),
      card: 'aside',
      align: 'right',
      render: (loan) => <Due loan={loan} />,
    },
    textColumn('bucket', t('loanFields.Bucket'), (loan) => loan.Bucket ?? '–'),
    {
      key: 'newest',
      title: t('callDesk.newest'),
      render: (loan) =>
        loan.disposition === null ? (
          '–'
        ) : (
          <span className={classes.newest}>
            <DispositionChip
              code={loan.disposition}
              label={loan.disposition}
              dispositionClass={loan.disposition_class}
            />
            {loan.disCreatedAt !== null && <DayText value={loan.disCreatedAt} />}
          </span>
        ),
    },
  ];
}
