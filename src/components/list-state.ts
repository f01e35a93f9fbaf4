import { useMemo, useState } from 'react';
import type { z } from 'zod';
import { rangeProblems } from '../../contract/ranges.ts';
import type { SortChange, TableSort } from './data-table-column.ts';
import { noteSource, sourceOf } from '../lib/answer-source.ts';
import { sortText } from './given-filters.ts';
import { useUrlPageSize } from './page-size.tsx';
import { isSet, useUrlFilters } from './use-url-filters.ts';
import type { FilterAccess, FilterDefinition, FilterValue, UrlFilters } from './use-url-filters.ts';

/** A page of rows as its query has it. */
export interface ListAnswer<Row> {
  readonly data:
    | {
        readonly data: readonly Row[];
        readonly totalCount: number;
        readonly isCountExact?: boolean;
      }
    | undefined;
  readonly isError: boolean;
  readonly error: unknown;
  readonly isPlaceholderData: boolean;
  readonly refetch: () => Promise<unknown>;
}

/** Where a list stands: its page and, where it has them, order, page size and filters. */
export interface ListState extends Partial<FilterAccess> {
  /** Counts from 1. */
  readonly page: number;
  readonly setPage: (page: number, isNewEntry?: boolean) => void;
  readonly pageSize: number;
  readonly setPageSize?: (pageSize: number) => void;
  readonly sort?: TableSort | null;
  readonly setSort?: (change: SortChange) => void;
}

/** A list's state as the address holds it, and what its call is asked for. */
export type UrlListState<Definition extends FilterDefinition, Asked> = UrlFilters<Definition> &
  ListState & { readonly asked: Asked };

/** How a list pages: whether the person may choose how many rows a page has. */
interface PageRows {
  readonly isSizeChosen?: boolean;
}

/** The table's page size (spec 9). */
export const TABLE_PAGE_SIZE = 10;

/**
 * The state of a list in the address. `asked` is what the list's call takes as its query: filters by their names, page and
 * order; what the call would refuse (an address typed by hand, an old link) is left out, and told (`unread`).
 */
export function useListState<const Definition extends FilterDefinition, Query extends z.ZodObject>(
  query: Query,
  definition: Definition,
  { isSizeChosen = false }: PageRows = {},
): UrlListState<Definition, z.input<Query>> {
  const url = useUrlFilters(definition);
  const [chosen, setPageSize] = useUrlPageSize();
  const pageSize = isSizeChosen ? chosen : TABLE_PAGE_SIZE;
  return useMemo(() => {
    const given = Object.fromEntries(Object.keys(definition).map((key) => [key, url.read(key)]));
    const asked = takenBy(query, { ...given, ...sortText(url.sort) });
    const isLeftOut = (key: string) => key in query.shape && !(key in asked);
    const leftOut = Object.keys(given).filter((key) => isSet(url.read(key)) && isLeftOut(key));
    return {
      ...url,
      unread: [...url.unread, ...leftOut],
      sort: 'sort' in asked ? url.sort : null,
      pageSize,
      ...(isSizeChosen && { setPageSize }),
      // Each key was tried against the query's own schema.
      asked: { ...asked, page: url.page, pageSize } as z.input<Query>,
    };
  }, [definition, isSizeChosen, pageSize, query, setPageSize, url]);
}

/** A text longer than its call takes is cut to what every call takes. */
const LONGEST_TEXT = 60;

/** Those of the values that a call's query takes. */
function takenBy(
  { shape }: z.ZodObject,
  values: Readonly<Record<string, FilterValue>>,
): Record<string, unknown> {
  const taken = Object.entries(values).flatMap(([key, value]) => {
    if (value === null || value === '') return [];
    const takes = (one: unknown) => shape[key]?.safeParse(one).success === true;
    const forms =
      typeof value === 'object'
        ? [value, value.filter((one) => takes([one]))]
        : [value, String(value), String(value).slice(0, LONGEST_TEXT)];
    const form = forms.find((one) => String(one) !== '' && takes(one));
    return form === undefined ? [] : [[key, form] as const];
  });
  const asked = Object.fromEntries(taken);
  // Of a range whose end lies before its beginning, the beginning stays.
  const backwards = new Set(rangeProblems(asked).map(({ path }) => path));
  return Object.fromEntries(Object.entries(asked).filter(([key]) => !backwards.has(key)));
}

/** The page of a list that has no address: in a dialog, or beside another list. */
export function useOwnPage(pageSize: number = TABLE_PAGE_SIZE): ListState {
  const [page, setPage] = useState(1);
  return { page, setPage, pageSize };
}

/** A page of rows that came all at once. */
export function pageOfAll<Row>(
  all: Omit<ListAnswer<Row>, 'data'> & { data: readonly Row[] | undefined },
  { page, pageSize }: Pick<ListState, 'page' | 'pageSize'>,
): ListAnswer<Row> {
  const rows = all.data;
  const data = rows && {
    data: rows.slice((page - 1) * pageSize, page * pageSize),
    totalCount: rows.length,
  };
  const source = sourceOf(rows);
  if (source !== null) noteSource(data, source);
  return { ...all, data };
}
