import type { CampaignList, ListField, ListMapping } from '../../contract/campaign-list.ts';
import { ROW_WORDS } from '../../contract/row-words.ts';
import { checkPhone } from '../spreadsheets/contact-value.ts';
import { Refusal } from '../spreadsheets/refusal.ts';
import type { SheetRow } from '../spreadsheets/sheet-row.ts';
import type { TableHeader } from '../spreadsheets/table-header.ts';
import { loanNumberCheck } from '../spreadsheets/text-value.ts';

/** A row that made no lead, and why. */
export type Failure = CampaignList['failedRows'][number];

/** A row whose cells are in order; its loan is not looked up yet. */
export interface WantedRow {
  readonly row: number;
  readonly loan_number: string | null;
  readonly mobile: string | null;
  readonly client: string | null;
  readonly priority: number;
}

const isLoanNumber = loanNumberCheck(100);

/** Reads a row's cell by the field that its column feeds; '' where there is none. */
export function cellReader(header: TableHeader, mapping: ListMapping) {
  const places = new Map(header.headers.map((name, index) => [name, header.positions[index] ?? 0]));
  return (row: SheetRow, field: ListField): string => {
    const column = mapping[field];
    const place = column === undefined ? undefined : places.get(column);
    return place === undefined ? '' : (row.cells[place] ?? '');
  };
}

/** A row as it is wanted, or why its cells are refused. */
export function checkRow(row: SheetRow, cell: ReturnType<typeof cellReader>): WantedRow | Failure {
  const refused = (reason: string): Failure => ({ row: row.number, reason });
  const number = isLoanNumber(cell(row, 'Loan_ID'));
  if (number instanceof Refusal) return refused(number.reason);
  const mobile = checkPhone(cell(row, 'Mobile_Number'));
  if (mobile instanceof Refusal) return refused(mobile.reason);
  if (number === null && mobile === null) return refused(ROW_WORDS['lead-empty']);
  const text = cell(row, 'Priority').replace(/\.0+$/, '');
  if (text !== '' && !/^\d{1,3}$/.test(text)) return refused(ROW_WORDS['not-a-priority']);
  const client = cell(row, 'Client_Name');
  return {
    row: row.number,
    loan_number: number,
    mobile,
    client: client === '' ? null : client.slice(0, 200),
    priority: Number(text),
  };
}

/** Whether a row was refused. */
export const isFailure = (row: WantedRow | Failure): row is Failure => 'reason' in row;
