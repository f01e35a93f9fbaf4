import type { SheetRow } from './sheet-row.ts';

/** One sheet of an open file. */
export interface OpenSheet {
  /** Null for a text file. */
  readonly name: string | null;
  /** Its rows in batches, blank ones included, from the beginning. Throws FileProblem when it can't be read. */
  rows(): AsyncGenerator<SheetRow[], void, undefined>;
  /** About how many rows it has, the header included: for a progress bar until the true count is known. 0: no idea. */
  estimateRows(): Promise<number>;
}

/** An open spreadsheet file; the opener closes it. */
export interface OpenFile {
  readonly sheets: readonly OpenSheet[];
  /** Its day numbers count from 1904 instead of 1900. */
  readonly isDate1904: boolean;
  close(): Promise<void>;
}
