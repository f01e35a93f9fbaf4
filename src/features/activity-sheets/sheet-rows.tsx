import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { TFunction } from 'i18next';
import type { ActivityRow, ActivitySheet, RowOutcome } from '../../../contract/activity-sheet.ts';
import { LOAN_STATUSES } from '../../../contract/loan.ts';
import type { SheetKind } from '../../../contract/sheet-mapping.ts';
import { textColumn } from '../../components/columns.tsx';
import { DataTable } from '../../components/data-table.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { DayText, Money, TwoLines } from '../../components/figure.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { formatDay } from '../../lib/dates.ts';
import { formatRupees } from '../../lib/money.ts';
import { fileWords } from '../../lib/file-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useChooseRow, useSheetRows } from './sheet-queries.ts';
import { OUTCOME_TONES } from './sheet-tones.ts';
import classes from '../../components/sheet-work.module.css';

/** The rows of a sheet: what each says, what becomes of it and why; of one outcome, or all. */
export function SheetRows({
  sheet,
  outcome,
}: {
  sheet: ActivitySheet;
  outcome: RowOutcome | null;
}) {
  const t = useText();
  const [asked, setAsked] = useState({ search: '', page: 1 });
  const rows = useSheetRows(sheet, { outcome, ...asked });
  const columns = useMemo(() => columnsOf(sheet, t), [sheet, t]);
  if (rows.isError && rows.data === undefined)
    return <LoadProblem error={rows.error} onRetry={() => void rows.refetch()} />;
  return (
    <DataTable<ActivityRow>
      name={`sheet-rows-${sheet.kind}`}
      label={t('activitySheets.rows')}
      columns={columns}
      rows={rows.data?.data}
      rowId={(row) => `${row.row ?? ''}-${row.Loan_ID ?? ''}`}
      rowLabel={(row) => row.Loan_ID ?? `${t('words.row')} ${row.row}`}
      totalCount={rows.data?.totalCount ?? 0}
      page={asked.page}
      onPage={(page) => setAsked({ ...asked, page })}
      isFetching={rows.isPlaceholderData}
      search={asked.search}
      onSearch={(search) => setAsked({ search, page: 1 })}
    />
  );
}

type Column = DataColumn<ActivityRow>;

const ownColumn = (
  t: TFunction,
  key: 'mode' | 'reference' | 'collector' | 'fieldAgent' | 'manager',
): Column => textColumn(key, t(`activitySheets.${key}`), (row) => row[key]);

const amountColumn = (key: 'amount' | 'appliedAmount', title: string): Column => ({
  key,
  title,
  align: 'right',
  render: (row) => (row[key] === null ? '–' : <RowAmount row={row} name={key} />),
});

const dayColumn = (title: string): Column => ({
  key: 'onDate',
  title,
  render: (row) => <RowDay row={row} />,
});

function RowAmount({ row, name }: { row: ActivityRow; name: 'amount' | 'appliedAmount' }) {
  const t = useText();
  const amount = <Money amount={row[name]} />;
  if (name !== 'amount' || row.rounded === null) return amount;
  return <TwoLines first={amount} second={t('common.inFile', { value: row.rounded })} />;
}

/** The day; marked where the file says none. */
function RowDay({ row }: { row: ActivityRow }) {
  const t = useText();
  const day = row.onDate === null ? null : <DayText value={row.onDate} />;
  if (!row.isDayMissing) return day ?? '–';
  const mark = <StatusChip tone="warn" label={t('activitySheets.noDay')} />;
  return day === null ? mark : <TwoLines first={day} second={mark} />;
}

function columnsOf(sheet: ActivitySheet, t: TFunction): Column[] {
  const { kind } = sheet;
  return [
    textColumn('row', t('words.row'), (row) => row.row, { card: 'aside', align: 'right' }),
    {
      key: 'loan',
      title: t('loanFields.Loan_ID'),
      isFixed: true,
      render: (row) => (
        <TwoLines first={row.Loan_ID ?? t('activitySheets.nothing')} second={row.Customer_Name} />
      ),
    },
    {
      key: 'outcome',
      title: t('words.outcome'),
      card: 'aside',
      render: (row) => <Outcome row={row} />,
    },
    ...ownColumns(kind, t),
    {
      key: 'why',
      title: t('words.why'),
      card: 'line',
      render: (row) => <Why row={row} sheet={sheet} />,
    },
  ];
}

function ownColumns(kind: SheetKind, t: TFunction): Column[] {
  switch (kind) {
    case 'ALLOCATION':
      return [
        ownColumn(t, 'collector'),
        ownColumn(t, 'fieldAgent'),
        ownColumn(t, 'manager'),
        dayColumn(t('loanFields.visitDate')),
      ];
    case 'SYSTEM_EXPORT':
      return [
        amountColumn('amount', t('loanFields.Total_Due_Amount')),
        textColumn('bucket', t('loanFields.Bucket'), (row) => row.bucket),
        textColumn('status', t('activitySheets.field_Status'), (row) =>
          statusWords(row.status ?? '', t),
        ),
      ];
    case 'PAYMENT':
    case 'BANK_PAID':
      return [
        amountColumn('amount', t('words.amount')),
        amountColumn('appliedAmount', t('activitySheets.applied')),
        dayColumn(t('words.paidOn')),
        ownColumn(t, 'mode'),
        ownColumn(t, 'reference'),
        ownColumn(t, 'collector'),
      ];
  }
}

/** A state of ours in words; the lender's own word stands as it is. */
function statusWords(text: string, t: TFunction): string {
  const status = LOAN_STATUSES.find((one) => one === text);
  return status === undefined ? text : t(`loanLife.${status}`);
}

function Outcome({ row }: { row: ActivityRow }) {
  const t = useText();
  if (row.isReversed) return <StatusChip tone="quiet" label={t('activitySheets.REVERSED')} />;
  const label = t(`activitySheets.outcome_${row.outcome}`);
  return <StatusChip tone={OUTCOME_TONES[row.outcome]} label={label} />;
}

/** When a row's payment was reversed, and, while the sheet waits, the choice to post it all the same. */
function ReversedBefore({ row, sheet }: { row: ActivityRow; sheet: ActivitySheet }) {
  const t = useText();
  const choose = useChooseRow(sheet._id);
  const { reversedBefore: before, row: place, isChosen } = row;
  if (before === null || place === null) return null;
  const words = [t('activitySheets.reversedOn', { day: formatDay(before.on) }), before.reason];
  return (
    <>
      <div>{words.filter(Boolean).join(': ')}</div>
      {sheet.state === 'PENDING' && row.outcome !== 'ALREADY_PAID' && (
        <Button
          size="compact-sm"
          variant="default"
          loading={choose.isPending}
          onClick={() => choose.mutate({ row: place, isChosen: !isChosen })}
        >
          {t(isChosen ? 'activitySheets.leaveOut' : 'activitySheets.postAnyway')}
        </Button>
      )}
    </>
  );
}

function Why({ row, sheet }: { row: ActivityRow; sheet: ActivitySheet }) {
  const t = useText();
  const value = (field: string, text: string) => {
    if (text === '') return t('activitySheets.nothing');
    if (field === 'Status') return statusWords(text, t);
    return field === 'Total_Due_Amount' ? formatRupees(Number(text)) : text;
  };
  const fieldName = (field: string) =>
    field === 'Total_Due_Amount' || field === 'Bucket'
      ? t(`loanFields.${field}`)
      : t('activitySheets.field_Status');
  const lines = [
    ...row.reasons.map(fileWords),
    ...row.differences.map(({ field, theirs, ours }) =>
      t('activitySheets.difference', {
        field: fieldName(field),
        theirs: value(field, theirs),
        ours: value(field, ours),
      }),
    ),
  ];
  if (row.reversedBefore !== null) return <ReversedBefore row={row} sheet={sheet} />;
  if (lines.length === 0) return null;
  return (
    <ul className={classes.reasons}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
