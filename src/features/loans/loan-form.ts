import { fieldProblem } from '../../../contract/errors.ts';
import type { FieldProblem } from '../../../contract/errors.ts';
import { IMPORT_FIELDS } from '../../../contract/import-mapping.ts';
import type { ImportField } from '../../../contract/import-mapping.ts';
import type { Loan } from '../../../contract/loan.ts';

/** What a loan's form holds by field: text, an amount in whole rupees, or nothing; days as `YYYY-MM-DD`. */
export type LoanFormValues = Record<string, string | number | null>;

/** The fields that must not be empty, and are. */
export const missingFields = (values: LoanFormValues, needed: readonly string[]): FieldProblem[] =>
  needed
    .filter((field) => formText(values[field]) === '')
    .map((field) => fieldProblem(field, 'required'));

/** A form's value as the calls take it: text, `''` when empty. */
export function formText(value: string | number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value).trim();
}

/** What a form begins with: the loan's values, or nothing. */
export function loanFormValues(loan: Loan | null, fields: readonly ImportField[]): LoanFormValues {
  const entries = fields.map((field): [string, string | number | null] => {
    const value = loan === null ? null : loan[field];
    const { kind } = IMPORT_FIELDS[field];
    if (kind === 'rupees') return [field, typeof value === 'number' ? value : null];
    if (kind === 'day') return [field, typeof value === 'string' ? value : null];
    return [field, formText(value)];
  });
  return { ...Object.fromEntries(entries), periodEndsOn: loan?.periodEndsOn ?? null };
}

const orNull = (text: string) => (text === '' ? null : text);

/** What somebody changed: by field, what it was and what it should be. */
export function loanChanges(
  before: LoanFormValues,
  after: LoanFormValues,
  fields: readonly ImportField[],
): Partial<Record<ImportField, { from: string | null; to: string | null }>> {
  const changed = fields.flatMap((field) => {
    const from = formText(before[field]);
    const to = formText(after[field]);
    return from === to ? [] : [[field, { from: orNull(from), to: orNull(to) }] as const];
  });
  return Object.fromEntries(changed);
}
