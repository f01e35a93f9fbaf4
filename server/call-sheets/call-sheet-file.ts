import type { SheetMapping } from '../../contract/sheet-mapping.ts';
import type { FileKind } from '../spreadsheets/file-kind.ts';
import { readTable } from '../spreadsheets/table-reader.ts';
import { callRowChecker } from './call-row-check.ts';
import type { CallDates, CallRowCheck } from './call-row-check.ts';
import { callSheetWish } from './call-sheet-columns.ts';
import type { FileRows } from '../jobs/file-rows.ts';

/** What to read and check. */
export interface CallSheetTask {
  readonly sheetId: string;
  readonly path: string;
  readonly fileKind: FileKind;
  readonly mapping: SheetMapping;
  readonly sheetName: string | null;
  readonly dates: CallDates;
}

/** What a call sheet that was read to its end came to. */
export interface CallSheetRead {
  readonly rows: number;
  /** Its days turned out to start with the month: it asks for a second reading. */
  readonly isOtherOrder: boolean;
}

/** Large enough to make few messages, small enough to show progress. */
const pieceCharacters = 262_144;

/**
 * Reads and checks a whole call sheet, streamed: yields its rows in pieces for COPY and returns what it came to. Throws
 * FileProblem when it can't be read to its end or has no rows.
 */
export async function* readCallSheet(
  task: CallSheetTask,
): AsyncGenerator<FileRows, CallSheetRead, undefined> {
  let rowCheck: CallRowCheck | null = null;
  let rows = 0;
  let text = '';
  const wish = callSheetWish(task.mapping, task.sheetName);
  for await (const table of readTable(task.path, task.fileKind, wish)) {
    rowCheck ??= callRowChecker(task.sheetId, table.header, task.mapping, task.dates);
    for (const row of table.rows) {
      text += rowCheck.check(row);
      rows += 1;
      if (text.length < pieceCharacters) continue;
      yield { lines: new TextEncoder().encode(text), rows, expectedRows: table.expectedRows };
      text = '';
    }
  }
  if (text !== '') yield { lines: new TextEncoder().encode(text), rows, expectedRows: 0 };
  return { rows, isOtherOrder: rowCheck?.isOtherOrder() ?? false };
}
