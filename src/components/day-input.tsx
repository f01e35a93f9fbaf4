import { TextInput } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { DAY_FORMAT, parseDay } from '../lib/dates.ts';
import { defined } from '../lib/defined.ts';
import { useText } from '../lib/texts/texts.ts';
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

/** Enter confirms the day: it does not send the form that the day stands in. */
function keepEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}

/** A day as DD-MM-YYYY: typed or picked from a calendar; a phone's own picker on a phone. */
export function DayInput(props: DayInputProps) {
  const t = useText();
  const isPhone = usePhone();
  const shared = defined({
    label: props.label,
    description: props.description,
    error: props.error,
    inputWrapperOrder: BELOW,
    withAsterisk: props.isRequired === true,
    disabled: props.isDisabled === true,
    onBlur: props.onBlur,
    className: props.className,
    ref: props.inputRef,
    onKeyDown: keepEnter,
  });
  if (isPhone) {
    return (
      <TextInput
        {...shared}
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
      value={props.value}
      valueFormat={DAY_FORMAT}
      placeholder={t('widgets.dayHint')}
      {...defined({ minDate: props.min, maxDate: props.max })}
      clearable={props.isClearable === true}
      clearButtonProps={{ 'aria-label': t('common.clear') }}
      dateParser={parseDay}
      leftSection={<IconCalendar size={16} stroke={1.8} aria-hidden />}
      popoverProps={{ shadow: 'md' }}
      onChange={props.onChange}
    />
  );
}
