import { Fragment, createElement, useContext, useMemo } from 'react';
import type { ReactNode } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { plainWords } from '../lib/value-words.ts';
import { FormSchema, fieldRules } from './field-rules.ts';
import type { Filling } from './field-rules.ts';
import { useTheirs } from './form-conflicts.tsx';

/** What every field takes; `name` is the field's path in the form around it. */
export interface FieldProps {
  name: string;
  label: string;
  /** Help under the field. */
  help?: ReactNode;
  /** Marks it; without, as the form's schema has it. */
  isRequired?: boolean;
  isDisabled?: boolean;
  placeholder?: string;
  /** The person changed it. */
  onChanged?: (value: unknown) => void;
  /** Its label is for screen readers: what stands around it says the same. */
  isLabelHidden?: boolean;
}

/** The state and input props of a field in the form around it. `words`: how a value of it is told. */
export function useFormField(
  props: FieldProps,
  words: (value: unknown) => string = plainWords,
  filling: Filling = 'typed',
) {
  const { name, label, help, isRequired, isDisabled, placeholder, onChanged, isLabelHidden } =
    props;
  const { control } = useFormContext();
  const { field: held, fieldState } = useController({ name, control });
  const field = {
    ...held,
    onChange: (value: unknown) => {
      held.onChange(value);
      onChanged?.(value);
    },
  };
  const theirs = useTheirs(props, words);
  const schema = useContext(FormSchema);
  const rules = useMemo(() => fieldRules(schema, name, filling), [schema, name, filling]);
  const input = {
    ref: field.ref,
    name,
    ...(isLabelHidden === true ? { 'aria-label': label } : { label }),
    placeholder,
    description:
      theirs === null ? help : createElement(Fragment, null, help, help ? ' ' : null, theirs),
    error: fieldState.error?.message,
    withAsterisk: isRequired ?? rules.isRequired,
    disabled: isDisabled === true,
    onBlur: field.onBlur,
    // Labels above, help below the input, the error under it.
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
      | 'label'
      | 'input'
      | 'description'
      | 'error'
    )[],
  };
  return { field, input, rules };
}
