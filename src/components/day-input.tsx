import { Input, Popover, TextInput } from '@mantine/core';
import { Calendar } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import type { MouseEvent, ReactNode, Ref } from 'react';
import { today } from '../lib/dates.ts';
import { defined } from '../lib/defined.ts';
import { useText } from '../lib/texts/texts.ts';
import { keepEnter, useCalendarKeys } from './calendar-keys.ts';
import { usePhone } from './use-phone.ts';
import { useTypedDay } from './use-typed-day.ts';
import classes from './day-input.module.css';

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
  /** It may be emptied; a button does so, unless there is a reason against it. */
  isClearable?: boolean;
  hasClearButton?: boolean;
  /** Given instead of a day while none can be read from what is typed; without, the last day counts on. */
  noDay?: string | null;
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
  const isPhone = usePhone();
  if (!isPhone) return <TypedDayInput {...props} />;
  return (
    <TextInput
      {...labelling(props)}
      {...defined({ onBlur: props.onBlur, error: props.error })}
      onKeyDown={keepEnter}
      type="date"
      min={props.min}
      max={props.max}
      value={props.value ?? ''}
      onChange={(event) => props.onChange(event.currentTarget.value || null)}
    />
  );
}

const labelling = (props: DayInputProps) =>
  defined({
    label: props.label,
    description: props.description,
    inputWrapperOrder: BELOW,
    withAsterisk: props.isRequired === true,
    disabled: props.isDisabled === true,
    className: props.className,
    ref: props.inputRef,
  });

function TypedDayInput(props: DayInputProps) {
  const t = useText();
  const typed = useTypedDay(props);
  const keys = useCalendarKeys({ value: typed.day, today: today() });
  const { input } = keys;
  const choose = (day: string | null) => {
    typed.choose(day);
    keys.leave();
  };
  return (
    <Popover
      {...keys.popover}
      position="bottom-start"
      shadow="md"
      withRoles={false}
      disabled={props.isDisabled === true}
    >
      <Popover.Target>
        <TextInput
          {...labelling(props)}
          {...input}
          classNames={{ root: classes.typed ?? '' }}
          error={typed.problem ?? props.error}
          autoComplete="off"
          placeholder={t('widgets.dayHint')}
          leftSection={<IconCalendar size={16} stroke={1.8} aria-hidden />}
          rightSection={
            props.isClearable === true && props.hasClearButton !== false && typed.text !== '' ? (
              <Input.ClearButton aria-label={t('common.clear')} onClick={() => choose(null)} />
            ) : null
          }
          value={typed.text}
          onChange={(event) => typed.type(event.currentTarget.value)}
          onKeyDown={(event) => {
            input.onKeyDown(event);
            if (event.key === 'Enter') typed.leave(event.currentTarget.value);
          }}
          onBlur={(event) => {
            input.onBlur(event);
            typed.leave(event.currentTarget.value);
            props.onBlur?.();
          }}
        />
      </Popover.Target>
      <Popover.Dropdown
        data-dates-dropdown
        onMouseDown={(event: MouseEvent) => event.preventDefault()}
      >
        <DayCalendar props={props} day={typed.day} keys={keys} choose={choose} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** The month of the day that is typed or chosen, until the person goes to another. */
function DayCalendar({
  props,
  day,
  keys,
  choose,
}: {
  props: DayInputProps;
  day: string | null;
  keys: ReturnType<typeof useCalendarKeys>;
  choose: (day: string | null) => void;
}) {
  const [shown, setShown] = useState({ day, month: day ?? today() });
  if (shown.day !== day) setShown({ day, month: day ?? shown.month });
  return (
    <Calendar
      {...keys.calendar}
      __preventFocus
      {...defined({ minDate: props.min, maxDate: props.max })}
      date={shown.month}
      onDateChange={(month) => setShown({ day, month })}
      getDayProps={(each) => ({
        ...keys.dayProps(each),
        selected: each === day,
        onClick: () => choose(each === day && props.isClearable === true ? null : each),
      })}
    />
  );
}
