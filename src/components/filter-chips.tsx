import { IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { formatDay } from '../lib/dates.ts';
import { formatRupees } from '../lib/money.ts';
import { useText } from '../lib/texts/texts.ts';
import { asAmount, asList, asText } from './filter-control.tsx';
import type { FilterField } from './filter-control.tsx';
import { useFocusHeir } from './focus-heir.ts';
import type { FilterAccess, FilterValue } from './use-url-filters.ts';
import classes from './filter-bar.module.css';

interface Chip {
  id: string;
  /** Its filter's. */
  label: string;
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
  const chips = fields.flatMap((field) => chipsOf(field, filters));
  if (chips.length === 0) return null;
  return (
    <div className="rc-row-6">
      <div className={classes.each}>
        {chips.map((chip) => (
          <FilterChip key={chip.id} chip={chip} filters={filters} />
        ))}
      </div>
      <ClearAll filters={filters} />
    </div>
  );
}

/** The filter's own control, else the button that more of them are behind. */
const controlOf =
  (label: string | null) =>
  (gone: HTMLElement): HTMLElement | null => {
    const bar = gone.closest('search');
    const named = [...(bar?.querySelectorAll<HTMLElement>('input, fieldset') ?? [])].find(
      (each) => label === null || each.getAttribute('aria-label') === label,
    );
    const control = named?.matches('fieldset') ? named.querySelector('input') : named;
    return control ?? bar?.querySelector<HTMLElement>('button[aria-expanded]') ?? null;
  };

function FilterChip({ chip, filters }: { chip: Chip; filters: FilterAccess }) {
  const t = useText();
  const button = useRef<HTMLButtonElement>(null);
  useFocusHeir(button, { next: controlOf(chip.label) });
  return (
    <button
      ref={button}
      type="button"
      className={classes.chip}
      aria-label={t('table.removeFilter', { name: chip.words })}
      onClick={() => filters.change(chip.without)}
    >
      {chip.words}
      <IconX size={13} aria-hidden />
    </button>
  );
}

function ClearAll({ filters }: { filters: FilterAccess }) {
  const t = useText();
  const button = useRef<HTMLButtonElement>(null);
  useFocusHeir(button, { next: controlOf(null) });
  return (
    <button ref={button} type="button" className={classes.clear} onClick={filters.clear}>
      {t('common.clearAll')}
    </button>
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
    label: field.label,
    words: `${field.label}: ${label}`,
    without: { [field.key]: rest },
  };
}

function rangeChip(label: string, words: string, keys: readonly string[]): Chip[] {
  if (words === '') return [];
  const without = Object.fromEntries(keys.map((key) => [key, null]));
  return [{ id: keys.join(':'), label, words: `${label}: ${words}`, without }];
}

function rangeWords(from: string, to: string): string {
  if (from === '' && to === '') return '';
  if (to === '') return `≥ ${from}`;
  return from === '' ? `≤ ${to}` : `${from} – ${to}`;
}
