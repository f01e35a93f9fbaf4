import { useMemo } from 'react';
import { IMPORT_FIELDS } from '../../../contract/import-mapping.ts';
import type { ImportField } from '../../../contract/import-mapping.ts';
import type { LoanImport, PendingLoan } from '../../../contract/loan-import.ts';
import type { DataColumn } from '../../components/data-table-column.ts';
import { useOwnPage } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import type { Tone } from '../../components/status-chip.tsx';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { mappedFields } from './import-mapping.ts';
import { usePendingLoans } from './loan-import-queries.ts';
import classes from './loan-import.module.css';

const TONES: Readonly<Record<PendingLoan['outcome'], Tone>> = {
  NEW: 'good',
  UPDATE: 'info',
  UNCHANGED: 'quiet',
  DUPLICATE: 'warn',
  FAILED: 'danger',
  SKIPPED: 'quiet',
};
const SHOWN_FIELDS: ReadonlySet<ImportField> = new Set([
  'Loan_ID',
  'Customer_Name',
  'Mobile_Number',
  'City',
  'Bucket',
  'Total_Due_Amount',
]);

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
  const columns = useRowColumns(upload);
  return (
    <List<PendingLoan>
      name="import-rows"
      label={t('loanImport.rowsTitle')}
      columns={columns}
      list={rows}
      state={state}
      rowId={(row) => String(row.row)}
      rowLabel={(row) => `${t('loanImport.row')} ${row.row}`}
    />
  );
}

function useRowColumns(upload: LoanImport): DataColumn<PendingLoan>[] {
  const t = useText();
  return useMemo(() => {
    const fields = mappedFields(upload.mapping).map((field): DataColumn<PendingLoan> => ({
      key: field,
      title: t(`loanFields.${field}`),
      isHiddenAtFirst: !SHOWN_FIELDS.has(field),
      align: IMPORT_FIELDS[field].kind === 'rupees' ? 'right' : 'left',
      render: (row) => valueWords(field, row.values[field] ?? ''),
    }));
    return [
      {
        key: 'row',
        title: t('loanImport.row'),
        isFixed: true,
        render: (row) => row.row,
        card: 'title',
      },
      {
        key: 'outcome',
        title: t('loanImport.outcome'),
        card: 'aside',
        render: (row) => <OutcomeChip row={row} />,
      },
      {
        key: 'reason',
        title: t('loanImport.reason'),
        card: 'line',
        render: (row) => row.problems.length > 0 && <Problems row={row} />,
      },
      {
        key: 'due',
        title: t('loanImport.dueAfter'),
        align: 'right',
        render: (row) => <DueChange row={row} />,
      },
      ...fields,
    ];
  }, [t, upload.mapping]);
}

/** An amount that was understood is grouped; anything else stands as in the file. */
function valueWords(field: ImportField, value: string): string {
  return IMPORT_FIELDS[field].kind === 'rupees' && /^-?\d+$/.test(value)
    ? formatRupees(Number(value))
    : value;
}

/** What the row makes of a known loan's due: its figure less the payments since. */
function DueChange({ row: { dueBefore, dueAfter } }: { row: PendingLoan }) {
  if (dueAfter === null) return null;
  if (dueBefore === dueAfter) return formatRupees(dueAfter);
  return `${formatRupees(dueBefore)} → ${formatRupees(dueAfter)}`;
}

function OutcomeChip({ row }: { row: PendingLoan }) {
  const t = useText();
  return <StatusChip tone={TONES[row.outcome]} label={t(`loanImport.${row.outcome}`)} />;
}

function Problems({ row }: { row: PendingLoan }) {
  const t = useText();
  return (
    <ul className={classes.problems}>
      {row.problems.map(({ column, value, reason }) => (
        <li key={`${column}:${reason}`}>
          {value === ''
            ? t('loanImport.problemEmpty', { column, reason })
            : t('loanImport.problem', { column, value, reason })}
        </li>
      ))}
    </ul>
  );
}
