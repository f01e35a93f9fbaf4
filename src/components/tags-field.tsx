import { TagsInput } from '@mantine/core';
import { useFormField } from './use-form-field.ts';
import type { FieldProps } from './use-form-field.ts';

/** Several short names, each typed and ended with Enter or a comma, or taken from the suggestions; the form holds a list. */
export function TagsField(props: FieldProps & { suggestions?: readonly string[] }) {
  const { field, input } = useFormField(props);
  const value: unknown = field.value;
  const chosen = Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
  return (
    <TagsInput
      {...input}
      placeholder={chosen.length === 0 ? (props.placeholder ?? '') : ''}
      data={[...(props.suggestions ?? [])]}
      splitChars={[',', ';']}
      acceptValueOnBlur
      maxDropdownHeight={240}
      comboboxProps={{ shadow: 'md' }}
      value={chosen}
      onChange={field.onChange}
    />
  );
}
