import { NumberInput } from '@mantine/core';
import { defined } from '../lib/defined.ts';
import { useFormField } from './use-form-field.ts';
import type { FieldProps } from './use-form-field.ts';

/**
 * A number and a unit behind it; the form holds it, or null when empty. `decimals`: so many digits after the point can be
 * typed. Where the number is whole a point is taken all the same, and told: without it 12.5 would become 125.
 */
export function NumberField(props: FieldProps & { suffix?: string; decimals?: number }) {
  const { suffix = '', decimals = 0 } = props;
  const { field, input, rules } = useFormField(props, (number) =>
    typeof number === 'number' ? `${number}${suffix}` : '',
  );
  const value: unknown = field.value;
  return (
    <NumberInput
      {...input}
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
      hideControls
      allowNegative={false}
      {...defined({ min: rules.least, max: rules.most })}
      // What is out of range is told, not changed.
      clampBehavior="none"
      {...(decimals > 0 && { decimalScale: decimals })}
      value={typeof value === 'number' ? value : ''}
      onChange={(next) => field.onChange(next === '' ? null : Number(next))}
      suffix={suffix}
    />
  );
}
