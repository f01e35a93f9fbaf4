import { MultiSelect, Select } from '@mantine/core';
import { useState } from 'react';
import { formatRupees } from '../lib/money.ts';
import { toldApart } from '../lib/told-apart.ts';
import type { Choosable } from '../lib/told-apart.ts';
import { useText } from '../lib/texts/texts.ts';
import { AmountInput } from './amount-input.tsx';
import { DayInput } from './day-input.tsx';
import { usePhone } from './use-phone.ts';
import type { FilterAccess, FilterValue } from './use-url-filters.ts';
import classes from './filter-bar.module.css';

/** One choice of a filter. */
export interface FilterOption {
  value: string;
  label: string;
}

/** The choices for values that have words, or are their own. */
export const choices = <Value extends string>(
  values: readonly Value[],
  words: (value: Value) => string = (value) => value,
): FilterOption[] => values.map((value) => ({ value, label: words(value) }));

/** The choices for people. */
export function peopleChoices(people: readonly Choosable[]): FilterOption[] {
  const nameOf = toldApart(people);
  return people.map((person) => ({ value: person._id, label: nameOf(person) }));
}

/** A filter of a list by what it asks for; keys name filters of the list's definition. */
export type FilterField =
  | {
      kind: 'choice';
      key: string;
      label: string;
      options: readonly FilterOption[];
      /** The choice that holds while none is made (a list of months shows this one): it stands in the input. */
      whenEmpty?: string;
    }
  | { kind: 'multi'; key: string; label: string; options: readonly FilterOption[] }
  | { kind: 'dayRange'; fromKey: string; toKey: string; label: string }
  | { kind: 'amountRange'; minKey: string; maxKey: string; label: string };

/** A filter by one of several values. */
export const choiceField = (
  key: string,
  label: string,
  options: readonly FilterOption[],
): FilterField => ({ kind: 'choice', key, label, options });

interface ControlProps {
  field: FilterField;
  filters: FilterAccess;
  /** Labels stand above (in the "more" part); in the bar the label is the placeholder. */
  isLabelled?: boolean;
}

/** The input of one filter. */
export function FilterControl({ field, filters, isLabelled = false }: ControlProps) {
  const t = useText();
  const isPhone = usePhone();
  if (field.kind === 'dayRange') return <DayRange field={field} filters={filters} />;
  if (field.kind === 'amountRange') return <AmountRange field={field} filters={filters} />;
  const placeholder = isLabelled ? t('common.any') : field.label;
  const shared = {
    className: classes.control,
    label: isLabelled ? field.label : undefined,
    'aria-label': field.label,
    data: [...field.options],
    // With a keyboard every one is chosen by its letters; on a phone few choices bring up no keyboard.
    searchable: !isPhone || field.options.length > 8,
    clearable: true,
    maxDropdownHeight: 320,
  };
  if (field.kind === 'choice') {
    return (
      <Select
        {...shared}
        placeholder={placeholder}
        clearable={field.whenEmpty === undefined}
        allowDeselect={field.whenEmpty === undefined}
        value={asText(filters.read(field.key)) || (field.whenEmpty ?? null)}
        onChange={(value) =>
          filters.change({ [field.key]: value === field.whenEmpty ? null : value })
        }
      />
    );
  }
  const chosen = asList(filters.read(field.key));
  return (
    <MultiSelect
      {...shared}
      hidePickedOptions={false}
      // The first stands for all in one line; each has its chip below.
      placeholder={
        chosen.length === 0 ? placeholder : chosen.length > 1 ? `+${chosen.length - 1}` : ''
      }
      value={[...chosen]}
      onChange={(values) => filters.change({ [field.key]: values })}
    />
  );
}

function DayRange({
  field,
  filters,
}: {
  field: Extract<FilterField, { kind: 'dayRange' }>;
  filters: FilterAccess;
}) {
  const t = useText();
  const from = asText(filters.read(field.fromKey)) || null;
  const to = asText(filters.read(field.toKey)) || null;
  return (
    <fieldset className={classes.range} aria-label={field.label}>
      <DayInput
        className={classes.day ?? ''}
        label={`${field.label} · ${t('common.from')}`}
        value={from}
        {...(to !== null && { max: to })}
        isClearable
        onChange={(day) => filters.change({ [field.fromKey]: day })}
      />
      <DayInput
        className={classes.day ?? ''}
        label={t('common.to')}
        value={to}
        {...(from !== null && { min: from })}
        isClearable
        onChange={(day) => filters.change({ [field.toKey]: day })}
      />
    </fieldset>
  );
}

function AmountRange({
  field,
  filters,
}: {
  field: Extract<FilterField, { kind: 'amountRange' }>;
  filters: FilterAccess;
}) {
  const t = useText();
  // What filters nothing yet: what is no amount, and ends of which the greatest is below the least.
  const [typed, setTyped] = useState<Readonly<Record<string, number | null>>>({});
  const [isLeft, setIsLeft] = useState(false);
  const applied = {
    [field.minKey]: asAmount(filters.read(field.minKey)),
    [field.maxKey]: asAmount(filters.read(field.maxKey)),
  };
  const isOpen = (ends: typeof applied) =>
    Object.values(ends).some(Number.isNaN) || isBackwards(ends[field.minKey], ends[field.maxKey]);
  const meant = { ...applied, ...typed };
  const shown = isOpen(meant) ? meant : applied;
  const [least, most] = [shown[field.minKey], shown[field.maxKey]];
  const ends = [
    { key: field.minKey, label: `${field.label} · ${t('table.minAmount')}`, error: undefined },
    {
      key: field.maxKey,
      label: t('table.maxAmount'),
      error:
        isLeft && isBackwards(least, most)
          ? t('problems.too-small', { least: formatRupees(least ?? 0) })
          : undefined,
    },
  ];
  return (
    <fieldset className={classes.range} aria-label={field.label}>
      {ends.map(({ key, label, error }) => (
        <AmountInput
          key={key}
          className={classes.amount}
          label={label}
          error={error}
          value={shown[key] ?? null}
          onBlur={() => setIsLeft(true)}
          onChange={(value) => {
            const next = { ...shown, [key]: value };
            setIsLeft(false);
            setTyped(isOpen(next) ? next : {});
            if (!isOpen(next)) filters.change(next);
          }}
        />
      ))}
    </fieldset>
  );
}

const isBackwards = (least: number | null = null, most: number | null = null) =>
  least !== null && most !== null && most < least;

/** A filter's value as text; '' when it is none. */
export function asText(value: FilterValue): string {
  return typeof value === 'string' ? value : '';
}

/** A filter's value as a list; [] when it is none. */
export function asList(value: FilterValue): readonly string[] {
  return typeof value === 'object' && value !== null ? value : [];
}

/** A filter's value as an amount; null when it is none. */
export function asAmount(value: FilterValue): number | null {
  return typeof value === 'number' ? value : null;
}
