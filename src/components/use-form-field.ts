import type { ReactNode } from 'react';
import { useController, useFormContext } from 'react-hook-form';

/** What every field takes; `name` is the field's path in the form around it. */
export interface FieldProps {
  name: string;
  label: string;
  /** Help under the field. */
  help?: ReactNode;
  isRequired?: boolean;
  isDisabled?: boolean;
  placeholder?: string;
}

/** The state and input props of a field in the form around it. */
export function useFormField({
  name,
  label,
  help,
  isRequired,
  isDisabled,
  placeholder,
}: FieldProps) {
  const { control } = useFormContext();
  const { field, fieldState } = useController({ name, control });
  const input = {
    ref: field.ref,
    name,
    label,
    placeholder,
    description: help,
    error: fieldState.error?.message,
    withAsterisk: isRequired === true,
    disabled: isDisabled === true,
    onBlur: field.onBlur,
    // Labels above, help below the input, the error under it.
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
      'label' | 'input' | 'description' | 'error'
    )[],
  };
  return { field, input };
}
