import type { FieldCase, ScheduledCase } from '../../../contract/staff-dashboard.ts';
import { dueColumn, moneyColumn, textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { DispositionChip } from '../../components/disposition-chip.tsx';
import { DueChip, PhoneText, RelativeTimeText, TwoLines } from '../../components/figure.tsx';
import { formatClock } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './staff-dashboards.module.css';

function Who({ loan }: { loan: Pick<ScheduledCase, 'Customer_Name' | 'Loan_ID'> }) {
  return <TwoLines first={loan.Customer_Name} second={loan.Loan_ID} />;
}

/** A due day as a chip and its time. */
function DueAt({ due }: { due: ScheduledCase }) {
  return (
    <span className={classes.state}>
      <DueChip day={due.date} />
      {due.time !== null && <span className={classes.nowrap}>{formatClock(due.time)}</span>}
    </span>
  );
}

/** The columns of promises; of callbacks without an amount. */
export function useCaseColumns(isCallback: boolean): DataColumn<ScheduledCase>[] {
  const t = useText();
  const amount: DataColumn<ScheduledCase> = moneyColumn(
    'promised',
    t('words.promised'),
    (each) => each.promiseAmount,
    { card: 'aside' },
  );
  return [
    {
      key: 'customer',
      title: t('words.borrower'),
      isFixed: true,
      render: (each) => <Who loan={each} />,
    },
    {
      key: 'due',
      card: 'line',
      title: t('staffBoards.due'),
      render: (each) => <DueAt due={each} />,
    },
    ...(isCallback ? [] : [amount]),
    dueColumn('owed', t('words.totalDue'), {
      card: isCallback ? 'aside' : 'fact',
    }),
    {
      key: 'phone',
      title: t('loanFields.Mobile_Number'),
      render: (each) => <PhoneText value={each.Mobile_Number} />,
    },
    textColumn('client', t('words.client'), (each) => each.Client_Name),
    {
      key: 'recordedBy',
      title: t('staffBoards.recordedBy'),
      render: (each) => (
        <span className={classes.stack}>
          {each.Agent_Name ?? '–'}
          {each.disCreatedAt !== null && (
            <span className={classes.quiet}>
              <RelativeTimeText value={each.disCreatedAt} />
            </span>
          )}
        </span>
      ),
    },
    textColumn('remarks', t('words.remarks'), (each) => each.remarks ?? '–', {
      isHiddenAtFirst: true,
    }),
  ];
}

function Newest({ loan }: { loan: FieldCase }) {
  const t = useText();
  if (loan.disposition === null)
    return <span className={classes.quiet}>{t('words.neverWorked')}</span>;
  return (
    <DispositionChip
      code={loan.disposition}
      label={loan.label ?? loan.disposition}
      dispositionClass={loan.disposition_class}
    />
  );
}

/** The columns of loans with field agents. */
export function useFieldColumns(): DataColumn<FieldCase>[] {
  const t = useText();
  return [
    {
      key: 'customer',
      title: t('words.borrower'),
      isFixed: true,
      render: (each) => <Who loan={each} />,
    },
    textColumn('fieldAgent', t('loanFields.fieldAgentName'), (each) => each.fieldAgentName),
    {
      key: 'visit',
      title: t('staffBoards.visit'),
      render: (each) => (each.visitDate === null ? '–' : <DueChip day={each.visitDate} />),
    },
    {
      key: 'newest',
      card: 'line',
      title: t('staffBoards.newest'),
      render: (each) => <Newest loan={each} />,
    },
    dueColumn('owed', t('words.totalDue'), { card: 'aside' }),
    textColumn('city', t('loanFields.City'), (each) => each.City ?? '–'),
    textColumn('client', t('words.client'), (each) => each.Client_Name),
  ];
}
