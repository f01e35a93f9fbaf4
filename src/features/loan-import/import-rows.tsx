import { useMemo, useState } from 'react';
import { IMPORT_FIELDS } from '../../../contract/import-mapping.ts';
import type { ImportField } from '../../../contract/import-mapping.ts';
import type { LoanImport, PendingLoan } from '../../../contract/loan-import.ts';
import { DataTable } from '../../components/data-table.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { LoadProblem } from '../../components/load-problem.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import type { Tone } from '../../components/status-chip.tsx';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { mappedFields } from './import-mapping.ts';
import { usePendingLoans } from './loan-import-queries.ts';
import work from '../../components/sheet-work.module.css';
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
  const [page, setPage] = useState(1);
  const rows = usePendingLoans(upload, outcome, page);
  const columns = useRowColumns(upload);
  if (rows.isError && rows.data === undefined) {
    return <LoadProblem error={rows.error} onRetry={() => void rows.refetch()} />;
  }
  return (
    <DataTable<PendingLoan>
      name="import-rows"
      label={t('loanImport.rowsTitle')}
      columns={columns}
      rows={rows.data?.data}
      rowId={(row) => String(row.row)}
      rowLabel={(row) => `${t('loanImport.row')} ${row.row}`}
      totalCount={rows.data?.totalCount ?? 0}
      page={page}
      onPage={setPage}
      isFetching={rows.isPlaceholderData}
      renderCard={(row) => <RowCard row={row} />}
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
      { key: 'row', title: t('loanImport.row'), isFixed: true, render: (row) => row.row },
      {
        key: 'outcome',
        title: t('loanImport.outcome'),
        render: (row) => <OutcomeChip row={row} />,
      },
      {
        key: 'reason',
        title: t('loanImport.reason'),
        render: (row) => <Problems row={row} />,
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

function OutcomeChip({ row }: { row: PendingLoan }) {
  const t = useText();
  return <StatusChip tone={TONES[row.outcome]} label={t(`loanImport.${row.outcome}`)} />;
}

function Problems({ row }: { row: PendingLoan }) {
  const t = useText();
  if (row.problems.length === 0) return null;
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

function RowCard({ row }: { row: PendingLoan }) {
  const t = useText();
  return (
    <div className={work.card}>
      <div className={work.head}>
        <strong>{`${t('loanImport.row')} ${row.row}`}</strong>
        <OutcomeChip row={row} />
      </div>
      <div className={work.quiet}>
        {[row.values.Customer_Name, row.values.Loan_ID].filter(Boolean).join(' · ')}
      </div>
      <Problems row={row} />
    </div>
  );
}
