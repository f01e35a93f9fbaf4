import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import type { Disposition } from '../../../contract/disposition.ts';
import type { Loan } from '../../../contract/loan.ts';
import { CHANCE_SORT } from '../../../contract/loan-calls.ts';
import type { DataColumn } from '../../components/data-table-column.ts';
import { DispositionChip } from '../../components/disposition-chip.tsx';
import { Due } from '../../components/due.tsx';
import { DayText, Money, PhoneText, RelativeTimeText, TwoLines } from '../../components/figure.tsx';
import { PromiseChip } from '../../components/promise-chip.tsx';
import { SettlementChip, isBeingPaid } from '../../components/settlement-chip.tsx';
import type { Catalogue } from '../../lib/texts/catalogue.ts';
import { formatPercent, percentOf } from '../../lib/percent.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useCallCodes } from './call-desk-queries.ts';
import type { DeskPage } from './call-desk-queries.ts';
import classes from './call-desk.module.css';

/** The newest disposition of a loan: chip, remarks, how long ago. */
function NewestDisposition({ loan, newest }: { loan: Loan; newest?: Disposition | undefined }) {
  const t = useText();
  const codes = useCallCodes().data;
  if (loan.disposition === null) {
    return <span className={classes.quiet}>{t('words.neverWorked')}</span>;
  }
  const code = codes?.find((each) => each.code === loan.disposition);
  return (
    <span className={classes.newest}>
      <DispositionChip
        code={loan.disposition}
        label={newest?.label ?? code?.label ?? loan.disposition}
        dispositionClass={loan.disposition_class}
      />
      {loan.disCreatedAt !== null && (
        <span className={classes.quiet}>
          <RelativeTimeText value={loan.disCreatedAt} />
        </span>
      )}
    </span>
  );
}

type Cell = Omit<DataColumn<Loan>, 'title' | 'key'> & {
  key: keyof Catalogue['loanFields'] | typeof CHANCE_SORT;
};

const chanceWords = (chance: number | undefined): string =>
  chance === undefined ? '–' : formatPercent(percentOf(chance, 1));

function cellsOf(
  newest: ReadonlyMap<string, Disposition>,
  chances: ReadonlyMap<string, number>,
): Cell[] {
  return [
    {
      key: 'Customer_Name',
      isSortable: true,
      isFixed: true,
      render: (loan) => <TwoLines first={loan.Customer_Name} second={loan.Loan_ID} />,
    },
    { key: 'Mobile_Number', render: (loan) => <PhoneText value={loan.Mobile_Number} /> },
    { key: 'Client_Name', card: 'line', isSortable: true, render: (loan) => loan.Client_Name },
    { key: 'Bucket', isSortable: true, render: (loan) => loan.Bucket ?? '–' },
    { key: 'DPD', isSortable: true, align: 'right', render: (loan) => loan.DPD ?? '–' },
    {
      key: 'Total_Due_Amount',
      card: 'aside',
      isSortable: true,
      align: 'right',
      render: (loan) => <Due loan={loan} />,
    },
    {
      key: CHANCE_SORT,
      isSortable: true,
      align: 'right',
      render: (loan) => chanceWords(chances.get(loan._id)),
    },
    {
      key: 'disCreatedAt',
      card: 'line',
      isSortable: true,
      render: (loan) => <NewestDisposition loan={loan} newest={newest.get(loan._id)} />,
    },
    {
      key: 'promiseDate',
      card: 'line',
      isSortable: true,
      render: (loan) =>
        isBeingPaid(loan) ? <SettlementChip loan={loan} /> : <PromiseChip loan={loan} />,
    },
    { key: 'City', isSortable: true, isHiddenAtFirst: true, render: (loan) => loan.City ?? '–' },
    {
      key: 'Due_Date',
      isSortable: true,
      isHiddenAtFirst: true,
      render: (loan) => <DayText value={loan.Due_Date} />,
    },
    {
      key: 'Principal_Outstanding',
      isSortable: true,
      isHiddenAtFirst: true,
      align: 'right',
      render: (loan) => <Money amount={loan.Principal_Outstanding} />,
    },
  ];
}

function titleOf(t: TFunction, key: Cell['key']): string {
  if (key === CHANCE_SORT) return t('callDesk.chance');
  return key === 'disCreatedAt' ? t('callDesk.newest') : t(`loanFields.${key}`);
}

/** The columns of the active loans; their keys are the server's sort fields. */
export function useActiveLoanColumns(page: DeskPage | undefined): DataColumn<Loan>[] {
  const t = useText();
  return useMemo(() => {
    const newest = new Map((page?.dispositions ?? []).map((each) => [each.loanId, each]));
    const chances = new Map((page?.chances ?? []).map(({ loanId, chance }) => [loanId, chance]));
    const cells = cellsOf(newest, chances).map((cell) =>
      Object.assign({ title: titleOf(t, cell.key) }, cell),
    );
    if (chances.size > 0) return cells;
    // Nobody has a score: a column of dashes would only take room.
    return cells.filter(({ key }) => key !== CHANCE_SORT);
  }, [page, t]);
}
