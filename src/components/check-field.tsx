import { Checkbox } from '@mantine/core';
import { useController, useFormContext } from 'react-hook-form';

/** A yes or no; the form holds a boolean. */
export function CheckField({ name, label }: { name: string; label: string }) {
  const { control } = useFormContext();
  const { field } = useController({ name, control });
  return (
    <Checkbox
      ref={field.ref}
      name={name}
      label={label}
      checked={field.value === true}
      onBlur={field.onBlur}
      onChange={(event) => field.onChange(event.currentTarget.checked)}
    />
  );
}
