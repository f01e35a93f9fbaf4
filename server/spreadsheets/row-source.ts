import type { SheetCell, SheetRows } from './sheet-cell.ts';

type Row = readonly SheetCell[];

/** Rows that are taken in portions, each under the header. */
export interface RowSource {
  /** The header and the next rows, so many lines at most. */
  take(lines: number): AsyncIterable<Row>;
  /** Are there rows that nobody took yet? */
  hasMore(): Promise<boolean>;
}

/** Makes rows, the first one the header, a source of portions. */
export function rowSource(rows: SheetRows): RowSource {
  const iterator =
    Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  let header: Row | undefined;
  /** Read ahead, to know whether there is more. */
  let next: Row | undefined;
  const read = async (): Promise<Row | undefined> => {
    const ahead = next;
    next = undefined;
    if (ahead !== undefined) return ahead;
    const { done, value } = await iterator.next();
    return done === true ? undefined : value;
  };
  return {
    hasMore: async () => {
      next = await read();
      return next !== undefined;
    },
    async *take(lines) {
      let isCutOff = true;
      try {
        header ??= await read();
        if (header !== undefined) yield header;
        for (let line = 1; line < lines; line += 1) {
          const row = await read();
          if (row === undefined) break;
          yield row;
        }
        isCutOff = false;
      } finally {
        // Nobody reads on: whatever the rows come from is closed.
        if (isCutOff) await iterator.return?.();
      }
    },
  };
}
