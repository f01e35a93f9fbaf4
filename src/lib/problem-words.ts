import { z } from 'zod';
import { fieldProblemSchema } from '../../contract/errors.ts';
import type { FieldProblem } from '../../contract/errors.ts';
import type { ProblemCode } from '../../contract/problem-words.ts';
import type { Catalogue } from './texts/catalogue.ts';
import { text } from './texts/texts.ts';

type FieldName = keyof Catalogue['fieldNames'];
type LoanField = keyof Catalogue['loanFields'];

/** What is wrong with a field, in the reader's language; of a code that this version does not know, only that it is. */
export function problemWords({ code, values, message }: FieldProblem): string {
  const t = text();
  const filled = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );
  return t([`problems.${code as ProblemCode}`, 'problems.not-valid'], {
    ...filled,
    // Before the first login the catalogue is not all there.
    defaultValue: message,
  });
}

/** What the field at a path is called, where the catalogue has it; else ''. */
export function fieldLabel(path: string): string {
  const name = path.split('.').findLast((part) => !/^\d*$/.test(part)) ?? '';
  return text()([`fieldNames.${name as FieldName}`, `loanFields.${name as LoanField}`], {
    defaultValue: '',
  });
}

/** The same, after the field's name where the catalogue has one. */
export function namedProblemWords(problem: FieldProblem): string {
  const label = fieldLabel(problem.path);
  return label === '' ? problemWords(problem) : `${label}: ${problemWords(problem)}`;
}

const refusalSchema = z.object({ details: z.array(fieldProblemSchema) });

/** The wrong fields that a refusal names; none for any other error. */
export function problemsIn(error: unknown): readonly FieldProblem[] {
  return refusalSchema.safeParse(error).data?.details ?? [];
}
