import { toNestErrors } from '@hookform/resolvers';
import { useFormContext, useFormState } from 'react-hook-form';
import type { FieldError, FieldPath, FieldValues, Resolver, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { fieldProblem, parseFields } from '../../contract/errors.ts';
import { namedProblemWords, problemWords, problemsIn } from '../lib/problem-words.ts';
import type { FieldProblem } from '../../contract/errors.ts';
import type { ProblemCode } from '../../contract/problem-words.ts';
import classes from './form.module.css';

/** The error at a form's root of a save that was refused: what stands there is not saved, so leaving still asks. */
export const REFUSED = 'save';

/** A problem that no field of the form is wrong with alone. */
const WHOLE_FORM = 'root.form';

const errorOf = (problem: FieldProblem, message = problemWords(problem)) => ({
  type: problem.code,
  message,
  // How it is told where the form does not show the field.
  types: { named: namedProblemWords(problem) },
});

/** The words of a rule that only this form has, in the reader's language already; undefined for the contract's rules. */
function ownWords({ path, code, values, message }: FieldProblem): string | undefined {
  return message === fieldProblem(path, code as ProblemCode, values).message ? undefined : message;
}

/** What a form is checked by: a schema of the contract, or a function where what is sent differs from what is typed. */
export type Rules<Values, Output> =
  | z.ZodType<Output>
  | ((values: Values) => ReturnType<typeof parseFields<Output>>);

/** The rules of a form for react-hook-form, said in the reader's language; of each field the first that is broken. */
export function rulesResolver<Values extends FieldValues, Output>(
  rules: Rules<Values, Output>,
): Resolver<Values, unknown, Output> {
  return async (values, _context, options) => {
    const parsed = typeof rules === 'function' ? rules(values) : parseFields(rules, values);
    if (parsed.problems === null) return { values: parsed.data, errors: {} };
    const errors: Record<string, FieldError> = {};
    for (const problem of parsed.problems)
      errors[problem.path || WHOLE_FORM] ??= errorOf(problem, ownWords(problem));
    return { values: {}, errors: toNestErrors<Values>(errors, options) };
  };
}

/**
 * Shows what a refusal says of fields at these fields, the first of them focused; of other fields above the buttons.
 * Returns the paths, none when it names none.
 */
export function showProblems<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: unknown,
): string[] {
  const values: object = form.getValues();
  // A form of one thing that is sent as a list of one holds its fields without the list.
  const problems = problemsIn(error).map((problem) => {
    const [, list, path] = /^(\w+)\.0\.(.+)$/.exec(problem.path) ?? [];
    return list === undefined || list in values || path === undefined
      ? problem
      : Object.assign({}, problem, { path });
  });
  for (const problem of problems)
    form.setError((problem.path || WHOLE_FORM) as FieldPath<Values>, errorOf(problem));
  const shown = problems.find(({ path }) => isShown(form, path));
  if (shown !== undefined) form.setFocus(shown.path as FieldPath<Values>);
  return problems.map(({ path }) => path);
}

const isShown = <Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  path: string,
) => path !== '' && form.getFieldState(path as FieldPath<Values>).error?.ref !== undefined;

interface Unshown {
  readonly message?: unknown;
  readonly ref?: unknown;
  readonly types?: { readonly named?: unknown };
}

/** Errors of fields that are not on screen, and of the form as a whole. */
function unshownIn(errors: unknown): string[] {
  if (typeof errors !== 'object' || errors === null) return [];
  const { message, ref, types } = errors as Unshown;
  if (typeof message === 'string' && message !== '')
    return ref === undefined ? [typeof types?.named === 'string' ? types.named : message] : [];
  return Object.entries(errors)
    .filter(([key]) => key !== 'ref' && key !== 'types')
    .flatMap(([, value]) => unshownIn(value));
}

/** The paths of what is wrong within a part of a form. */
function pathsIn(errors: unknown, part: string): string[] {
  if (typeof errors !== 'object' || errors === null) return [];
  if (typeof (errors as Unshown).message === 'string') return [part.replace(/\.root$/, '')];
  return Object.entries(errors).flatMap(([key, value]) => pathsIn(value, `${part}.${key}`));
}

/**
 * Checks parts of a form, the first wrong field of them focused; true when they are right. Asked about a part, react-hook-form
 * finds no inputs for what is wrong in it, so each wrong field is asked about by its own name.
 */
export async function checkParts<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  parts: readonly FieldPath<Values>[],
): Promise<boolean> {
  if (parts.length === 0 || (await form.trigger(parts))) return true;
  const wrong = parts.flatMap((part) => pathsIn(form.getFieldState(part).error, part));
  return form.trigger(wrong as FieldPath<Values>[], { shouldFocus: true });
}

/** What is wrong with fields that the form around does not show, by their names. */
export function UnshownProblems() {
  const { control } = useFormContext();
  const { errors } = useFormState({ control });
  const problems = [...new Set(unshownIn(errors))];
  if (problems.length === 0) return null;
  return (
    <ul className={classes.problems} role="alert">
      {problems.map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  );
}
