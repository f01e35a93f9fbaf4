import { IMPORT_FIELD_NAMES } from '../../contract/import-mapping.ts';
import type { ImportMapping } from '../../contract/import-mapping.ts';
import { headerMatcher } from '../spreadsheets/header-words.ts';
import type { ColumnName } from '../spreadsheets/header-words.ts';
import { HEADER_SYNONYMS } from './header-synonyms.ts';

const match = headerMatcher(IMPORT_FIELD_NAMES, HEADER_SYNONYMS);

/** Matches columns to loan fields by themselves: synonyms, case, spaces, abbreviations. Each column and field once. */
export function suggestMappingOf(columns: readonly ColumnName[]): ImportMapping {
  return match(columns);
}

/** The same by the columns' names alone. */
export function suggestMapping(headers: readonly string[]): ImportMapping {
  return match(headers.map((name) => ({ name })));
}
