import { useMemo } from 'react';
import { PAGE_MAX } from '../../contract/paging.ts';
import type { SortChange, TableSort } from './data-table-column.ts';
import { useAddress } from './use-address.ts';

/** What a filter holds: one text, several, a day (`YYYY-MM-DD`), whole rupees, or one of the words that are named. */
export type FilterKind = 'text' | 'list' | 'day' | 'amount' | readonly string[];

/** The filters of a list by name and kind; declare it once, outside the component. */
export type FilterDefinition = Readonly<Record<string, FilterKind>>;

/** Any filter's value; '' , [] and null mean not set. */
export type FilterValue = string | readonly string[] | number | null;

type ValueOf<Kind extends FilterKind> = Kind extends 'list'
  ? readonly string[]
  : Kind extends 'text'
    ? string
    : Kind extends 'amount'
      ? number | null
      : Kind extends readonly string[]
        ? Kind[number] | null
        : string | null;

/** The values of a list's filters: '' , [] and null mean not set. */
export type FilterValues<Definition extends FilterDefinition> = {
  readonly [Key in keyof Definition]: ValueOf<Definition[Key]>;
};

/** Reading and changing filters by name; what the filter bar works with. */
export interface FilterAccess {
  read: (key: string) => FilterValue;
  change: (patch: Readonly<Record<string, FilterValue>>) => void;
  clear: () => void;
  isFiltered: boolean;
  /** What the address asks for and nothing filters by: an old or mistyped link. */
  unread?: readonly string[];
}

/** What the address of a list names besides its filters: where the list stands, and which part or record of a screen is shown. */
const NO_FILTERS: ReadonlySet<string> = new Set(
  'page pageSize sort view tab by kind step run id device campaign category chart import report rule sheet'.split(
    ' ',
  ),
);

/** A list's state as the address holds it. */
export interface UrlFilters<Definition extends FilterDefinition> extends FilterAccess {
  values: FilterValues<Definition>;
  unread: readonly string[];
  /** Counts from 1. */
  page: number;
  setPage: (page: number, isNewEntry?: boolean) => void;
  sort: TableSort | null;
  setSort: (sort: TableSort | null | SortChange) => void;
}

/**
 * A list's filters, page and sort, kept in the address so that a link shows the same rows. A change of
 * filter or sort goes back to page 1 and replaces the history entry; a page change adds one.
 */
export function useUrlFilters<const Definition extends FilterDefinition>(
  definition: Definition,
): UrlFilters<Definition> {
  const [params, change] = useAddress();
  return useMemo(() => {
    const read = (key: string) => readValue(params, key, definition[key] ?? 'text');
    const isGiven = (key: string) => params.getAll(key).some((value) => value !== '');
    const keys = Object.keys(definition);
    return {
      // The mapped type cannot be built key by key without a cast; readValue keeps its promise.
      values: Object.fromEntries(keys.map((key) => [key, read(key)])) as FilterValues<Definition>,
      read,
      change: (patch) => change({ ...patch, page: null }),
      clear: () => change({ ...Object.fromEntries(keys.map((key) => [key, null])), page: null }),
      isFiltered: keys.some(isGiven),
      unread: [...new Set(params.keys())].filter(
        (key) =>
          isGiven(key) && !NO_FILTERS.has(key) && !isSet(key in definition ? read(key) : null),
      ),
      page: Math.min(PAGE_MAX, Math.max(1, Math.trunc(Number(params.get('page'))) || 1)),
      setPage: (page, isNewEntry = true) =>
        change({ page: page > 1 ? page : null }, { isNewEntry }),
      sort: readSort(params.get('sort')),
      setSort: (sort) =>
        change((current) => {
          const next = typeof sort === 'function' ? sort(readSort(current.get('sort'))) : sort;
          return { sort: next && `${next.direction === 'desc' ? '-' : ''}${next.key}`, page: null };
        }),
    };
  }, [definition, params, change]);
}

/** Does a filter hold anything? */
export const isSet = (value: FilterValue): boolean =>
  value !== null && value !== '' && !(typeof value === 'object' && value.length === 0);

function readValue(params: URLSearchParams, key: string, kind: FilterKind): FilterValue {
  if (kind === 'list') return params.getAll(key).filter((value) => value !== '');
  const text = params.get(key) ?? '';
  if (kind === 'text') return text;
  if (typeof kind === 'object') return kind.includes(text) ? text : null;
  if (kind === 'day') return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : null;
  return /^-?\d+$/.test(text) ? Number(text) : null;
}

function readSort(text: string | null): TableSort | null {
  if (text === null || text === '') return null;
  return text.startsWith('-')
    ? { key: text.slice(1), direction: 'desc' }
    : { key: text, direction: 'asc' };
}
