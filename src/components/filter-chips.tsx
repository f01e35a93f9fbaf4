import { IconX } from '@tabler/icons-react';
import { formatDay } from '../lib/dates.ts';
import { formatRupees } from '../lib/money.ts';
import { useText } from '../lib/texts/texts.ts';
import { asAmount, asList, asText } from './filter-control.tsx';
import type { FilterField } from './filter-control.tsx';
import type { FilterAccess, FilterValue } from './use-url-filters.ts';
import classes from './filter-bar.module.css';

interface Chip {
  id: string;
  words: string;
  without: Readonly<Record<string, FilterValue>>;
}

/** A chip for each filter that is on, each taken away by a click, and "Clear all". */
export function FilterChips({
  fields,
  filters,
}: {
  fields: readonly FilterField[];
  filters: FilterAccess;
}) {
  const t = useText();
  const chips = fields.flatMap((field) => chipsOf(field, filters));
  if (chips.length === 0) return null;
  return (
    <div className={classes.chips}>
      {chips.map((chip) => (
        <button
          key={chip.id}
          type="button"
          className={classes.chip}
          aria-label={t('table.removeFilter', { name: chip.words })}
          onClick={() => filters.change(chip.without)}
        >
          {chip.words}
          <IconX size={13} aria-hidden />
        </button>
      ))}
      <button type="button" className={classes.clear} onClick={filters.clear}>
        {t('common.clearAll')}
      </button>
    </div>
  );
}

function chipsOf(field: FilterField, filters: FilterAccess): Chip[] {
  switch (field.kind) {
    case 'choice': {
      const value = asText(filters.read(field.key));
      return value === '' ? [] : [optionChip(field, value, null)];
    }
    case 'multi': {
      const values = asList(filters.read(field.key));
      return values.map((value) =>
        optionChip(
          field,
          value,
          values.filter((each) => each !== value),
        ),
      );
    }
    case 'dayRange': {
      const from = asText(filters.read(field.fromKey));
      const to = asText(filters.read(field.toKey));
      const words = rangeWords(from && formatDay(from), to && formatDay(to));
      return rangeChip(field.label, words, [field.fromKey, field.toKey]);
    }
    case 'amountRange': {
      const min = asAmount(filters.read(field.minKey));
      const max = asAmount(filters.read(field.maxKey));
      const words = rangeWords(
        min === null ? '' : formatRupees(min),
        max === null ? '' : formatRupees(max),
      );
      return rangeChip(field.label, words, [field.minKey, field.maxKey]);
    }
  }
}

function optionChip(
  field: Extract<FilterField, { kind: 'choice' | 'multi' }>,
  value: string,
  rest: FilterValue,
): Chip {
  const label = field.options.find((option) => option.value === value)?.label ?? value;
  return {
    id: `${field.key}:${value}`,
    words: `${field.label}: ${label}`,
    without: { [field.key]: rest },
  };
}

function rangeChip(label: string, words: string, keys: readonly string[]): Chip[] {
  if (words === '') return [];
  const without = Object.fromEntries(keys.map((key) => [key, null]));
  return [{ id: keys.join(':'), words: `${label}: ${words}`, without }];
}

function rangeWords(from: string, to: string): string {
  if (from === '' && to === '') return '';
  if (to === '') return `≥ ${from}`;
  return from === '' ? `≤ ${to}` : `${from} – ${to}`;
}
