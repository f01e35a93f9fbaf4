import type {
  SheetField,
  SheetFieldRule,
  SheetKind,
  SheetMapping,
} from '../../../contract/sheet-mapping.ts';

/** A mapping with one field fed by another column; null takes the field out. */
export function withColumn(
  mapping: SheetMapping,
  field: SheetField,
  column: string | null,
): SheetMapping {
  const { [field]: _before, ...others } = mapping;
  return column === null ? others : { ...others, [field]: column };
}

/** A mapping without outer spaces and without fields that have no column. */
export function tidyMapping(mapping: SheetMapping): SheetMapping {
  return Object.fromEntries(
    Object.entries(mapping).flatMap(([field, column]) =>
      column.trim() === '' ? [] : [[field, column.trim()]],
    ),
  );
}

/** What is wrong with one field of a mapping: it needs a column, or an earlier field has its column. Null: nothing. */
export function mappingProblem(
  [field, { required }]: readonly [SheetField, SheetFieldRule],
  fields: readonly (readonly [SheetField, SheetFieldRule])[],
  mapping: SheetMapping,
): 'needed' | 'usedTwice' | null {
  const column = mapping[field];
  if (column === undefined) return required ? 'needed' : null;
  const first = fields.find(([other]) => mapping[other] === column);
  return first?.[0] === field ? null : 'usedTwice';
}

/** Whether a mapping says anything beside the loan; a bank's list may name paid loans only. */
export function isTold(kind: SheetKind, mapping: SheetMapping): boolean {
  return kind === 'BANK_PAID' || Object.keys(mapping).length > 1;
}
