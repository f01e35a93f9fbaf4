/** A cell to be written: text, a number, a day (`YYYY-MM-DD`), or nothing. */
export type SheetCell = string | number | null | { readonly day: string };

/** Rows to be written, the first one being the header. */
export type SheetRows = Iterable<readonly SheetCell[]> | AsyncIterable<readonly SheetCell[]>;
