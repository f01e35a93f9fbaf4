import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { showError } from '../../components/toast-store.ts';
import { readPosition } from '../../lib/position.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { Place } from '../../offline/loan-search.ts';
import { onVaultClosed } from '../../offline/vault.ts';
import { DAY_SORTS } from './field-day-queries.ts';
import type { DaySort } from './field-day-queries.ts';

/** What the day's list shows now. */
export interface DayView {
  /** The whole list without sections. */
  isAll: boolean;
  search: string;
  setSearch: (search: string) => void;
  /** What the agent chose; null: nothing, so that the clients' switches say. */
  sort: DaySort | null;
  setSort: (sort: DaySort) => Promise<void>;
  from: Place | null;
  isLocating: boolean;
}

/** Where distances were last measured from; kept while the app runs, so that Back shows the same order. */
let lastPlace: Place | null = null;

// Where one agent was is not the next one's business.
onVaultClosed(() => {
  lastPlace = null;
});

/** The view of the day, kept in the address: words, order, sections or the whole list. */
export function useDayView(): DayView {
  const t = useText();
  const [params, setParams] = useSearchParams();
  const [isLocating, setLocating] = useState(false);
  const [from, setFrom] = useState(lastPlace);
  const change = (name: string, value: string) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const setSort = async (sort: DaySort) => {
    if (sort !== 'distance') {
      change('sort', sort);
      return;
    }
    setLocating(true);
    const position = await readPosition();
    setLocating(false);
    if ('missingReason' in position) {
      showError(t(`fieldDay.noPosition.${position.missingReason}`));
      return;
    }
    lastPlace = { latitude: position.latitude, longitude: position.longitude };
    setFrom(lastPlace);
    change('sort', 'distance');
  };
  return {
    isAll: params.get('view') === 'all',
    search: params.get('search') ?? '',
    setSearch: (search) => change('search', search),
    sort: DAY_SORTS.find((sort) => sort === params.get('sort')) ?? null,
    setSort,
    from,
    isLocating,
  };
}
