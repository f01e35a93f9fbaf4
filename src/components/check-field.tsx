import { Checkbox, Switch } from '@mantine/core';
import { useFormContext } from 'react-hook-form';
import { plainWords } from '../lib/value-words.ts';
import { useTheirs } from './form-conflicts.tsx';
import { useFormField } from './use-form-field.ts';
import type { FieldProps } from './use-form-field.ts';

/** A yes or no; the form holds a boolean. */
export function CheckField({ name, label }: { name: string; label: string }) {
  const { register, getFieldState, formState } = useFormContext();
  const { error } = getFieldState(name, formState);
  const theirs = useTheirs({ name, label }, plainWords);
  return <Checkbox label={label} description={theirs} error={error?.message} {...register(name)} />;
}

/** A yes or no that is switched; the form holds a boolean. */
export function SwitchField(props: FieldProps) {
  const {
    field: { value, onChange, ...field },
    input,
    label,
  } = useFormField(props);
  return (
    <Switch
      {...field}
      label={label}
      description={input.description}
      error={input.error}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
