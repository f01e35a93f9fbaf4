import type { KeptLoan } from '../../../contract/sheet.ts';
import { dueColumn, textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { RemoteTable } from '../../components/remote-table.tsx';
import { useRemoteRows } from '../../data/remote-rows.ts';
import { useText } from '../../lib/texts/texts.ts';
import { keptLoansOf } from './sheet-queries.ts';
import classes from './sheets.module.css';

const WHY = ['isWorked', 'isPromised', 'isAllocated', 'isPaid'] as const;

/** The loans of a sheet that are not untouched, by number, with who has them and why they are named. */
export function KeptLoans({ sheetId }: { sheetId: string }) {
  const t = useText();
  const rows = useRemoteRows(keptLoansOf(sheetId));
  const columns = useColumns();
  return (
    <section aria-label={t('sheets.keptList')}>
      <h3 className={classes.heading}>{t('sheets.keptList')}</h3>
      <RemoteTable<KeptLoan>
        name="sheet-kept"
        label={t('sheets.keptList')}
        from={rows}
        columns={columns}
        rowId={(loan) => loan._id}
        rowLabel={(loan) => `${loan.Customer_Name}, ${loan.Loan_ID}`}
      />
    </section>
  );
}

function useColumns(): DataColumn<KeptLoan>[] {
  const t = useText();
  return [
    textColumn('number', t('sheets.loanNumber'), (loan) => loan.Loan_ID, { isFixed: true }),
    textColumn('customer', t('sheets.customer'), (loan) => loan.Customer_Name, { card: 'title' }),
    dueColumn('due', t('sheets.due'), { card: 'aside' }),
    textColumn('holder', t('sheets.holder'), (loan) => loan.holderName ?? '–'),
    textColumn(
      'why',
      t('sheets.why'),
      (loan) =>
        WHY.filter((each) => loan[each])
          .map((each) => t(`sheets.${each}`))
          .join(', '),
      { card: 'line' },
    ),
  ];
}
