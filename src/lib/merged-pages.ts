/** A list read page after page. */
export interface MergedPages<Row> {
  readonly rows: readonly Row[];
  /** A page came empty: there is nothing behind it (spec 4.5). */
  readonly isLastPage: boolean;
}

/**
 * Merges pages by `_id` (spec 4.5). While pages are read, others work: a row that moved down comes a second time with the
 * next page. It stays where it was first seen, as it was last told.
 */
export function mergePages<Row extends { readonly _id: string }>(
  pages: readonly (readonly Row[])[],
): MergedPages<Row> {
  const merged = new Map<string, Row>();
  for (const row of pages.flat()) merged.set(row._id, row);
  return { rows: [...merged.values()], isLastPage: pages.some((page) => page.length === 0) };
}
