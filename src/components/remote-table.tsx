import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { DataTable } from './data-table.tsx';
import { columnsFromFirstItem } from './data-table-column.ts';
import type { DataColumn, KeyReading } from './data-table-column.ts';
import { LoadProblem } from './load-problem.tsx';

/** The table's page size (spec 9). */
const PAGE_SIZE = 10;

/** What a remote table asks for: pages count from 1. */
export interface RemotePageQuery {
  page: number;
  pageSize: number;
  search: string;
}

/** A page of what matches, and how many there are in all. */
interface RemotePage<Row> {
  data: readonly Row[];
  totalCount: number;
}

/** Where a remote table's rows come from. */
export interface RemoteSource<Row> {
  /** Names the rows for the query client; whoever changes them invalidates it. */
  key: readonly unknown[];
  load: (query: RemotePageQuery, signal: AbortSignal) => Promise<RemotePage<Row>>;
  /** The query's meta, such as the signals after which the rows are read again. */
  meta?: Record<string, unknown>;
}

/** What a remote table takes. */
export interface RemoteTableProps<Row extends object> {
  name: string;
  label: string;
  source: RemoteSource<Row>;
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
 * be followed. It keeps page and words itself, so it also fits a dialog, which has no address.
 */
export function RemoteTable<Row extends object>(props: RemoteTableProps<Row>) {
  const { source } = props;
  const [asked, setAsked] = useState({ page: 1, search: '' });
  const query = useQuery({
    queryKey: [...source.key, asked],
    queryFn: ({ signal }) => source.load({ ...asked, pageSize: PAGE_SIZE }, signal),
    placeholderData: keepPreviousData,
    ...(source.meta && { meta: source.meta }),
  });
  const { data } = query;
  const lastPage = Math.max(1, Math.ceil((data?.totalCount ?? 0) / PAGE_SIZE));
  // Rows went away under the last page: there is no such page any more.
  if (data !== undefined && !query.isPlaceholderData && asked.page > lastPage)
    setAsked({ ...asked, page: lastPage });
  const derived = useKeptColumns(data?.data ?? [], props.readings);
  const columns = props.columns === 'firstItem' ? derived : props.columns;
  if (query.isError && data === undefined)
    return <LoadProblem error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <DataTable
      {...props}
      columns={columns}
      rows={data?.data}
      totalCount={data?.totalCount ?? 0}
      page={asked.page}
      pageSize={PAGE_SIZE}
      onPage={(page) => setAsked({ ...asked, page })}
      isFetching={query.isPlaceholderData}
      search={asked.search}
      onSearch={(search) => setAsked({ page: 1, search })}
      empty={asked.search === '' ? props.empty : undefined}
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
