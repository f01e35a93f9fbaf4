import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { ShownItem } from './outbox-queries.ts';
import classes from './outbox-screen.module.css';

const KINDS = ['all', 'attention', 'waiting', 'sent'] as const;

/** What of the outbox is shown. */
export type OutboxKind = (typeof KINDS)[number];

/** Below this many items, choosing is more work than looking. */
const FEWEST_TO_FILTER = 6;
const PARAM = 'show';

/** Which kind of item this is; what waits for files counts as waiting. */
export function kindOf(item: ShownItem): Exclude<OutboxKind, 'all'> {
  return item.state === 'attention' || item.state === 'sent' ? item.state : 'waiting';
}

/** The kind that the address asks for, and how to ask for another. */
export function useOutboxKind(): [OutboxKind, (kind: OutboxKind) => void] {
  const [params, setParams] = useSearchParams();
  const kind = KINDS.find((each) => each === params.get(PARAM)) ?? 'all';
  const change = (next: OutboxKind) =>
    setParams(next === 'all' ? {} : { [PARAM]: next }, { replace: true });
  return [kind, change];
}

/** Buttons to see only one kind of item, with how many there are; nothing while there are few. */
export function OutboxFilter({
  items,
  kind,
  onKind,
}: {
  items: readonly ShownItem[];
  kind: OutboxKind;
  onKind: (kind: OutboxKind) => void;
}) {
  const t = useText();
  // Once it was of use it stays, though sending makes the list shorter.
  const [isUseful, setUseful] = useState(false);
  if (!isUseful && (items.length >= FEWEST_TO_FILTER || kind !== 'all')) setUseful(true);
  if (!isUseful) return null;
  const countOf = (each: OutboxKind) =>
    each === 'all' ? items.length : items.filter((item) => kindOf(item) === each).length;
  return (
    <fieldset className="rc-row-6 rc-plain-group" aria-label={t('outbox.filter')}>
      {KINDS.map((each) => (
        <button
          key={each}
          type="button"
          className={classes.filterButton}
          aria-pressed={each === kind}
          onClick={() => onKind(each)}
        >
          {t(`outbox.filters.${each}`)}
          <span className={classes.count}>{formatCount(countOf(each))}</span>
        </button>
      ))}
    </fieldset>
  );
}
