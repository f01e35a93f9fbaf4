import type { ImportField } from '../../contract/import-mapping.ts';

/** A field's name for people: `Total_Due_Amount` is "Total Due Amount". */
export function fieldLabel(field: ImportField): string {
  return field.replaceAll('_', ' ');
}
