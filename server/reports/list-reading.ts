import { sql } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { readsWithin } from '../database/long-reads.ts';
import { readerOver } from '../http/list-handler.ts';
import type { SheetCell } from '../spreadsheets/sheet-cell.ts';
import { numbersMasked } from '../loans/loan-rows-service.ts';
import { isNote } from '../http/notes-for.ts';
import { maskedNumber } from './export-rules.ts';
import { watermarkLines } from './watermark-service.ts';
import type { AskedColumn, AskedList } from './list-asking.ts';
import { isPhone, lenderOf, listCell } from './list-cells.ts';
import type { ListRow } from './list-cells.ts';

/** Rows read at once. */
const PIECE = 5000;

/** A part of a list's rows, and how many there are in all. */
export interface ListPiece {
  readonly rows: readonly ListRow[];
  readonly total: number;
}

interface ListAnswer {
  readonly data: readonly ListRow[];
  readonly totalCount?: number;
  readonly isCountExact?: boolean;
  readonly pageSize?: number;
}

/**
 * All rows of a list in its order, in pieces, as its call answers them. `tx` is of one instant: no row is missed or comes
 * twice because something changed meanwhile.
 */
export async function* listPieces(
  context: Context,
  tx: Db,
  { call, actor, asked, isPaged }: AskedList,
  pieceSize = PIECE,
): AsyncGenerator<ListPiece, void, undefined> {
  const longReads = { ...context.longReads, ...readsWithin(tx) };
  const read = await readerOver({ ...context, db: tx, longReads }, call);
  for (let page = 1, seen = 0; ; page += 1) {
    const paged = isPaged ? { ...asked.query, page, pageSize: pieceSize } : asked.query;
    const answer = (await read(actor, { ...asked, query: paged })) as ListAnswer;
    const rows = answer.data;
    // A list that gives smaller pages than it is asked for would leave rows out.
    if (isPaged && answer.pageSize !== undefined && answer.pageSize !== pieceSize)
      throw new Error(`${call.name} gave a page of ${answer.pageSize} rows, not ${pieceSize}.`);
    seen += rows.length;
    yield { rows, total: Math.max(seen, answer.totalCount ?? seen) };
    const isEnd = answer.isCountExact !== false && seen >= (answer.totalCount ?? seen);
    if (!isPaged || rows.length === 0 || isEnd) return;
  }
}

/** The names of the lenders that want phone numbers masked for a role. */
async function maskingLenders(db: Db, { role }: Actor): Promise<ReadonlySet<string>> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select c.name from client_exports ce join clients c on c.id = ce.client_id
    where ${role} = any(ce.masked_roles)`);
  return new Set(rows.map(({ name }) => name));
}

/** Makes rows into lines, with what the lenders ask of files. */
export interface ListLines {
  readonly header: readonly SheetCell[];
  readonly line: (row: ListRow) => readonly SheetCell[];
  /** The last lines: the watermarks of the lenders whose rows there were. */
  readonly marks: () => Promise<readonly (readonly SheetCell[])[]>;
}

/** Begins the lines of a list's file. A row that names no lender is taken for one of every lender. */
export async function listLines(
  db: Db,
  { call, actor, columns }: AskedList,
  zone: string,
): Promise<ListLines> {
  const masking = await maskingLenders(db, actor);
  const maskOf = ({ path }: AskedColumn): ((text: string) => string) | undefined => {
    if (isPhone(call, path)) return maskedNumber;
    return isNote(path) ? (text) => numbersMasked(text, 'X') : undefined;
  };
  const masks = masking.size === 0 ? [] : columns.map(maskOf);
  const lenders = new Set<string>();
  let isOfAll = false;
  return {
    header: columns.map(({ title }) => title),
    line: (row) => {
      const lender = lenderOf(row);
      if (lender === null) isOfAll = true;
      else lenders.add(lender);
      const isMasked = lender === null || masking.has(lender);
      return columns.map((column, place) => {
        const cell = listCell(column, row, zone);
        const mask = isMasked && typeof cell === 'string' ? masks[place] : undefined;
        return mask === undefined || typeof cell !== 'string' ? cell : mask(cell);
      });
    },
    marks: async () =>
      lenders.size === 0 && !isOfAll
        ? []
        : watermarkLines(db, actor, zone, isOfAll ? [] : [...lenders]),
  };
}
