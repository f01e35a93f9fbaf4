import { useMemo, useState } from 'react';
import type { BulkPeopleAnswer } from '../../../contract/person.ts';
import { textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { fileWords } from '../../lib/file-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './people.module.css';

/** One row of a sheet as the server read it. */
export type SheetRow = BulkPeopleAnswer['rows'][number];

const PAGE_SIZE = 10;

/** The rows of a sheet with what is wrong with them, those to be mended first. */
export function SheetRows({ rows }: { rows: readonly SheetRow[] }) {
  const t = useText();
  const columns = useRowColumns();
  const [page, setPage] = useState(1);
  const sorted = useMemo(
    () => [...rows].sort((a, b) => Number(isRight(a)) - Number(isRight(b)) || a.row - b.row),
    [rows],
  );
  return (
    <DataTable<SheetRow>
      name="people-sheet"
      label={t('people.sheet.rows')}
      columns={columns}
      rows={sorted.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
      rowId={(row) => String(row.row)}
      rowLabel={(row) => row.fullName}
      totalCount={sorted.length}
      page={page}
      onPage={setPage}
      pageSize={PAGE_SIZE}
      hasColumnChooser={false}
    />
  );
}

const isRight = (row: SheetRow) => row.problems.length === 0;

function useRowColumns(): DataColumn<SheetRow>[] {
  const t = useText();
  return [
    textColumn('row', t('words.row'), (row) => row.row, { card: 'aside', align: 'right' }),
    {
      key: 'result',
      card: 'line',
      title: t('people.sheet.result'),
      render: (row) => <RowResult row={row} />,
    },
    textColumn('role', t('words.role'), (row) => row.role || '–', { card: 'line' }),
    textColumn('fullName', t('people.fullName'), (row) => row.fullName || '–', { card: 'title' }),
    textColumn('username', t('people.username'), (row) => row.username || '–'),
    textColumn('email', t('login.email'), (row) => row.email || '–'),
    textColumn('manager', t('people.manager'), (row) => row.manager || '–'),
  ];
}

function RowResult({ row }: { row: SheetRow }) {
  const t = useText();
  if (isRight(row)) return <StatusChip tone="good" label={t('people.sheet.right')} />;
  return (
    <ul className={classes.problems}>
      {row.problems.map(({ column, reason }) => (
        <li key={`${column} ${reason}`}>
          {column === '' ? fileWords(reason) : `${column}: ${fileWords(reason)}`}
        </li>
      ))}
    </ul>
  );
}
