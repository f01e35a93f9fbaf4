import { CALL_SHEET_FIELDS, CALL_SHEET_REQUIRED } from '../../contract/call-sheet.ts';
import type { CallSheetField } from '../../contract/call-sheet.ts';
import type { SheetMapping } from '../../contract/sheet-mapping.ts';
import type { FileKind } from '../spreadsheets/file-kind.ts';
import { headerMatcher } from '../spreadsheets/header-words.ts';
import type { ColumnName } from '../spreadsheets/header-words.ts';
import { glanceAtTable } from '../spreadsheets/table-reader.ts';
import type { TableWish } from '../spreadsheets/table-reader.ts';

/** What dialers call the columns of their call sheets; the best first. */
const SYNONYMS: Readonly<Record<CallSheetField, readonly string[]>> = {
  Call_ID: ['convoxid', 'convox id', 'call id', 'unique id', 'call uuid', 'session id', 'lead id'],
  Number: [
    'dialled number',
    'dialed number',
    'customer number',
    'phone number',
    'mobile number',
    'phone',
    'mobile',
    'destination',
    'called number',
    'number',
  ],
  Start_Time: [
    'call start time',
    'start date time',
    'dial time',
    'call time',
    'call date time',
    'initiated at',
    'entry time',
    'start',
  ],
  Call_Date: ['call date', 'date', 'day'],
  Answer_Time: ['answered at', 'answer date time', 'connect time', 'connected at', 'pickup time'],
  End_Time: ['call end time', 'end date time', 'hangup time', 'ended at', 'end'],
  Talk_Time: ['talk duration', 'talk seconds', 'duration', 'call duration', 'bill sec', 'billsec'],
  Agent: ['agent name', 'agent username', 'agent id', 'user', 'user name', 'username', 'caller'],
  Result: ['call status', 'status', 'call result', 'disposition', 'hangup cause', 'outcome'],
  Recording: [
    'recording link',
    'record link',
    'recording url',
    'recording file',
    'recording path',
    'recordlink',
    'voice file',
  ],
  Process: ['process name', 'campaign', 'campaign name', 'skill', 'queue', 'queue name'],
};

const match = headerMatcher(CALL_SHEET_FIELDS, SYNONYMS);
const sampleRows = 5;

/** What to look for in a call sheet's file; `mapping` null: the columns match themselves. */
export function callSheetWish(mapping: SheetMapping | null, sheetName: string | null): TableWish {
  const judge = (columns: readonly ColumnName[]) => {
    const names = new Set(columns.map(({ name }) => name));
    const found: Readonly<Record<string, string | undefined>> = mapping ?? match(columns);
    const has = (field: CallSheetField) => {
      const column = found[field];
      // A row of values may have an empty cell: that is no name.
      return column !== undefined && names.has(column);
    };
    return {
      known: CALL_SHEET_FIELDS.filter(has).length * 2,
      isWhole: CALL_SHEET_REQUIRED.every(has),
    };
  };
  return { sheetName, judge };
}

/** A first look into a call sheet. */
export interface CallSheetLook {
  readonly sheets: readonly string[];
  readonly headers: readonly string[];
  readonly sample: readonly Record<string, string>[];
  readonly suggested: SheetMapping;
}

/** Looks at a file's first rows. Throws FileProblem when it is empty, has no rows or can't be read. */
export async function lookIntoCallFile(
  path: string,
  kind: FileKind,
  mapping: SheetMapping | null,
  sheetName: string | null,
): Promise<CallSheetLook> {
  const found = await glanceAtTable(path, kind, callSheetWish(mapping, sheetName));
  const { header, sheets, firstRows } = found;
  const sample = firstRows
    .slice(0, sampleRows)
    .map(({ cells }) =>
      Object.fromEntries(
        header.headers.map((name, index) => [
          name,
          (cells[header.positions[index] ?? 0] ?? '').slice(0, 200),
        ]),
      ),
    );
  return { sheets, headers: header.headers, sample, suggested: match(header.columns) };
}
