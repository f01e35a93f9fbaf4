import { useEffect, useRef, useState } from 'react';
import { showError } from '../../components/toast-store.ts';
import { useAddress } from '../../components/use-address.ts';
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

/**
 * What was searched for, by what stands for it in the address: the browser keeps addresses on the disk, and words are
 * mostly borrowers' names.
 */
const searches = new Map<string, string>();

// Where one agent was, and whom it looked for, is not the next one's business.
onVaultClosed(() => {
  lastPlace = null;
  searches.clear();
});

/** What stands for the words in the address; nothing for none. */
function noteSearch(words: string): string {
  if (words === '') return '';
  const known = [...searches].find(([, each]) => each === words)?.[0];
  const mark = known ?? String(searches.size + 1);
  searches.set(mark, words);
  return mark;
}

/** The view of the day, kept in the address: order, sections or the whole list, and a mark of the words. */
export function useDayView(): DayView {
  const t = useText();
  const [params, changeAddress] = useAddress();
  const [isLocating, setLocating] = useState(false);
  const [from, setFrom] = useState(lastPlace);
  const asked = useRef(0);
  // Who has gone elsewhere waits for no position.
  useEffect(() => () => void (asked.current += 1), []);
  const setSort = async (sort: DaySort) => {
    asked.current += 1;
    const { current } = asked;
    setLocating(sort === 'distance');
    if (sort !== 'distance') {
      changeAddress({ sort });
      return;
    }
    const position = await readPosition();
    // The phone may look for long, or its question be left open: another order that was chosen meanwhile stays.
    if (asked.current !== current) return;
    setLocating(false);
    if ('missingReason' in position) {
      showError(t(`fieldDay.noPosition.${position.missingReason}`));
      return;
    }
    lastPlace = { latitude: position.latitude, longitude: position.longitude };
    setFrom(lastPlace);
    changeAddress({ sort: 'distance' });
  };
  return {
    isAll: params.get('view') === 'all',
    search: searches.get(params.get('search') ?? '') ?? '',
    setSearch: (search) => changeAddress({ search: noteSearch(search) }),
    sort: DAY_SORTS.find((sort) => sort === params.get('sort')) ?? null,
    setSort,
    from,
    isLocating,
  };
}
