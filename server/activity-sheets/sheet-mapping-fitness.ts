import { fieldProblem } from '../../contract/errors.ts';
import { sheetFields } from '../../contract/sheet-mapping.ts';
import type { SheetKind, SheetMapping } from '../../contract/sheet-mapping.ts';
import { againstRules, badInput } from '../errors.ts';
import { hasField } from './sheet-synonyms.ts';

const fieldWords = (field: string) => field.replaceAll('_', ' ');

/** Throws 400 for a field that the kind has not, 422 for one without which a sheet of the kind says nothing. */
export function refuseWrongFields(
  kind: SheetKind,
  mapping: SheetMapping,
  headers: readonly string[] = [],
): void {
  const strange = Object.keys(mapping).find((field) => !hasField(kind, field));
  if (strange !== undefined)
    throw badInput(`A sheet of this kind has no field named "${strange}".`, [
      fieldProblem(`mapping.${strange}`, 'not-a-choice'),
    ]);
  const missing = sheetFields(kind).filter(
    ([field, { required }]) => required && mapping[field] === undefined,
  );
  if (missing.length > 0)
    throw againstRules(
      'UNMAPPED_FIELD',
      `No column is chosen for ${missing.map(([field]) => fieldWords(field)).join(', ')}. Choose the columns and try again.`,
      missing.map(([field]) =>
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

/** Throws as `refuseWrongFields`, and 422 when the file lacks a column. */
export function refuseUnfitMapping(
  kind: SheetKind,
  mapping: SheetMapping,
  headers: readonly string[],
): void {
  refuseWrongFields(kind, mapping, headers);
  const known = new Set(headers);
  const absent = Object.values(mapping).filter((column) => !known.has(column));
  if (absent.length > 0)
    throw againstRules(
      'UNKNOWN_COLUMN',
      `The file has no column named "${absent.join('", "')}". Choose among its columns and upload it again.`,
      [fieldProblem('mapping', 'unknown-column', { columns: absent, headers: [...headers] })],
    );
}
