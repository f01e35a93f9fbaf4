import { LENDER_FIELDS } from '../../../../contract/lender-fields.ts';
import type { LenderField } from '../../../../contract/lender-fields.ts';

/** What lenders ask of files: their own format, watermarks, masked numbers. */
export const lenderFormats = {
  about: 'What each client asks of files: its own columns, a watermark, masked phone numbers.',
  columnCount_one: '{{count}} column',
  columnCount_other: '{{count}} columns',
  none: 'No format yet',
  watermark: 'Watermark',
  watermarkHelp: 'Added as the last row of every file with this client’s loans.',
  maskedRoles: 'Masked numbers for',
  maskedHelp: 'Files for these roles show the last four digits of phone numbers.',
  dateFormat: 'Dates',
  edit: 'Format of {{name}}',
  saved: 'The format was saved.',
  column: 'Column {{number}}',
  header: 'Header',
  text: 'Column or text',
  addColumn: 'Add a column',
  addAll: 'Add all loan fields',
  up: 'Up',
  down: 'Down',
  removeColumn: 'Remove column {{number}}',
  preview: 'Preview',
  previewOf_one: 'The first of {{count}} row, as in the file',
  previewOf_other: 'The first of {{count}} rows, as in the file',
  noRows: 'This client has no loans in this month.',
  export: 'Export this month',
  fields: Object.fromEntries(
    Object.entries(LENDER_FIELDS).map(([key, { title }]) => [key, title]),
  ) as Readonly<Record<LenderField, string>>,
};
