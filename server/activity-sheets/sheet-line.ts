import { COPY_NULL, copyJson, copyText } from '../spreadsheets/copy-text.ts';
import type { CheckedSheetRow } from './sheet-row-check.ts';

/** The columns of a staged row, in the order of `sheetLine`. */
export const STAGED_SHEET_COLUMNS = [
  'sheet_id',
  'row',
  'outcome',
  'loan_number',
  'amount',
  'rounded',
  'on_date',
  'mode',
  'reference',
  'person',
  'field_agent',
  'manager',
  'bucket',
  'status',
  'payment_key',
  'cells',
  'problems',
] as const;

const value = (text: string | null | undefined): string =>
  text === null || text === undefined ? COPY_NULL : copyText(text);

/** A checked row as a line of PostgreSQL's COPY text format. */
export function sheetLine(sheetId: string, row: CheckedSheetRow): string {
  const { values } = row;
  const cells = [
    sheetId,
    String(row.row),
    row.outcome,
    value(values.Loan_ID),
    value(values.Amount ?? values.Total_Due_Amount),
    value(row.rounded),
    value(values.Payment_Date ?? values.Visit_Date),
    value(values.Payment_Mode),
    value(values.Reference),
    value(values.Collector),
    value(values.Field_Agent),
    value(values.Manager),
    value(values.Bucket),
    value(values.Status),
    value(row.paymentKey),
    copyJson(row.cells),
    row.problems === null ? COPY_NULL : copyJson(row.problems),
  ];
  return `${cells.join('\t')}\n`;
}
