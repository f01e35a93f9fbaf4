import { useMemo, useState } from 'react';
import type { BulkPeopleAnswer } from '../../../contract/person.ts';
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
    {
      key: 'row',
      card: 'aside',
      title: t('people.sheet.row'),
      align: 'right',
      render: (row) => row.row,
    },
    {
      key: 'result',
      card: 'line',
      title: t('people.sheet.result'),
      render: (row) => <RowResult row={row} />,
    },
    { key: 'role', card: 'line', title: t('people.role'), render: (row) => row.role || '–' },
    {
      key: 'fullName',
      card: 'title',
      title: t('people.fullName'),
      render: (row) => row.fullName || '–',
    },
    { key: 'username', title: t('people.username'), render: (row) => row.username || '–' },
    { key: 'email', title: t('people.email'), render: (row) => row.email || '–' },
    { key: 'manager', title: t('people.manager'), render: (row) => row.manager || '–' },
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
