import type { FieldCase, ScheduledCase } from '../../../contract/staff-dashboard.ts';
import type { DataColumn } from '../../components/data-table-column.ts';
import { DispositionChip } from '../../components/disposition-chip.tsx';
import { DueChip, Money, PhoneText, RelativeTimeText } from '../../components/figure.tsx';
import { formatClock } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './staff-dashboards.module.css';

function Who({ loan }: { loan: Pick<ScheduledCase, 'Customer_Name' | 'Loan_ID'> }) {
  return (
    <span className={classes.stack}>
      {loan.Customer_Name}
      <span className={classes.quiet}>{loan.Loan_ID}</span>
    </span>
  );
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
  const amount: DataColumn<ScheduledCase> = {
    key: 'promised',
    title: t('staffBoards.promised'),
    align: 'right',
    render: (each) => <Money amount={each.promiseAmount} />,
  };
  return [
    {
      key: 'customer',
      title: t('staffBoards.customer'),
      isFixed: true,
      render: (each) => <Who loan={each} />,
    },
    { key: 'due', title: t('staffBoards.due'), render: (each) => <DueAt due={each} /> },
    ...(isCallback ? [] : [amount]),
    {
      key: 'owed',
      title: t('staffBoards.owed'),
      align: 'right',
      render: (each) => <Money amount={each.Total_Due_Amount} />,
    },
    {
      key: 'phone',
      title: t('loanFields.Mobile_Number'),
      render: (each) => <PhoneText value={each.Mobile_Number} />,
    },
    { key: 'client', title: t('staffBoards.client'), render: (each) => each.Client_Name },
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
    {
      key: 'remarks',
      title: t('staffBoards.remarks'),
      isHiddenAtFirst: true,
      render: (each) => each.remarks ?? '–',
    },
  ];
}

/** A promise or callback as a card, for a phone. */
export function CaseCard({ due }: { due: ScheduledCase }) {
  const t = useText();
  return (
    <div className={classes.card}>
      <div className={classes.between}>
        <Who loan={due} />
        <strong>
          <Money amount={due.kind === 'PTP' ? due.promiseAmount : due.Total_Due_Amount} />
        </strong>
      </div>
      <div className={classes.between}>
        <DueAt due={due} />
        <span className={classes.quiet}>{due.Client_Name}</span>
      </div>
      {due.Agent_Name !== null && (
        <div className={classes.quiet}>
          {t('staffBoards.recordedBy')} {due.Agent_Name}
        </div>
      )}
    </div>
  );
}

function Newest({ loan }: { loan: FieldCase }) {
  const t = useText();
  if (loan.disposition === null)
    return <span className={classes.quiet}>{t('callDesk.neverWorked')}</span>;
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
      title: t('staffBoards.customer'),
      isFixed: true,
      render: (each) => <Who loan={each} />,
    },
    {
      key: 'fieldAgent',
      title: t('staffBoards.fieldAgent'),
      render: (each) => each.fieldAgentName,
    },
    {
      key: 'visit',
      title: t('staffBoards.visit'),
      render: (each) => (each.visitDate === null ? '–' : <DueChip day={each.visitDate} />),
    },
    { key: 'newest', title: t('staffBoards.newest'), render: (each) => <Newest loan={each} /> },
    {
      key: 'owed',
      title: t('staffBoards.owed'),
      align: 'right',
      render: (each) => <Money amount={each.Total_Due_Amount} />,
    },
    { key: 'city', title: t('loanFields.City'), render: (each) => each.City ?? '–' },
    { key: 'client', title: t('staffBoards.client'), render: (each) => each.Client_Name },
  ];
}

/** A loan with a field agent as a card, for a phone. */
export function FieldCaseCard({ loan }: { loan: FieldCase }) {
  return (
    <div className={classes.card}>
      <div className={classes.between}>
        <Who loan={loan} />
        <strong>
          <Money amount={loan.Total_Due_Amount} />
        </strong>
      </div>
      <div className={classes.between}>
        <Newest loan={loan} />
        {loan.visitDate !== null && <DueChip day={loan.visitDate} />}
      </div>
      <div className={classes.quiet}>
        {[loan.fieldAgentName, loan.City, loan.Client_Name].filter(Boolean).join(' · ')}
      </div>
    </div>
  );
}
