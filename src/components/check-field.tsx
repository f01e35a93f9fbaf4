import { Checkbox } from '@mantine/core';
import { useFormContext } from 'react-hook-form';

/** A yes or no; the form holds a boolean. */
export function CheckField({ name, label }: { name: string; label: string }) {
  const { register, getFieldState, formState } = useFormContext();
  const { error } = getFieldState(name, formState);
  return <Checkbox label={label} error={error?.message} {...register(name)} />;
}
