import type { Call } from '../../contract/call.ts';
import type { ListField } from '../../contract/list-fields.ts';
import { dayInputSchema } from '../../contract/values.ts';
import type { SheetCell } from '../spreadsheets/sheet-cell.ts';
import type { AskedColumn } from './list-asking.ts';
import { cellOf, widthOf } from './report-cells.ts';

/** A row of a list as its call answers it. */
export type ListRow = Readonly<Record<string, unknown>>;

/** Fields with numbers of borrowers, wherever they stand. */
const PHONES = new Set(['Mobile_Number', 'Alternate_Mobile_Number', 'dialledNumber']);
/** What the field `number` is a phone number of; elsewhere it is that of a receipt or an invoice. */
const DIALLED = new Set(['messages', 'campaigns', 'contact-rules']);
/** Fields that name the lender of a row. */
const LENDERS = ['Client_Name', 'clientName'];

/** Fields that are a length of time. */
const SECONDS = /(?:^|\.)(?:\w+Seconds|duration)$/;

/** The value at a path of a row; undefined where there is none. */
function valueAt(row: unknown, path: string): unknown {
  let value = row;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

/** Whose a row is; null where its list does not say. */
export function lenderOf(row: ListRow): string | null {
  for (const path of LENDERS) {
    const name = valueAt(row, path);
    if (typeof name === 'string') return name;
  }
  return null;
}

/** Whether a column has numbers of borrowers, which some lenders want masked. */
export function isPhone({ noun }: Pick<Call, 'noun'>, path: string): boolean {
  const last = path.slice(path.lastIndexOf('.') + 1);
  return PHONES.has(last) || (last === 'number' && DIALLED.has(noun ?? ''));
}

const KINDS = {
  text: 'text',
  texts: 'text',
  boolean: 'text',
  number: 'count',
  rupees: 'money',
  day: 'day',
  wireDay: 'day',
  instant: 'instant',
} as const satisfies Readonly<Record<ListField['kind'], string>>;

/** The width of a column, in characters. */
export const widthOfColumn = ({ title, field }: AskedColumn): number =>
  widthOf({ title, kind: KINDS[field.kind] });

function textOf({ words }: AskedColumn, value: unknown): string {
  const text = String(value);
  return words !== undefined && Object.hasOwn(words, text) ? (words[text] ?? text) : text;
}

const YES_NO = { true: 'Yes', false: 'No' } as const;

/** What a row has in a column, as a cell. */
export function listCell(column: AskedColumn, row: ListRow, zone: string): SheetCell {
  const value = valueAt(row, column.path);
  if (value === undefined || value === null || value === '') return column.words?.[''] ?? null;
  const { kind } = column.field;
  if (typeof value === 'number' && column.isPaise === true) return { paise: value };
  if (typeof value === 'number' && SECONDS.test(column.path)) return { seconds: value };
  if (typeof value === 'number')
    return kind === 'rupees' || column.isMoney === true ? { rupees: value } : value;
  if (Array.isArray(value)) return value.map((each) => textOf(column, each)).join(', ');
  if (typeof value === 'boolean')
    return column.words === undefined ? YES_NO[`${value}`] : textOf(column, value);
  if (typeof value !== 'string') return null;
  if (kind === 'day' || kind === 'instant') return cellOf(kind, value, zone);
  if (kind !== 'wireDay') return textOf(column, value);
  const day = dayInputSchema.safeParse(value);
  return day.success ? { day: day.data } : value;
}
