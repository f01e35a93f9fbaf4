import { isSet } from './use-url-filters.ts';
import type { FilterDefinition, FilterValues } from './use-url-filters.ts';

type Given<Value> = Value extends readonly string[] ? string[] : Exclude<Value, null>;

/** The filters that are set, without those that are not: '', [] and null are left out. */
export type GivenFilters<Definition extends FilterDefinition> = {
  -readonly [Key in keyof Definition]?: Given<FilterValues<Definition>[Key]>;
};

/** The filters that are set, in the shape that calls take as their query. */
export function givenFilters<Definition extends FilterDefinition>(
  values: FilterValues<Definition>,
): GivenFilters<Definition> {
  const set = Object.entries(values).filter(([, value]) => isSet(value));
  // Object.fromEntries forgets the keys' types; only keys of `values` are in it.
  return Object.fromEntries(set) as GivenFilters<Definition>;
}

/** A table's sort as the calls take it: the column, `-` before it for descending. */
export function sortText(sort: { key: string; direction: 'asc' | 'desc' } | null): {
  sort?: string;
} {
  if (sort === null) return {};
  return { sort: `${sort.direction === 'desc' ? '-' : ''}${sort.key}` };
}
