import { TextInput } from '@mantine/core';
import type { TextInputProps } from '@mantine/core';
import { PIN_LENGTH } from '../lib/pin-rules.ts';
import classes from './pin-input.module.css';
import { useFormField } from './use-form-field.ts';
import type { FieldProps } from './use-form-field.ts';

/** Six digits, shown as dots, by the phone's own big number keys; no keeper of passwords is asked. */
export function PinInput({
  onDigits,
  ...props
}: Omit<TextInputProps, 'onChange'> & { onDigits: (digits: string) => void }) {
  return (
    <TextInput
      {...props}
      classNames={{ input: classes.input ?? '' }}
      type="text"
      inputMode="numeric"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      maxLength={PIN_LENGTH}
      onChange={(event) => onDigits(event.currentTarget.value.replace(/\D/g, ''))}
    />
  );
}

/** A PIN in a form. */
export function PinField(props: FieldProps) {
  const { field, input } = useFormField(props);
  const value = typeof field.value === 'string' ? field.value : '';
  return <PinInput {...input} value={value} onDigits={field.onChange} />;
}
