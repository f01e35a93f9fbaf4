import { IMPORT_FIELDS, IMPORT_FIELD_NAMES } from '../../../contract/import-mapping.ts';
import type { ImportField, ImportMapping } from '../../../contract/import-mapping.ts';
import type { PendingLoan } from '../../../contract/loan-import.ts';
import type { Tone } from '../../components/status-chip.tsx';
import { formatDay } from '../../lib/dates.ts';
import { formatRupees } from '../../lib/money.ts';

/** How the outcome of a row is shown. */
export const OUTCOME_TONES: Readonly<Record<PendingLoan['outcome'], Tone>> = {
  NEW: 'good',
  UPDATE: 'info',
  UNCHANGED: 'quiet',
  DUPLICATE: 'warn',
  FAILED: 'danger',
  SKIPPED: 'quiet',
};

/** A checked value as people read it: amounts grouped, days as DD-MM-YYYY; what was not understood stands as in the file. */
export function shownValue(field: ImportField, value: string): string {
  const { kind } = IMPORT_FIELDS[field];
  if (kind === 'rupees' && /^-?\d+$/.test(value)) return formatRupees(Number(value));
  return kind === 'day' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDay(value) : value;
}

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

/** A mapping with one column feeding another field; null keeps the column with the loan. What fed that field before is free. */
export function withField(
  mapping: ImportMapping,
  column: string,
  field: ImportField | null,
): ImportMapping {
  const others = Object.fromEntries(
    Object.entries(mapping).filter(([, used]) => used !== column),
  ) as ImportMapping;
  return field === null ? others : { ...others, [field]: column };
}

/** A mapping as it may be saved: names of columns without outer spaces, fields without a name left out. */
export function tidyMapping(mapping: ImportMapping): ImportMapping {
  return Object.fromEntries(
    mappedFields(mapping).flatMap((field) => {
      const column = mapping[field]?.trim() ?? '';
      return column === '' ? [] : [[field, column]];
    }),
  ) as ImportMapping;
}

/** Whether two mappings say the same. */
export function isSameMapping(one: ImportMapping, other: ImportMapping): boolean {
  return IMPORT_FIELD_NAMES.every((field) => one[field] === other[field]);
}
