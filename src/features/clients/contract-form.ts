import { zodResolver } from '@hookform/resolvers/zod';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import type {
  DefaultValues,
  FieldErrors,
  FieldPath,
  FieldValues,
  Resolver,
  UseFormReturn,
} from 'react-hook-form';
import { z } from 'zod';
import { CONTRACT_PROBLEMS } from '../../../contract/client-contract.ts';
import type { ContractProblem } from '../../../contract/client-contract.ts';
import { useText } from '../../lib/texts/texts.ts';

const problemOf = new Map<string, ContractProblem>(
  (Object.keys(CONTRACT_PROBLEMS) as ContractProblem[]).map((key) => [CONTRACT_PROBLEMS[key], key]),
);

/** A sentence of the contract in the reader's language; one that it does not have says only that something is wrong. */
function problemWords(t: TFunction, sentence: string): string {
  const problem = problemOf.get(sentence);
  return t(problem === undefined ? 'clients.problem' : `clients.problems.${problem}`);
}

/** The same errors, their messages in the reader's language. Inputs (`ref`) stay as they are. */
function worded(errors: unknown, t: TFunction): unknown {
  if (Array.isArray(errors)) return errors.map((each) => worded(each, t));
  if (typeof errors !== 'object' || errors === null) return errors;
  return Object.fromEntries(
    Object.entries(errors).map(([key, value]) => {
      if (key === 'message' && typeof value === 'string') return [key, problemWords(t, value)];
      return [key, key === 'ref' || key === 'types' ? value : worded(value, t)];
    }),
  );
}

/**
 * A form over a schema of the contract: the same rules as on the server, said in the reader's language. `Values` is what
 * the inputs hold, which may be emptier than what the schema takes.
 */
export function useContractForm<Values extends FieldValues, Output>(
  schema: z.ZodType<Output>,
  defaultValues: DefaultValues<Values>,
): UseFormReturn<Values, unknown, Output> {
  const t = useText();
  const resolver = useMemo<Resolver<Values, unknown, Output>>(() => {
    // The schema looks at unknown input as well; its input type is narrower only on paper.
    const check = zodResolver(schema as z.ZodType<Output, Values>);
    return async (values, context, options) => {
      const result = await check(values, context, options);
      const errors = worded(result.errors, t) as FieldErrors<Values>;
      return Object.keys(errors).length === 0 ? result : { values: {}, errors };
    };
  }, [schema, t]);
  return useForm<Values, unknown, Output>({
    resolver,
    defaultValues,
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    shouldFocusError: true,
  });
}

const refusalSchema = z.object({
  details: z.object({ problems: z.array(z.object({ path: z.string(), message: z.string() })) }),
});

/** Shows the fields that the server refused at these fields. Returns their paths, none when the error names none. */
export function showRefusal<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: unknown,
  t: TFunction,
): string[] {
  const parsed = refusalSchema.safeParse(error);
  if (!parsed.success) return [];
  const { problems } = parsed.data.details;
  for (const { path, message } of problems) {
    const field = path as FieldPath<Values>;
    form.setError(field, { type: 'server', message: problemWords(t, message) });
  }
  return problems.map(({ path }) => path);
}
