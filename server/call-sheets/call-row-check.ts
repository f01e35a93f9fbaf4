import { CALL_SHEET_FIELDS, CALL_SHEET_REQUIRED } from '../../contract/call-sheet.ts';
import type { CallSheetField } from '../../contract/call-sheet.ts';
import { fileSentence } from '../../contract/file-words.ts';
import { ROW_WORDS } from '../../contract/row-words.ts';
import type { SheetMapping } from '../../contract/sheet-mapping.ts';
import { COPY_NULL, copyJson, copyText } from '../spreadsheets/copy-text.ts';
import { dayColumn, isMonthFirst } from '../spreadsheets/day-value.ts';
import type { DayColumn, DayOrder } from '../spreadsheets/day-value.ts';
import { Refusal } from '../spreadsheets/refusal.ts';
import type { CheckedValue } from '../spreadsheets/refusal.ts';
import type { SheetRow } from '../spreadsheets/sheet-row.ts';
import type { TableHeader } from '../spreadsheets/table-header.ts';
import { loanNumberCheck, textCheck } from '../spreadsheets/text-value.ts';
import { checkInstant, checkLink, checkNumber, checkSeconds, resultOf } from './call-values.ts';

/** The columns of a staged row, in the order of a line. */
export const STAGED_CALL_COLUMNS = [
  'sheet_id',
  'row',
  'outcome',
  'external_id',
  'number',
  'placed_at',
  'answered_at',
  'ended_at',
  'talk_seconds',
  'agent',
  'result',
  'record_link',
  'process_name',
  'problems',
] as const;

const needed = new Refusal(ROW_WORDS['call-missing']);
const toCome = new Refusal(ROW_WORDS['day-to-come']);
const shortText = textCheck(200);
/** Calls whose ids lost their last digits would all be the same call. */
const callId = loanNumberCheck(200);
type Values = Partial<Record<CallSheetField, string>>;

/** How the days of a sheet's calls are to be read. */
export interface CallDates {
  readonly order: DayOrder;
  /** The business day: no call was placed after it. */
  readonly today: string;
}

/** The check of one file's rows. */
export interface CallRowCheck {
  /** A row as a line of PostgreSQL's COPY text format. Called in the file's order. */
  readonly check: (row: SheetRow) => string;
  /** Whether the rows so far prove that days were read with the day first and start with the month. */
  readonly isOtherOrder: () => boolean;
}

/** A day that has come; instants begin with theirs. */
const notToCome = (value: CheckedValue, today: string): CheckedValue =>
  typeof value === 'string' && value.slice(0, today.length) > today ? toCome : value;

function checkCell(
  field: CallSheetField,
  text: string,
  day: string | null,
  dates: DayColumn,
): CheckedValue {
  switch (field) {
    case 'Number':
      return checkNumber(text);
    case 'Call_Date':
      return dates.check(text);
    case 'Start_Time':
    case 'Answer_Time':
    case 'End_Time':
      return checkInstant(text, day, dates);
    case 'Talk_Time':
      return checkSeconds(text);
    case 'Recording':
      return checkLink(text);
    case 'Call_ID':
      return callId(text);
    case 'Agent':
    case 'Result':
    case 'Process':
      return shortText(text);
  }
}

interface Problem {
  readonly column: string;
  readonly value: string;
  readonly reason: string;
}

/** A call that was answered, or not: by what the sheet says, else by whether anybody talked. */
function resultText({ Result = '', Answer_Time, Talk_Time }: Values): string {
  const hasTalk = Answer_Time !== undefined || Number(Talk_Time ?? 0) > 0;
  return resultOf(Result) ?? (hasTalk ? 'ANSWERED' : 'NO_ANSWER');
}

const value = (text: string | undefined): string =>
  text === undefined ? COPY_NULL : copyText(text);

function lineOf(
  sheetId: string,
  row: number,
  outcome: string,
  values: Values,
  problems: readonly Problem[],
): string {
  const cells = [
    sheetId,
    String(row),
    outcome,
    value(values.Call_ID),
    value(values.Number),
    value(values.Start_Time),
    value(values.Answer_Time),
    value(values.End_Time),
    value(values.Talk_Time),
    value(values.Agent),
    outcome === 'FAILED' ? COPY_NULL : resultText(values),
    value(values.Recording),
    value(values.Process),
    problems.length === 0 ? COPY_NULL : copyJson(problems),
  ];
  return `${cells.join('\t')}\n`;
}

/** The check of one file's rows. A dialer writes all its days alike: what one column proves counts for the others. */
export function callRowChecker(
  sheetId: string,
  header: TableHeader,
  mapping: SheetMapping,
  { order, today }: CallDates,
): CallRowCheck {
  const columns = CALL_SHEET_FIELDS.flatMap((field) => {
    const name = mapping[field];
    const position =
      name === undefined ? undefined : header.positions[header.headers.indexOf(name)];
    return name === undefined || position === undefined ? [] : [{ field, name, position }];
  });
  // The day comes first: times alone are of it.
  columns.sort((a, b) => Number(b.field === 'Call_Date') - Number(a.field === 'Call_Date'));
  const dates = dayColumn(order);
  const firstRows = new Map<string, number>();
  const check = (row: SheetRow): string => {
    const values: Values = {};
    const problems: Problem[] = [];
    for (const { field, name, position } of columns) {
      const text = (row.cells[position] ?? '').trim();
      const checked = checkCell(field, text, values.Call_Date ?? null, dates);
      const told = field === 'Start_Time' ? notToCome(checked, today) : checked;
      const read = told === null && CALL_SHEET_REQUIRED.includes(field) ? needed : told;
      if (read instanceof Refusal)
        problems.push({ column: name, value: text.slice(0, 500), reason: read.reason });
      else if (read !== null) values[field] = read;
    }
    if (problems.length > 0) return lineOf(sheetId, row.number, 'FAILED', values, problems);
    const id = values.Call_ID ?? '';
    const first = firstRows.get(id);
    if (first === undefined) {
      firstRows.set(id, row.number);
      return lineOf(sheetId, row.number, 'READY', values, []);
    }
    const reason = fileSentence('call-again', { row: first });
    const problem = { column: mapping['Call_ID'] ?? '', value: id, reason };
    return lineOf(sheetId, row.number, 'DUPLICATE', values, [problem]);
  };
  return { check, isOtherOrder: () => order === 'DAY_FIRST' && isMonthFirst(dates.evidence()) };
}
