import type { ReactNode } from 'react';

/**
 * Where a column stands on a phone's card. `title`: what names the row, at the top. `aside`: right of it (a state, an
 * amount). `line`: a line of its own. `fact`: with its title, beside other facts; left out while there is nothing to tell.
 */
export type CardPlace = 'title' | 'aside' | 'line' | 'fact' | 'hidden';

/** A column of a list's file. */
export interface FileField<Row> {
  /** Reads one field of the row, nothing else: which one, is found out by calling it. */
  of: (row: Row) => unknown;
  /** Without it, the column's title for its first field, the catalogue's name of the field for the others. */
  title?: string;
  /** A number that is an amount in rupees. */
  isMoney?: true;
  /** A number that is an amount in paise: the file has it in rupees. */
  isPaise?: true;
  /** What the field's codes are called: those that the contract names, or those that are given here; '' is an empty field. */
  words?: ((code: string) => string) | Readonly<Record<string, string>>;
}

/** One column of a data table. */
export interface DataColumn<Row> {
  /** Stable name: kept in the column choice and sent as the sort field. */
  key: string;
  title: string;
  /** What the column means, shown on hover over its title. */
  hint?: string;
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
  /**
   * What stands for the column in a file of the list. Without it, the fields that `render` shows are found out
   * (`list-file.ts`), which can't look into other components than those that show figures, chips and lines; [] for nothing.
   */
  file?: readonly FileField<Row>[];
  /** Without it, what cannot be hidden is the title, what is hidden at first is left out, all else a fact. */
  card?: CardPlace;
}

/** Where a column stands on a card. */
export function cardPlace({
  card,
  isFixed,
  isHiddenAtFirst,
}: Pick<DataColumn<never>, 'card' | 'isFixed' | 'isHiddenAtFirst'>): CardPlace {
  return card ?? (isFixed === true ? 'title' : isHiddenAtFirst === true ? 'hidden' : 'fact');
}

/** A server sort: the column's key and direction. */
export interface TableSort {
  key: string;
  direction: 'asc' | 'desc';
}

/** The order that a click on a head asks for, from the one that stands by then. */
export type SortChange = (current: TableSort | null) => TableSort;

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

/** How a key of the items reads as a column. */
export interface KeyReading {
  title?: string;
  /** A value in words; without it texts and numbers are shown as they are. */
  render?: (value: unknown) => ReactNode;
  isHiddenAtFirst?: boolean;
  card?: CardPlace;
}

/**
 * Columns from the first item's keys (spec 2.5, missed alerts), in their order; none when there is no item. A key without
 * a reading is its own heading.
 */
export function columnsFromFirstItem<Item extends object>(
  items: readonly Item[],
  readings: Readonly<Record<string, KeyReading>> = {},
): DataColumn<Item>[] {
  return Object.keys(items[0] ?? {}).map((key) => {
    const { title = key, render = plain, isHiddenAtFirst = false, card } = readings[key] ?? {};
    const column: DataColumn<Item> = {
      key,
      title,
      isHiddenAtFirst,
      render: (item) => render(Reflect.get(item, key)),
    };
    if (card !== undefined) column.card = card;
    return column;
  });
}

const plain = (value: unknown): ReactNode =>
  typeof value === 'string' || typeof value === 'number' ? value : '';

/** The page numbers around the current one: a window of three (spec 2.5), first page is 1. */
export function pageWindow(page: number, pageCount: number, size = 3): number[] {
  const length = Math.min(size, pageCount);
  const first = Math.max(1, Math.min(page - Math.floor(size / 2), pageCount - length + 1));
  return Array.from({ length }, (_, index) => first + index);
}
