import { IMPORT_FIELDS, IMPORT_FIELD_NAMES } from '../../../contract/import-mapping.ts';
import type { ImportField, ImportMapping } from '../../../contract/import-mapping.ts';

/** What is wrong with one field of a mapping. */
export type MappingProblem = { kind: 'needed' } | { kind: 'usedTwice'; field: ImportField };

/** A mapping with one field fed by another column; null takes the field out. */
export function withColumn(
  mapping: ImportMapping,
  field: ImportField,
  column: string | null,
): ImportMapping {
  const { [field]: _before, ...others } = mapping;
  return column === null ? others : { ...others, [field]: column };
}

/** What is wrong with a mapping by field: required fields without a column, columns used twice. Empty: all is well. */
export function mappingProblems(mapping: ImportMapping): ReadonlyMap<ImportField, MappingProblem> {
  const problems = new Map<ImportField, MappingProblem>();
  const usedFor = new Map<string, ImportField>();
  for (const field of IMPORT_FIELD_NAMES) {
    const column = mapping[field];
    if (column === undefined) {
      if (IMPORT_FIELDS[field].required) problems.set(field, { kind: 'needed' });
      continue;
    }
    const other = usedFor.get(column);
    if (other === undefined) usedFor.set(column, field);
    else problems.set(field, { kind: 'usedTwice', field: other });
  }
  return problems;
}

/** The columns that no field uses: they are kept with the loan. */
export function unmappedColumns(headers: readonly string[], mapping: ImportMapping): string[] {
  const used = new Set<string | undefined>(Object.values(mapping));
  return headers.filter((header) => !used.has(header));
}

/** The fields with a column, in the order of the catalogue of fields. */
export function mappedFields(mapping: ImportMapping): ImportField[] {
  return IMPORT_FIELD_NAMES.filter((field) => mapping[field] !== undefined);
}
