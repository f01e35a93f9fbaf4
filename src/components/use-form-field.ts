import { Fragment, createElement, useContext, useMemo } from 'react';
import type { ParseKeys } from 'i18next';
import type { ReactNode } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { helpOf, useText } from '../lib/texts/texts.ts';
import { plainWords } from '../lib/value-words.ts';
import { FormSchema, fieldRules } from './field-rules.ts';
import type { Filling } from './field-rules.ts';
import { useTheirs } from './form-conflicts.tsx';

/** What a field is called: by its text in the catalogue, whose help is shown too, or by words made elsewhere. */
type FieldWords = { text: ParseKeys; label?: undefined } | { text?: undefined; label: string };

/** What every field takes; `name` is the field's path in the form around it. */
export type FieldProps = FieldWords & {
  name: string;
  /** Help under the field; without, that of its text, if it has one. */
  help?: ReactNode;
  /** Marks it; without, as the form's schema has it. */
  isRequired?: boolean;
  isDisabled?: boolean;
  placeholder?: string;
  /** The person changed it. */
  onChanged?: (value: unknown) => void;
  /** Its label is for screen readers: what stands around it says the same. */
  isLabelHidden?: boolean;
};

/** The state and input props of a field in the form around it. `words`: how a value of it is told. */
export function useFormField(
  props: FieldProps,
  words: (value: unknown) => string = plainWords,
  filling: Filling = 'typed',
) {
  const { name, text, isRequired, isDisabled, placeholder, onChanged, isLabelHidden } = props;
  const t = useText();
  const label = text === undefined ? props.label : t(text);
  const help = props.help === undefined && text !== undefined ? helpOf(text) : props.help;
  const { control } = useFormContext();
  const { field: held, fieldState } = useController({ name, control });
  const field = {
    ...held,
    onChange: (value: unknown) => {
      held.onChange(value);
      onChanged?.(value);
    },
  };
  const theirs = useTheirs({ name, label }, words);
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
  return { field, input, rules, label };
}
