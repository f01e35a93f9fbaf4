import { NumberInput, TextInput, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { DayInput } from './day-input.tsx';

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
function useFormField({ name, label, help, isRequired, isDisabled, placeholder }: FieldProps) {
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

/** A line of text. `inputMode` picks a phone's keyboard. */
export function TextField(
  props: FieldProps & {
    type?: 'text' | 'email' | 'tel' | 'time';
    inputMode?: 'text' | 'email' | 'tel' | 'numeric';
    autoComplete?: string;
  },
) {
  const { field, input } = useFormField(props);
  return (
    <TextInput
      {...input}
      type={props.type ?? 'text'}
      inputMode={props.inputMode}
      autoComplete={props.autoComplete}
      value={asString(field.value)}
      onChange={field.onChange}
    />
  );
}

/** Several lines of text; grows with what is typed. */
export function TextAreaField(props: FieldProps & { minRows?: number; maxLength?: number }) {
  const { field, input } = useFormField(props);
  return (
    <Textarea
      {...input}
      autosize
      minRows={props.minRows ?? 2}
      maxRows={10}
      maxLength={props.maxLength}
      value={asString(field.value)}
      onChange={field.onChange}
    />
  );
}

/** An amount in whole rupees with Indian grouping; the form holds a number, or null when empty. */
export function AmountField(props: FieldProps) {
  const { field, input } = useFormField(props);
  const value: unknown = field.value;
  return (
    <NumberInput
      {...input}
      inputMode="numeric"
      prefix="₹"
      hideControls
      allowDecimal={false}
      allowNegative={false}
      thousandSeparator=","
      thousandsGroupStyle="lakh"
      value={typeof value === 'number' ? value : ''}
      onChange={(next) => field.onChange(next === '' ? null : Number(next))}
    />
  );
}

/** A day; the form holds `YYYY-MM-DD`, or null. */
export function DayField(props: FieldProps & { min?: string; max?: string }) {
  const { field, input } = useFormField(props);
  return (
    <DayInput
      label={props.label}
      description={input.description}
      error={input.error}
      isRequired={props.isRequired === true}
      isDisabled={props.isDisabled === true}
      inputRef={field.ref}
      value={asString(field.value) || null}
      onChange={field.onChange}
      onBlur={field.onBlur}
      {...(props.min !== undefined && { min: props.min })}
      {...(props.max !== undefined && { max: props.max })}
    />
  );
}

/** A clock time by the browser's own input; the form holds `HH:mm`, or ''. */
export function TimeField(props: FieldProps) {
  return <TextField {...props} type="time" />;
}

function asString(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
