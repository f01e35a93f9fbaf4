import type { ReactNode } from 'react';
import { sourceOf } from '../lib/answer-source.ts';
import { useText } from '../lib/texts/texts.ts';
import { DataTable } from './data-table.tsx';
import type { DataTableProps } from './data-table.tsx';
import { FilterBar } from './filter-bar.tsx';
import type { FilterField } from './filter-control.tsx';
import type { ListAnswer, ListState } from './list-state.ts';
import { ListExport } from './list-export-slot.tsx';
import { LoadProblem } from './load-problem.tsx';
import { PageSizeSelect } from './page-size.tsx';
import type { FilterAccess } from './use-url-filters.ts';
import classes from './list.module.css';

type OfTable =
  | 'name'
  | 'label'
  | 'columns'
  | 'rowLabel'
  | 'rowHref'
  | 'onOpenRow'
  | 'rowActions'
  | 'sumRows';
type OfChoice =
  | 'more'
  | 'selection'
  | 'onSelection'
  | 'bulkActions'
  | 'isPageOnly'
  | 'hasColumnChooser';

/** What a list takes: its rows from a call, where it stands, its columns and its filters. */
export interface ListProps<Row> extends Pick<DataTableProps<Row>, OfTable | OfChoice> {
  list: ListAnswer<Row>;
  state: ListState;
  /** Without it, a row's `_id`. */
  rowId?: (row: Row) => string;
  /** The search box's label; it stands for the filter `search`. */
  search?: string;
  fields?: readonly FilterField[];
  /** How many fields stand in the bar; the others are behind "More filters". */
  shownFields?: number;
  /** False where the screen exports its rows itself, or the list is a part of something else. True unless told. */
  hasExport?: boolean;
  /** Controls at the right end of the filter bar. */
  extra?: ReactNode;
  /** What stands between the filters and the rows: sums, notes. */
  children?: ReactNode;
  /** What stands under 'No Data Found': what would be here and what fills it. */
  empty?: ReactNode;
  /** The same while filters are on. */
  emptyFiltered?: ReactNode;
}

/** A list: search, filters, rows as a table or, on a phone, as cards; loading, empty, failed, without a network. */
export function List<Row extends object>(props: ListProps<Row>) {
  const { list, state, search, fields, shownFields, extra, children, ...own } = props;
  const { empty, emptyFiltered, hasExport = true, ...table } = own;
  const t = useText();
  const { data } = list;
  const source = hasExport && (data?.data.length ?? 0) > 0 ? sourceOf(data) : null;
  const { sort, setSort } = state;
  return (
    <div className={classes.list}>
      {hasFilters(state) && (search !== undefined || fields !== undefined) && (
        <Filters {...{ state, search, fields, shownFields, extra }} />
      )}
      {children}
      {list.isError && data === undefined ? (
        <LoadProblem error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <DataTable<Row>
          rowId={idOf}
          {...table}
          rows={data?.data}
          totalCount={data?.totalCount ?? 0}
          isCountExact={data?.isCountExact ?? true}
          page={state.page}
          onPage={state.setPage}
          pageSize={state.pageSize}
          isFetching={list.isPlaceholderData}
          {...(source !== null && {
            tools: <ListExport name={table.name} source={source} columns={table.columns} />,
          })}
          {...(sort !== undefined && setSort !== undefined && { sort, onSort: setSort })}
          empty={state.isFiltered === true ? (emptyFiltered ?? t('common.searchAgain')) : empty}
        />
      )}
    </div>
  );
}

const idOf = (row: object): string => String(Reflect.get(row, '_id'));

const hasFilters = (state: ListState): state is ListState & FilterAccess =>
  state.read !== undefined;

function Filters(props: {
  state: ListState & FilterAccess;
  search: string | undefined;
  fields: readonly FilterField[] | undefined;
  shownFields: number | undefined;
  extra: ReactNode;
}) {
  const { state, search, fields = [], shownFields, extra } = props;
  const { pageSize, setPageSize } = state;
  return (
    <FilterBar
      filters={state}
      fields={fields}
      {...(shownFields !== undefined && { shownFields })}
      {...(search !== undefined && { searchKey: 'search', searchLabel: search })}
      extra={
        setPageSize === undefined ? (
          extra
        ) : (
          <>
            {extra}
            <PageSizeSelect value={pageSize} onChange={setPageSize} />
          </>
        )
      }
    />
  );
}
