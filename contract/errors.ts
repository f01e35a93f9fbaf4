import { z } from 'zod';
import { PROBLEM_WORDS } from './problem-words.ts';
import type { ProblemCode } from './problem-words.ts';
import { trimmed } from './trimmed.ts';

/**
 * One wrong field of an input. `path` is where it stands (`loans.0.collectorId`, '' for the whole), `code` is stable and
 * translated by clients with `values`, `message` is its English sentence.
 */
export const fieldProblemSchema = z.object({
  path: z.string(),
  code: z.string(),
  message: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
});

/** One wrong field of an input. */
export type FieldProblem = z.infer<typeof fieldProblemSchema>;

/** What a problem's sentence is filled with. */
type ProblemValues = FieldProblem['values'];

/**
 * The one error body of every call (spec 8): `message` is a sentence fit for a toast that says what to do, `code` is stable
 * for programs. `details` are the wrong fields (`FieldProblem[]`) with every 422 and with a 400 or 409 that names fields;
 * other refusals say there what a screen shows of them.
 */
export const errorBodySchema = z.object({
  code: z.string(),
  message: z.string(),
  details: z.unknown().optional(),
});

/** The one error body of every call. */
export type ErrorBody = z.infer<typeof errorBodySchema>;

/** The sentence of a code, filled in. */
function sentence(code: ProblemCode, values: ProblemValues): string {
  return PROBLEM_WORDS[code].replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) =>
    [values[name] ?? ''].flat().join(', '),
  );
}

/** A wrong field; `message` only where more is to be said than the code's own sentence. */
export const fieldProblem = (
  path: string,
  code: ProblemCode,
  values: ProblemValues = {},
  message = sentence(code, values),
): FieldProblem => ({ path, code, message, values });

/** A schema's own rule, by code: `z.string().regex(DIGITS, says('not-a-phone'))`. */
export const says = (code: ProblemCode) => ({ error: PROBLEM_WORDS[code] as string });

const codeOfSentence = new Map<string, ProblemCode>(
  (Object.keys(PROBLEM_WORDS) as ProblemCode[]).map((code) => [PROBLEM_WORDS[code], code]),
);

const isEmpty = (input: unknown): boolean =>
  input === undefined || input === null || (typeof input === 'string' && trimmed(input) === '');

type Issue = z.core.$ZodIssue;
type Found = readonly [ProblemCode, ProblemValues?];

const FORMATS: Readonly<Record<string, ProblemCode>> = {
  uuid: 'not-an-id',
  guid: 'not-an-id',
  email: 'not-an-email',
  date: 'not-a-day',
  time: 'not-a-time',
};

function typeProblem(expected: string): Found {
  if (expected === 'int') return ['not-whole'];
  if (expected === 'number') return ['not-a-number'];
  if (expected === 'array') return ['not-a-list'];
  if (expected === 'object' || expected === 'record') return ['not-fields'];
  return [expected === 'string' ? 'not-text' : 'not-valid'];
}

function sizeProblem(issue: Issue & { code: 'too_small' | 'too_big' }): Found {
  const isSmall = issue.code === 'too_small';
  const limit = Number(isSmall ? issue.minimum : issue.maximum);
  const values = isSmall ? { least: limit } : { most: limit };
  switch (issue.origin) {
    case 'string':
      return [isSmall ? 'too-short' : 'too-long', values];
    case 'array':
    case 'set':
    case 'map':
      return [isSmall ? 'too-few' : 'too-many', values];
    case 'number':
    case 'int':
    case 'bigint':
    case 'date':
    case 'file':
    default:
      if (issue.inclusive === false) return [isSmall ? 'above-only' : 'below-only', values];
      return [isSmall ? 'too-small' : 'too-large', values];
  }
}

/** What an issue of a schema says, by its kind. */
function kindOf(issue: Issue): Found {
  switch (issue.code) {
    case 'invalid_type':
      return isEmpty(issue.input) ? ['required'] : typeProblem(issue.expected);
    case 'invalid_value':
      return [isEmpty(issue.input) ? 'not-chosen' : 'not-a-choice'];
    case 'too_small':
      return issue.origin === 'string' && isEmpty(issue.input) ? ['required'] : sizeProblem(issue);
    case 'too_big':
      return sizeProblem(issue);
    case 'invalid_format':
      return isEmpty(issue.input) ? ['required'] : [FORMATS[issue.format] ?? 'not-valid'];
    // By its discriminator: those of other unions are told by their nearest choice.
    case 'invalid_union':
      return ['not-a-choice'];
    case 'invalid_element':
    case 'invalid_key':
    case 'not_multiple_of':
    case 'unrecognized_keys':
    case 'custom':
    default:
      return ['not-valid'];
  }
}

/** Does this choice of a union take nothing but an empty text? */
const isOfNothing = (issues: readonly Issue[]): boolean =>
  issues.some(
    (issue) =>
      issue.path.length === 0 &&
      issue.code === 'invalid_value' &&
      issue.values.every((value) => value === ''),
  );

/** Is the whole value of another kind than this choice of a union? */
const isOtherKind = (issues: readonly Issue[]): boolean =>
  issues.some((issue) => issue.path.length === 0 && issue.code === 'invalid_type');

/** What is wrong by the choice of a union that was meant: of those of its kind the one with the fewest problems. */
function nearestOf(choices: readonly Issue[][]): readonly Issue[] {
  const meant = choices.filter((issues) => !isOfNothing(issues));
  const ofKind = meant.filter((issues) => !isOtherKind(issues));
  const [nearest] = ofKind.toSorted((a, b) => a.length - b.length);
  return nearest ?? meant[0] ?? choices[0] ?? [];
}

/** Stands where a schema says nothing of its own. */
const NOTHING_SAID = '';

function problemsOf(issue: Issue, above: readonly PropertyKey[] = []): FieldProblem[] {
  const whole = [...above, ...issue.path];
  const path = whole.map(String).join('.');
  const own = codeOfSentence.get(issue.message);
  if (own !== undefined) return [fieldProblem(path, own)];
  const isOwn = issue.message !== NOTHING_SAID;
  if (issue.code === 'invalid_union' && issue.errors.length > 0 && !isOwn)
    return isEmpty(issue.input)
      ? [fieldProblem(path, 'required')]
      : nearestOf(issue.errors).flatMap((inner) => problemsOf(inner, whole));
  const [code, values] = kindOf(issue);
  return [fieldProblem(path, code, values, issue.message || undefined)];
}

/** A value parsed by a schema of the contract, or what is wrong with it: the same on the server and in a form. */
export function parseFields<Output>(
  schema: z.ZodType<Output>,
  value: unknown,
): { readonly data: Output; readonly problems: null } | { readonly problems: FieldProblem[] } {
  const parsed = schema.safeParse(value, { reportInput: true, error: () => NOTHING_SAID });
  if (parsed.success) return { data: parsed.data, problems: null };
  const problems = parsed.error.issues.flatMap((issue) => problemsOf(issue));
  // A number that is too large for any whole number and for its field is told its field's bound, the later of the two.
  const told = new Map(problems.map((problem) => [`${problem.path} ${problem.code}`, problem]));
  return { problems: [...told.values()] };
}
