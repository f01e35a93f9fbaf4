import { TextInput } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import { DAY_FORMAT, parseDay, today } from '../lib/dates.ts';
import { defined } from '../lib/defined.ts';
import { useText } from '../lib/texts/texts.ts';
import { keepEnter, useCalendarKeys } from './calendar-keys.ts';
import { usePhone } from './use-phone.ts';

/** What a day input takes; days are `YYYY-MM-DD`, null is none. */
export interface DayInputProps {
  label: ReactNode;
  value: string | null;
  onChange: (day: string | null) => void;
  onBlur?: () => void;
  min?: string;
  max?: string;
  description?: ReactNode;
  error?: ReactNode;
  isRequired?: boolean;
  isDisabled?: boolean;
  isClearable?: boolean;
  className?: string;
  inputRef?: Ref<HTMLInputElement>;
}

/** What helps stands below the input, as in every form. */
const BELOW: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
];

/** A day as DD-MM-YYYY: typed or picked from a calendar; a phone's own picker on a phone. */
export function DayInput(props: DayInputProps) {
  const t = useText();
  const isPhone = usePhone();
  const calendar = useCalendarKeys({ value: props.value, today: today() });
  const shared = defined({
    label: props.label,
    description: props.description,
    error: props.error,
    inputWrapperOrder: BELOW,
    withAsterisk: props.isRequired === true,
    disabled: props.isDisabled === true,
    className: props.className,
    ref: props.inputRef,
  });
  if (isPhone) {
    return (
      <TextInput
        {...shared}
        {...defined({ onBlur: props.onBlur })}
        onKeyDown={keepEnter}
        type="date"
        min={props.min}
        max={props.max}
        value={props.value ?? ''}
        onChange={(event) => props.onChange(event.currentTarget.value || null)}
      />
    );
  }
  return (
    <DateInput
      {...shared}
      {...calendar.input}
      onBlur={(event) => {
        calendar.input.onBlur(event);
        props.onBlur?.();
      }}
      value={props.value}
      valueFormat={DAY_FORMAT}
      placeholder={t('widgets.dayHint')}
      {...defined({ minDate: props.min, maxDate: props.max })}
      clearable={props.isClearable === true}
      clearButtonProps={{ 'aria-label': t('common.clear') }}
      dateParser={parseDay}
      leftSection={<IconCalendar size={16} stroke={1.8} aria-hidden />}
      onChange={(day) => {
        props.onChange(day);
        calendar.leave();
      }}
    />
  );
}
