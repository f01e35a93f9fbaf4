import { useMemo } from 'react';
import type { Loan } from '../../../contract/loan.ts';
import type { DataColumn } from '../../components/data-table-column.ts';
import { DispositionChip } from '../../components/disposition-chip.tsx';
import { Due } from '../../components/due.tsx';
import { DayText, Money, PhoneText, TwoLines } from '../../components/figure.tsx';
import { PromiseChip } from '../../components/promise-chip.tsx';
import { useDispositionCodes } from '../../data/choices.ts';
import type { Catalogue } from '../../lib/texts/catalogue.ts';
import { useText } from '../../lib/texts/texts.ts';
import { LoanStanding } from './loan-standing.tsx';
import classes from './loans.module.css';

/** The words of disposition codes; a code that the catalogue does not know stays itself. */
function useCodeLabel(): (code: string) => string {
  const codes = useDispositionCodes().data;
  return useMemo(() => {
    const labels = new Map(codes?.map(({ code, label }) => [code, label]));
    return (code: string) => labels.get(code) ?? code;
  }, [codes]);
}

/** The newest disposition of a loan as a chip, or that nobody worked it. */
export function LoanDisposition({ loan }: { loan: Loan }) {
  const t = useText();
  const labelOf = useCodeLabel();
  if (loan.disposition === null) {
    return <span className="rc-quiet-small">{t('words.neverWorked')}</span>;
  }
  return (
    <DispositionChip
      code={loan.disposition}
      label={labelOf(loan.disposition)}
      dispositionClass={loan.disposition_class}
    />
  );
}

type Cell = Omit<DataColumn<Loan>, 'title' | 'key'> & { key: keyof Catalogue['loanFields'] };

const plain = (
  key: 'Client_Name' | 'Product' | 'Bucket' | 'City' | 'Pincode' | 'Branch',
  more: Partial<Cell> = {},
) => ({ key, render: (loan: Loan) => loan[key] ?? '–', ...more });

const CELLS: readonly Cell[] = [
  {
    key: 'Customer_Name',
    isSortable: true,
    isFixed: true,
    render: (loan) => <TwoLines first={loan.Customer_Name} second={loan.Loan_ID} />,
  },
  plain('Client_Name', { isSortable: true, card: 'line' }),
  plain('Product', { isHiddenAtFirst: true }),
  plain('Bucket', { isSortable: true }),
  {
    key: 'DPD',
    isSortable: true,
    align: 'right',
    render: (loan) => loan.DPD ?? '–',
  },
  {
    key: 'Total_Due_Amount',
    card: 'aside',
    isSortable: true,
    align: 'right',
    render: (loan) => <Due loan={loan} />,
  },
  {
    key: 'Principal_Outstanding',
    isSortable: true,
    isHiddenAtFirst: true,
    align: 'right',
    render: (loan) => <Money amount={loan.Principal_Outstanding} />,
  },
  plain('City', { isSortable: true }),
  {
    key: 'Mobile_Number',
    isHiddenAtFirst: true,
    render: (loan) => <PhoneText value={loan.Mobile_Number} />,
  },
  { key: 'managerName', isHiddenAtFirst: true, render: (loan) => loan.managerName ?? '–' },
  { key: 'collectorName', render: (loan) => loan.collectorName ?? '–' },
  {
    key: 'fieldAgentName',
    render: ({ fieldAgentName, visitDate }) =>
      fieldAgentName === null && visitDate === null ? (
        '–'
      ) : (
        <TwoLines
          first={fieldAgentName ?? '–'}
          second={visitDate !== null && <DayText value={visitDate} />}
        />
      ),
  },
  {
    key: 'disposition',
    card: 'line',
    render: (loan) => (
      <span className={classes.chips}>
        <LoanStanding loan={loan} />
        <LoanDisposition loan={loan} />
      </span>
    ),
  },
  {
    key: 'periodEndsOn',
    isHiddenAtFirst: true,
    render: (loan) => <DayText value={loan.periodEndsOn} />,
  },
  {
    key: 'Paid_Amount',
    isHiddenAtFirst: true,
    align: 'right',
    render: (loan) => <Money amount={loan.Paid_Amount} />,
  },
  {
    key: 'promiseDate',
    isSortable: true,
    isHiddenAtFirst: true,
    render: (loan) => (loan.promiseDate === null ? '–' : <PromiseChip loan={loan} />),
  },
  {
    key: 'disCreatedAt',
    isSortable: true,
    isHiddenAtFirst: true,
    render: (loan) => <DayText value={loan.disCreatedAt} show="both" />,
  },
  {
    key: 'Due_Date',
    isSortable: true,
    isHiddenAtFirst: true,
    render: (loan) => <DayText value={loan.Due_Date} />,
  },
  plain('Pincode', { isHiddenAtFirst: true }),
  plain('Branch', { isHiddenAtFirst: true }),
  {
    key: 'createdAt',
    isSortable: true,
    isHiddenAtFirst: true,
    render: (loan) => <DayText value={loan.createdAt} />,
  },
];

/** The columns of a loan list; their keys are the server's sort fields. */
export function useLoanColumns(): DataColumn<Loan>[] {
  const t = useText();
  const codes = useDispositionCodes().data;
  return useMemo(() => {
    const words = Object.fromEntries((codes ?? []).map(({ code, label }) => [code, label]));
    const file = [{ of: ({ disposition }: Loan) => disposition, words }];
    return CELLS.map((cell) =>
      Object.assign(
        { title: t(`loanFields.${cell.key}`) },
        cell,
        cell.key === 'disposition' && { file },
      ),
    );
  }, [codes, t]);
}
