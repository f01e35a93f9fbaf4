import { TextInput, Textarea } from '@mantine/core';
import type { TextareaProps } from '@mantine/core';
import { formatDay } from '../lib/dates.ts';
import { formatRupees } from '../lib/money.ts';
import { AmountInput } from './amount-input.tsx';
import { DayInput } from './day-input.tsx';
import { NO_DAY } from './use-typed-day.ts';
import { useFormField } from './use-form-field.ts';
import type { FieldProps } from './use-form-field.ts';
import classes from './form.module.css';

export type { FieldProps } from './use-form-field.ts';

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

/** Lines of text that grow with what is typed, by the style sheet: measuring it by script holds up the screen that it is on. */
export function GrowingText({ rows, isCode, ...props }: TextareaProps & { isCode?: boolean }) {
  return (
    <Textarea
      {...props}
      rows={rows ?? 2}
      style={{ '--rc-rows': rows ?? 2 }}
      classNames={{ input: `${classes.growing} ${isCode === true ? classes.code : ''}` }}
    />
  );
}

/** Several lines of text. `isCode`: its signs stand under each other. */
export function TextAreaField(
  props: FieldProps & { minRows?: number; maxLength?: number; isCode?: boolean },
) {
  const { field, input } = useFormField(props);
  return (
    <GrowingText
      {...input}
      rows={props.minRows}
      isCode={props.isCode === true}
      maxLength={props.maxLength}
      value={asString(field.value)}
      onChange={field.onChange}
    />
  );
}

/** An amount in whole rupees; the form holds a number, null when empty, or NaN, which no schema takes. */
export function AmountField(props: FieldProps) {
  const { field, input } = useFormField(props, (amount) =>
    typeof amount === 'number' ? formatRupees(amount) : '',
  );
  const value: unknown = field.value;
  return (
    <AmountInput
      {...input}
      value={typeof value === 'number' ? value : null}
      onChange={field.onChange}
    />
  );
}

/** A day; the form holds `YYYY-MM-DD`, null when empty, or `NO_DAY`. */
export function DayField(
  props: FieldProps & { min?: string; max?: string; isClearable?: boolean },
) {
  const { field, input, label } = useFormField(
    props,
    (day) => (asString(day) ? formatDay(asString(day)) : ''),
    'chosen',
  );
  return (
    <DayInput
      label={label}
      description={input.description}
      error={input.error}
      isRequired={input.withAsterisk}
      isDisabled={props.isDisabled === true}
      isClearable={props.isClearable === true}
      inputRef={field.ref}
      value={asString(field.value) || null}
      noDay={NO_DAY}
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
