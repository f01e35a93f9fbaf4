import { Skeleton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { ReactNode, MouseEvent, RefObject } from 'react';
import { useText } from '../lib/texts/texts.ts';
import { DataTableCards } from './data-table-cards.tsx';
import type { DataColumn, TableSelection, SortChange, TableSort } from './data-table-column.ts';
import { DataTableGrid } from './data-table-grid.tsx';
import { DataTablePages } from './data-table-pages.tsx';
import type { MoreRows } from './data-table-pages.tsx';
import { DataTableTools } from './data-table-tools.tsx';
import { useDataTable } from './use-data-table.ts';
import { UnderNoData } from './screen-state.tsx';
import { usePhone } from './use-phone.ts';
import classes from './data-table.module.css';
import { useLocation } from 'react-router-dom';
import { headingOf, isFocusLost } from './focus-heir.ts';

/** By which link each list was left last, until somebody is back at it. */
const leftBy = new Map<string, string>();

/**
 * For a list whose rows lead to other screens: whoever comes back stands at the row that was opened, or at the list's
 * heading when it is no longer there. `isShown`: its rows have come.
 */
function useOpenedRow(
  name: string,
  isShown: boolean,
): { ref: RefObject<HTMLDivElement | null>; onClick: (event: MouseEvent) => void } {
  const { pathname } = useLocation();
  const list = `${pathname} ${name}`;
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const href = leftBy.get(list);
    if (!isShown || href === undefined || ref.current === null) return;
    leftBy.delete(list);
    // Somewhere else by now: it stays there.
    if (!isFocusLost()) return;
    const links = [...ref.current.querySelectorAll<HTMLElement>('a[href]')];
    const opened = links.find((each) => each.getAttribute('href') === href);
    (opened ?? headingOf(ref.current))?.focus();
  }, [list, isShown]);
  return {
    ref,
    onClick: ({ target }) => {
      const link = target instanceof Element ? target.closest('a[href]') : null;
      const href = link?.getAttribute('href') ?? null;
      if (href !== null) leftBy.set(list, href);
    },
  };
}

/** The table's page size (spec 9). */
const TABLE_PAGE_SIZE = 10;

/** What a data table takes. Rows are one page from the server; the table fetches nothing itself. */
export interface DataTableProps<Row> {
  /** Names the table for screen readers and for what is kept (column choice). */
  name: string;
  label: string;
  columns: readonly DataColumn<Row>[];
  /** This page's rows; undefined while the first page is on its way. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** A row in words, for its check box and link ("Asha Patil, LN-1001"). */
  rowLabel: (row: Row) => string;
  totalCount: number;
  /** False: more match than are counted, `totalCount` says about how many. */
  isCountExact?: boolean;
  /** The rows are pages merged; the foot reads on instead of turning pages. */
  more?: MoreRows;
  /** Counts from 1. */
  page: number;
  /** `isNewEntry` false: Back does not lead to the page that is left. */
  onPage: (page: number, isNewEntry?: boolean) => void;
  pageSize?: number;
  /** Old rows stay on screen, dimmed, while the next page is on its way. */
  isFetching?: boolean;
  /** Where a row leads: the row becomes a link. Null: this one leads nowhere. */
  rowHref?: (row: Row) => string | null;
  /** Told when a row's link is followed, by pointer or by key. */
  onOpenRow?: (row: Row) => void;
  sort?: TableSort | null;
  onSort?: (change: SortChange) => void;
  selection?: TableSelection;
  onSelection?: (selection: TableSelection) => void;
  /** Buttons for the selected rows. */
  bulkActions?: ReactNode;
  /** What is done with selected rows needs each of them: all that match can not be selected. */
  isPageOnly?: boolean;
  /** Shows the search box; the text lives with the caller (usually in the address). */
  search?: string;
  onSearch?: (search: string) => void;
  /** The column chooser is shown unless this is false. */
  hasColumnChooser?: boolean;
  /** Buttons above the table, left of the column chooser. */
  tools?: ReactNode;
  /** So many of the rows, the last ones, are sums: they are not counted among what is shown. */
  sumRows?: number;
  /** Row actions at the right end. */
  rowActions?: (row: Row) => ReactNode;
  /** What stands under 'No Data Found' when there are no rows: what would be here and what fills it. */
  empty?: ReactNode;
}

/** The product's table (spec 2.5): search, remote pages of ten, links, selection, cards on a phone. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const isPhone = usePhone();
  const model = useDataTable(props);
  const opened = useOpenedRow(props.name, props.rows !== undefined);
  useLastPage(props);
  const isEmpty = props.rows?.length === 0 && (props.page === 1 || props.more !== undefined);
  const body =
    isPhone && props.columns.length > 0 ? (
      <DataTableCards {...props} />
    ) : (
      <DataTableGrid {...props} shown={shownOf(props)} table={model.table} />
    );
  return (
    <div
      className={classes.frame}
      aria-busy={props.isFetching === true || props.rows === undefined}
      {...opened}
    >
      <DataTableTools {...props} table={model.table} onResetColumns={model.resetColumns} />
      {props.rows === undefined && isPhone ? (
        <CardSkeletons rows={props.pageSize ?? TABLE_PAGE_SIZE} />
      ) : (
        body
      )}
      {isEmpty && props.columns.length > 0 && <EmptyRows empty={props.empty} />}
      <DataTablePages
        label={props.label}
        page={props.page}
        pageSize={props.pageSize ?? TABLE_PAGE_SIZE}
        shown={props.rows && shownOf(props)}
        totalCount={props.totalCount}
        isCountExact={props.isCountExact}
        more={props.more}
        onPage={props.onPage}
      />
    </div>
  );
}

/** A page that is no longer there (its last row went, an old link) gives way to the last one that is. */
function useLastPage<Row>(props: DataTableProps<Row>): void {
  const { rows, page, pageSize = TABLE_PAGE_SIZE, totalCount, more, onPage } = props;
  const isGone = rows?.length === 0 && page > 1 && more === undefined && props.isFetching !== true;
  const last = Math.min(page - 1, Math.max(1, Math.ceil(totalCount / pageSize)));
  useEffect(() => {
    if (isGone) onPage(last, false);
  }, [isGone, last, onPage]);
}

function EmptyRows({ empty }: { empty: ReactNode }) {
  const t = useText();
  return (
    <div className={classes.empty}>
      <p>{t('table.noData')}</p>
      <UnderNoData value>{empty}</UnderNoData>
    </div>
  );
}

function CardSkeletons({ rows }: { rows: number }) {
  return (
    <div className={classes.cards} aria-hidden>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={92} radius="lg" />
      ))}
    </div>
  );
}

/** How many of its rows a table shows; sums under them are none. */
function shownOf<Row>({ rows = [], sumRows = 0 }: DataTableProps<Row>): number {
  return Math.max(0, rows.length - sumRows);
}
