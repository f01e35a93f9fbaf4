import { Checkbox } from '@mantine/core';
import { useFormContext } from 'react-hook-form';

/** A yes or no; the form holds a boolean. */
export function CheckField({ name, label }: { name: string; label: string }) {
  const { register } = useFormContext();
  return <Checkbox label={label} {...register(name)} />;
}
