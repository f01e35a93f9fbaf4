import { typedNumber } from '../../contract/amount-text.ts';
import { useText } from '../lib/texts/texts.ts';
import { TypedNumberInput } from './typed-number-input.tsx';
import type { TypedNumberProps } from './typed-number-input.tsx';
import { useFormField } from './use-form-field.ts';
import type { FieldProps } from './use-form-field.ts';

interface NumberLook {
  /** The unit behind it, which need not be typed. */
  suffix?: string;
  /** Digits after the point are expected, so a phone's keyboard has a point. */
  isFraction?: boolean;
}

/** A number with its unit: "१२", "1,200" and "12 %" are taken; "1e3" and "12,5" stay as typed, and are told. */
export function NumberInput({ suffix = '', isFraction, ...input }: TypedNumberProps & NumberLook) {
  const t = useText();
  return (
    <TypedNumberInput
      {...input}
      inputMode={isFraction === true ? 'decimal' : 'numeric'}
      read={(typed) => typedNumber(typed, suffix)}
      write={(value) => `${value}${suffix}`}
      problem={t('problems.not-a-number')}
    />
  );
}

/** A number and a unit behind it; the form holds it, null when empty, or NaN, which no schema takes. */
export function NumberField({ suffix = '', isFraction, ...props }: FieldProps & NumberLook) {
  const { field, input } = useFormField(props, (number) =>
    typeof number === 'number' ? `${number}${suffix}` : '',
  );
  const value: unknown = field.value;
  return (
    <NumberInput
      {...input}
      value={typeof value === 'number' ? value : null}
      onChange={field.onChange}
      suffix={suffix}
      isFraction={isFraction === true}
    />
  );
}
