import { useMemo } from 'react';
import { IMPORT_FIELDS } from '../../../contract/import-mapping.ts';
import type { ImportField } from '../../../contract/import-mapping.ts';
import type { LoanImport, PendingLoan } from '../../../contract/loan-import.ts';
import { textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { useOwnPage } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { TwoLines } from '../../components/figure.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { mappedFields, OUTCOME_TONES, shownValue } from './import-mapping.ts';
import { usePendingLoans } from './loan-import-queries.ts';
import { RowProblems } from './row-problems.tsx';
import classes from './loan-import.module.css';

const SHOWN_FIELDS: ReadonlySet<ImportField> = new Set([
  'Loan_ID',
  'Customer_Name',
  'Mobile_Number',
  'City',
  'Bucket',
  'Total_Due_Amount',
]);

const NO_ROWS: readonly PendingLoan[] = [];

interface RowsProps {
  upload: LoanImport;
  /** Only the rows of this outcome; null is all. */
  outcome: PendingLoan['outcome'] | null;
}

/** The rows of an upload: row number, outcome, values by field, and why a row was refused. */
export function ImportRows({ upload, outcome }: RowsProps) {
  const t = useText();
  const state = useOwnPage();
  const rows = usePendingLoans(upload, outcome, state.page);
  const columns = useRowColumns(upload, rows.data?.data);
  return (
    <List<PendingLoan>
      name="import-rows"
      label={t('loanImport.rowsTitle')}
      columns={columns}
      list={rows}
      state={state}
      rowId={(row) => String(row.row)}
      rowLabel={(row) => `${t('words.row')} ${row.row}`}
    />
  );
}

function useRowColumns(
  upload: LoanImport,
  rows: readonly PendingLoan[] = NO_ROWS,
): DataColumn<PendingLoan>[] {
  const t = useText();
  return useMemo(() => {
    const changed = new Set(rows.flatMap(({ before }) => Object.keys(before)));
    const fields = mappedFields(upload.mapping).map((field): DataColumn<PendingLoan> => ({
      key: field,
      title: t(`loanFields.${field}`),
      isHiddenAtFirst: !SHOWN_FIELDS.has(field) && !changed.has(field),
      align: IMPORT_FIELDS[field].kind === 'rupees' ? 'right' : 'left',
      render: (row) => <FieldValue row={row} field={field} />,
    }));
    return [
      textColumn('row', t('words.row'), (row) => row.row, { isFixed: true, card: 'title' }),
      {
        key: 'outcome',
        title: t('words.outcome'),
        card: 'aside',
        render: (row) => <OutcomeChip row={row} />,
      },
      {
        key: 'reason',
        title: t('words.reason'),
        card: 'line',
        render: (row) => row.problems.length > 0 && <RowProblems row={row} />,
      },
      {
        key: 'due',
        title: t('loanImport.dueAfter'),
        align: 'right',
        render: (row) => <DueChange row={row} />,
      },
      ...fields,
    ];
  }, [t, upload.mapping, rows]);
}

/** A field's value; below an amount that was rounded, the one in the file. */
function FieldValue({ row, field }: { row: PendingLoan; field: ImportField }) {
  const t = useText();
  const value = <FieldChange row={row} field={field} />;
  const original = row.rounded[field];
  if (original === undefined) return value;
  return <TwoLines first={value} second={t('common.inFile', { value: original })} />;
}

/** What the row makes of a known loan's due: its figure less the payments since. */
function DueChange({ row: { dueBefore, dueAfter } }: { row: PendingLoan }) {
  if (dueAfter === null) return null;
  if (dueBefore === dueAfter) return formatRupees(dueAfter);
  return `${formatRupees(dueBefore)} → ${formatRupees(dueAfter)}`;
}

/** A value of the file; before it what the loan has now, where that is another. */
function FieldChange({ row, field }: { row: PendingLoan; field: ImportField }) {
  const value = shownValue(field, row.values[field] ?? '');
  const before = row.before[field];
  if (before === undefined) return value;
  return (
    <>
      {before !== '' && <s className={classes.before}>{shownValue(field, before)}</s>} → {value}
    </>
  );
}

function OutcomeChip({ row }: { row: PendingLoan }) {
  const t = useText();
  return <StatusChip tone={OUTCOME_TONES[row.outcome]} label={t(`loanImport.${row.outcome}`)} />;
}
