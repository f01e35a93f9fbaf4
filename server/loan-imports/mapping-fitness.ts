import { fieldProblem } from '../../contract/errors.ts';
import type { ImportMapping } from '../../contract/import-mapping.ts';
import { againstRules } from '../errors.ts';
import { fieldLabel } from './field-label.ts';
import { missingFields } from './row-checking.ts';

/** Throws 422 when a field without which no loan is stored has no column. */
export function refuseMissingFields(mapping: ImportMapping, headers: readonly string[] = []): void {
  const missing = missingFields(mapping);
  if (missing.length === 0) return;
  throw againstRules(
    'UNMAPPED_FIELD',
    `No column is chosen for ${missing.map(fieldLabel).join(', ')}. Choose the columns in the mapping: no loan can be stored without them.`,
    missing.map((field) =>
      fieldProblem(`mapping.${field}`, 'column-missing', { headers: [...headers] }),
    ),
  );
}

/** Throws 422 when the file lacks a column of the mapping, or the mapping a field that every loan needs. */
export function refuseUnfitMapping(mapping: ImportMapping, headers: readonly string[]): void {
  const known = new Set(headers);
  const absent = Object.values(mapping).filter((column) => !known.has(column));
  if (absent.length > 0)
    throw againstRules(
      'UNKNOWN_COLUMN',
      `The file has no column named "${absent.join('", "')}". Choose among its columns and upload it again.`,
      [fieldProblem('mapping', 'unknown-column', { columns: absent, headers: [...headers] })],
    );
  refuseMissingFields(mapping, headers);
}
