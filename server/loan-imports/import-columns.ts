import { IMPORT_FIELD_NAMES } from '../../contract/import-mapping.ts';
import type { ImportField } from '../../contract/import-mapping.ts';

/** The column of `loans` and `loan_import_rows` that a field is stored in. `Loan_ID` is the loan number. */
export function columnOf(field: ImportField): string {
  return field === 'Loan_ID' ? 'loan_number' : field.toLowerCase();
}

/** Field columns in the contract's order. */
export const FIELD_COLUMNS: readonly string[] = IMPORT_FIELD_NAMES.map(columnOf);

/** The columns that staged rows are copied into, in the order of `stagedLine`. */
export const STAGED_COLUMNS: readonly string[] = [
  'import_id',
  'row',
  'outcome',
  ...FIELD_COLUMNS,
  'other_columns',
  'rounded',
  'cells',
  'problems',
];
