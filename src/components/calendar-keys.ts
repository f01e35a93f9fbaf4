import { useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent } from 'react';

/** How the calendar of a day input stands: as the input has it, with the focus in it, or shut while the input has the focus. */
type Standing = 'byInput' | 'entered' | 'shut';

/** A dialog around leaves Escape to the calendar that is shown. */
const OWN_ESCAPE = { 'data-mantine-stop-propagation': 'true' };

/** Every button of a calendar. */
const attributes = {
  day: OWN_ESCAPE,
  calendarHeaderControl: OWN_ESCAPE,
  calendarHeaderLevel: OWN_ESCAPE,
  monthsListControl: OWN_ESCAPE,
  yearsListControl: OWN_ESCAPE,
};

/** Enter confirms the day: it does not send the form that the day stands in. */
export function keepEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}

/**
 * The calendar of a day input by keys: an arrow down goes into it, to the day that is chosen or else to `today`; there
 * arrows go from day to day, Enter takes one, and both that and Escape lead back to the input. By itself the calendar stands
 * at the end of the page, where Tab does not find it, and shuts as soon as the input is left.
 */
export function useCalendarKeys({ value, today }: { value: string | null; today: string }) {
  const [standing, setStanding] = useState<Standing>('byInput');
  const input = useRef<HTMLInputElement | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const isEntered = standing === 'entered';
  const isShown = standing === 'byInput' ? isOpen : isEntered;
  const leave = () => {
    setIsOpen(false);
    if (!isEntered) return;
    setStanding('shut');
    input.current?.focus();
  };
  const asInputHasIt = () => {
    if (standing === 'shut') setStanding('byInput');
  };
  const open = () => {
    asInputHasIt();
    setIsOpen(true);
  };
  return {
    /** When a day was chosen. */
    leave,
    calendar: { attributes },
    /** Where the focus goes in the calendar. */
    dayProps: (day: string) => (day === (value ?? today) ? { 'data-autofocus': true } : {}),
    input: {
      ...(isShown ? OWN_ESCAPE : {}),
      'aria-keyshortcuts': 'ArrowDown',
      onFocus: () => setIsOpen(true),
      onClick: open,
      onInput: open,
      onBlur: (event: FocusEvent<HTMLInputElement>) => {
        input.current = event.currentTarget;
        asInputHasIt();
        setIsOpen(false);
      },
      onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
        keepEnter(event);
        if (event.key === 'Escape') setIsOpen(false);
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        input.current = event.currentTarget;
        setStanding('entered');
      },
    },
    popover: {
      trapFocus: isEntered,
      opened: isShown,
      onChange: (opened: boolean) => {
        if (!opened) leave();
      },
    },
  };
}
