import type { ReactNode } from 'react';

/** One column of a data table. */
export interface DataColumn<Row> {
  /** Stable name: kept in the column choice and sent as the sort field. */
  key: string;
  title: string;
  render: (row: Row) => ReactNode;
  /** Figures stand at the right. */
  align?: 'left' | 'right';
  isSortable?: boolean;
  /** Not shown until chosen in the column chooser. */
  isHiddenAtFirst?: boolean;
  /** Cannot be hidden (the column that names the row). */
  isFixed?: boolean;
  /** CSS width, e.g. `12rem`. */
  width?: string;
}

/** A server sort: the column's key and direction. */
export interface TableSort {
  key: string;
  direction: 'asc' | 'desc';
}

/** A selection over pages: rows by id, or every row that matches the filters. */
export interface TableSelection {
  ids: ReadonlySet<string>;
  isAllMatching: boolean;
}

/** Nothing selected. */
export const NO_SELECTION: TableSelection = { ids: new Set(), isAllMatching: false };

/** How many rows a selection stands for. */
export function selectedCount(selection: TableSelection, totalCount: number): number {
  return selection.isAllMatching ? totalCount : selection.ids.size;
}

/** Columns from the first item's keys (spec 2.5, missed alerts); none when there is no item. */
export function columnsFromFirstItem(
  items: readonly Readonly<Record<string, unknown>>[],
): DataColumn<Readonly<Record<string, unknown>>>[] {
  return Object.keys(items[0] ?? {}).map((key) => ({
    key,
    title: key,
    render: (item) => {
      const value = item[key];
      return typeof value === 'string' || typeof value === 'number' ? value : '';
    },
  }));
}

/** The page numbers around the current one: a window of three (spec 2.5), first page is 1. */
export function pageWindow(page: number, pageCount: number, size = 3): number[] {
  const length = Math.min(size, pageCount);
  const first = Math.max(1, Math.min(page - Math.floor(size / 2), pageCount - length + 1));
  return Array.from({ length }, (_, index) => first + index);
}
