import { useState } from 'react';
import type { ReactNode } from 'react';
import { DataTable } from './data-table.tsx';
import { columnsFromFirstItem } from './data-table-column.ts';
import type { DataColumn, KeyReading } from './data-table-column.ts';
import type { ListAnswer } from './list-state.ts';
import { LoadProblem } from './load-problem.tsx';

/** The rows of a remote table, and where in them it stands. */
interface RemoteRows<Row> {
  readonly list: ListAnswer<Row>;
  /** Counts from 1. */
  readonly page: number;
  readonly setPage: (page: number) => void;
  readonly pageSize: number;
  readonly search: string;
  readonly setSearch: (search: string) => void;
}

/** What a remote table takes. */
export interface RemoteTableProps<Row extends object> {
  name: string;
  label: string;
  from: RemoteRows<Row>;
  /** `firstItem`: the keys of the first item are the headings, as read by `readings`. Empty: 'No columns Available'. */
  columns: readonly DataColumn<Row>[] | 'firstItem';
  readings?: Readonly<Record<string, KeyReading>>;
  rowId: (row: Row) => string;
  rowLabel: (row: Row) => string;
  rowHref?: (row: Row) => string;
  onOpenRow?: (row: Row) => void;
  rowActions?: (row: Row) => ReactNode;
  /** What stands under 'No Data Found' when nothing is there and nothing was searched. */
  empty?: ReactNode;
}

/**
 * The reusable table of the spec (2.5, 9): search, rows from elsewhere, ten a page, a window of three pages, rows that can
 * be followed.
 */
export function RemoteTable<Row extends object>(props: RemoteTableProps<Row>) {
  const { from, ...table } = props;
  const { list, search } = from;
  const { data } = list;
  const derived = useKeptColumns(data?.data ?? [], props.readings);
  const columns = props.columns === 'firstItem' ? derived : props.columns;
  if (list.isError && data === undefined)
    return <LoadProblem error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <DataTable
      {...table}
      columns={columns}
      rows={data?.data}
      totalCount={data?.totalCount ?? 0}
      page={from.page}
      pageSize={from.pageSize}
      onPage={from.setPage}
      isFetching={list.isPlaceholderData}
      search={search}
      onSearch={from.setSearch}
      empty={search === '' ? props.empty : undefined}
    />
  );
}

/** Headings once seen stay when a search leaves no item to read them from. */
function useKeptColumns<Row extends object>(
  rows: readonly Row[],
  readings: RemoteTableProps<Row>['readings'],
): readonly DataColumn<Row>[] {
  const [seen, setSeen] = useState<Row | null>(null);
  const first = rows[0] ?? null;
  if (first !== null && first !== seen) setSeen(first);
  const item = first ?? seen;
  return columnsFromFirstItem(item === null ? [] : [item], readings);
}
