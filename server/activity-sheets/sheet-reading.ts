import { sheetFields } from '../../contract/sheet-mapping.ts';
import type { SheetKind, SheetMapping } from '../../contract/sheet-mapping.ts';
import type { FileKind } from '../spreadsheets/file-kind.ts';
import type { ColumnName } from '../spreadsheets/header-words.ts';
import type { HeaderFit } from '../spreadsheets/table-header.ts';
import { glanceAtTable, readTable } from '../spreadsheets/table-reader.ts';
import type { TableRows, TableWish } from '../spreadsheets/table-reader.ts';
import { suggestSheetMapping } from './sheet-synonyms.ts';

/** A file to be read as a sheet of a kind. */
export interface SheetSource {
  readonly path: string;
  readonly fileKind: FileKind;
  readonly kind: SheetKind;
  /** Null: the columns match themselves. */
  readonly mapping: SheetMapping | null;
  /** Which sheet of a workbook; null: the first that fits. */
  readonly sheetName: string | null;
}

/** A first look into a file. */
export interface SheetLook {
  /** The sheets of a workbook; none for a text file. */
  readonly sheets: readonly string[];
  readonly headers: readonly string[];
  /** The first rows that are not blank, by header. */
  readonly sample: readonly Record<string, string>[];
  readonly suggested: SheetMapping;
}

const sampleRows = 10;

function wishOf({ kind, mapping, sheetName }: SheetSource): TableWish {
  const judge = (columns: readonly ColumnName[]): HeaderFit => {
    const names = new Set(columns.map(({ name }) => name));
    const match = mapping ?? suggestSheetMapping(kind, columns);
    const known = Object.values(match).filter((column) => names.has(column)).length;
    const isWhole = sheetFields(kind).every(
      ([field, { required }]) => !required || names.has(match[field] ?? ''),
    );
    // Such sheets have few columns: two known ones are a header.
    return { known: known * 2, isWhole };
  };
  return { sheetName, judge };
}

/** All rows below the header that are not blank, streamed. Throws FileProblem when it can't be read or has none. */
export function sheetRows(source: SheetSource): AsyncGenerator<TableRows, void, undefined> {
  return readTable(source.path, source.fileKind, wishOf(source));
}

/** Looks at a file's first rows. Throws FileProblem when it is empty, has no rows or can't be read. */
export async function lookIntoFile(source: SheetSource): Promise<SheetLook> {
  const found = await glanceAtTable(source.path, source.fileKind, wishOf(source));
  const { header, sheets } = found;
  const sample = found.firstRows
    .slice(0, sampleRows)
    .map((row) =>
      Object.fromEntries(
        header.headers.map((name, index) => [
          name,
          (row.cells[header.positions[index] ?? 0] ?? '').slice(0, 200),
        ]),
      ),
    );
  const suggested = suggestSheetMapping(source.kind, header.columns);
  return { sheets, headers: header.headers, sample, suggested };
}
