import { CALL_SHEET_FIELDS, CALL_SHEET_REQUIRED } from '../../contract/call-sheet.ts';
import { mappingFields } from '../../contract/column-mapping.ts';
import type { MappingField, MappingKind } from '../../contract/column-mapping.ts';
import { fieldProblem } from '../../contract/errors.ts';
import type { SheetMapping } from '../../contract/sheet-mapping.ts';
import { againstRules, badInput } from '../errors.ts';

/** What files with a remembered mapping bring: CALLS are a dialer's, all others a lender's. */
export type FileKind = MappingKind | 'CALLS';

const fieldsOf = (kind: FileKind): readonly MappingField[] =>
  kind === 'CALLS'
    ? CALL_SHEET_FIELDS.map((name) => [name, { required: CALL_SHEET_REQUIRED.includes(name) }])
    : mappingFields(kind);

/** Throws 400 for a field that the kind has not, 422 for one without which a file of the kind says nothing. */
export function refuseWrongFields(
  kind: FileKind,
  mapping: SheetMapping,
  headers: readonly string[] = [],
): void {
  const fields = fieldsOf(kind);
  const strange = Object.keys(mapping).find((field) => !fields.some(([name]) => name === field));
  if (strange !== undefined)
    throw badInput(`A file of this kind has no field named "${strange}".`, [
      fieldProblem(`mapping.${strange}`, 'not-a-choice'),
    ]);
  const missing = fields
    .filter(([name, { required }]) => required && mapping[name] === undefined)
    .map(([name]) => name);
  if (missing.length > 0)
    throw againstRules(
      'UNMAPPED_FIELD',
      `No column is chosen for ${missing.join(', ').replaceAll('_', ' ')}. Choose the columns and try again.`,
      missing.map((field) =>
        fieldProblem(`mapping.${field}`, 'column-missing', { headers: [...headers] }),
      ),
    );
  if (Object.keys(mapping).length < 2 && kind !== 'BANK_PAID')
    throw againstRules(
      'UNMAPPED_FIELD',
      'Choose one more column beside the loan number: the sheet would say nothing.',
      [fieldProblem('mapping', 'column-missing', { headers: [...headers] })],
    );
}

/** Throws 422 when the file lacks a column of the mapping. */
export function refuseAbsentColumns(
  mapping: Readonly<Record<string, string | undefined>>,
  headers: readonly string[],
): void {
  const absent = Object.values(mapping).filter(
    (column): column is string => column !== undefined && !headers.includes(column),
  );
  if (absent.length > 0)
    throw againstRules(
      'UNKNOWN_COLUMN',
      `The file has no column named "${absent.join('", "')}". Choose among its columns and upload it again.`,
      [fieldProblem('mapping', 'unknown-column', { columns: absent, headers: [...headers] })],
    );
}

/** Throws as `refuseWrongFields`, and 422 when the file lacks a column. */
export function refuseUnfitMapping(
  kind: FileKind,
  mapping: SheetMapping,
  headers: readonly string[],
): void {
  refuseAbsentColumns(mapping, headers);
  refuseWrongFields(kind, mapping, headers);
}
