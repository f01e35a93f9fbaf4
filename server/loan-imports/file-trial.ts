import { IMPORT_FIELD_NAMES } from '../../contract/import-mapping.ts';
import type { ImportField, ImportMapping } from '../../contract/import-mapping.ts';
import { TRIAL_ROWS } from '../../contract/loan-mapping.ts';
import type { PendingLoan } from '../../contract/loan-import.ts';
import type { FileKind } from '../spreadsheets/file-kind.ts';
import { checkRows, firstRows } from './file-reading.ts';
import { missingFields } from './row-checking.ts';
import type { CheckedRow } from './row-checking.ts';
import type { TableHeader } from '../spreadsheets/table-header.ts';

/** A mapping to be tried on a file. */
export interface TrialTask {
  readonly path: string;
  readonly kind: FileKind;
  readonly mapping: ImportMapping;
  /** The sheet of a workbook; null: the first with rows. */
  readonly sheetName: string | null;
}

/** What a mapping makes of a file's first rows. */
export interface FileTrial {
  readonly headers: string[];
  readonly sheets: string[];
  readonly sheetName: string | null;
  readonly absentColumns: string[];
  readonly missingFields: ImportField[];
  readonly rows: number;
  readonly goodRows: number;
  readonly failedRows: number;
  readonly duplicateRows: number;
  readonly good: PendingLoan[];
  readonly refused: PendingLoan[];
}

const shownGood = 5;
const shownRefused = 50;

function toShown(checked: CheckedRow): PendingLoan {
  const values = Object.fromEntries(
    IMPORT_FIELD_NAMES.flatMap((field, index) => {
      const value = checked.values[index];
      return value === null || value === undefined ? [] : [[field, value]];
    }),
  );
  const problems = (checked.problems ?? []).map(({ column, value, reason }) => ({
    row: checked.number,
    column,
    value,
    reason,
  }));
  return {
    row: checked.number,
    outcome: checked.outcome,
    values,
    rounded: { ...checked.rounded },
    dueBefore: null,
    dueAfter: null,
    before: {},
    problems,
  };
}

/**
 * Checks the first rows of a file against a mapping, as an upload would check all of them. Columns that the file lacks are
 * told, not refused. Throws FileProblem when the file can't be read or has no rows.
 */
export async function tryFile(task: TrialTask): Promise<FileTrial> {
  const { mapping } = task;
  const { header, rows, sheets, sheetName, isDate1904 } = await firstRows(
    task.path,
    task.kind,
    { mapping, sheetName: task.sheetName },
    TRIAL_ROWS,
  );
  const known = new Set(header.headers);
  const fitting = Object.fromEntries(
    Object.entries(mapping).filter(([, column]) => known.has(column)),
  ) as ImportMapping;
  const checked = checkRows(header, fitting, rows, isDate1904);
  const of = (outcome: CheckedRow['outcome']) => checked.filter((row) => row.outcome === outcome);
  const good = of('NEW');
  const missing = missingFields(fitting);
  return {
    headers: [...header.headers],
    sheets: [...sheets],
    sheetName,
    absentColumns: Object.values(mapping).filter((column) => !known.has(column)),
    missingFields: missing,
    rows: checked.length,
    // Without a needed field no row can be stored, whatever its other cells say.
    goodRows: missing.length > 0 ? 0 : good.length,
    failedRows: of('FAILED').length,
    duplicateRows: of('DUPLICATE').length,
    good: (missing.length > 0 ? [] : good).slice(0, shownGood).map(toShown),
    refused: checked
      .filter((row) => row.outcome !== 'NEW')
      .slice(0, shownRefused)
      .map(toShown),
  };
}

/** What a mapping makes of a file's first rows, by header: as `tryFile`, but without the file. Columns that they lack are passed over. */
export function previewRows(
  mapping: ImportMapping,
  sample: readonly Readonly<Record<string, string>>[],
  numbers: readonly number[] = [],
): PendingLoan[] {
  const headers = [...new Set(sample.flatMap((row) => Object.keys(row)))];
  const header: TableHeader = {
    rowNumber: 0,
    headers,
    columns: headers.map((name) => ({ name })),
    positions: headers.map((_, at) => at),
    placed: [],
    unnamed: [],
    width: headers.length,
  };
  const rows = sample.map((row, at) => ({
    number: numbers[at] ?? at + 1,
    cells: headers.map((name) => row[name] ?? ''),
  }));
  return checkRows(header, mapping, rows, false).map(toShown);
}
