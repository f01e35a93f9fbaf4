import { useCallback, useEffect, useImperativeHandle, useRef } from 'react';
import type { Ref, RefObject } from 'react';
import { NavigationType, useNavigationType } from 'react-router-dom';
import { useWindowRows } from '../../components/use-window-rows.ts';
import type { MeasuredRows } from '../../components/use-window-rows.ts';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { CachedLoan } from '../../offline/loan-overlay.ts';
import { onVaultClosed } from '../../offline/vault.ts';
import type { DayRow } from './day-rows.ts';
import type { Outlooks } from './expected-order.ts';
import { LoanCard } from './loan-card.tsx';
import { useOpening } from './use-opening.ts';
import classes from './day-list.module.css';

/** What a screen may ask of the list. */
export interface DayListHandle {
  /** Brings a line to the top, under the search. */
  goTo: (index: number) => void;
}

/** The top bar and the search stay above the list while it scrolls, pixels. */
const COVERED_ABOVE = 116;

/** Where the list stood when it was left: going back from a loan must not lose the agent's place. */
let lastOffset = 0;
const measured: MeasuredRows = { top: 0, heights: new Map() };

onVaultClosed(() => {
  lastOffset = 0;
  // The heights stay: unlocked, the list comes back in the middle of the page, where rows that are measured anew leave gaps.
});

/** Likely heights, pixels. */
const HEADING_PX = 48;
const CARD_PX = 134;

/** The day's lines; only those near the screen are in the page, so that thousands scroll smoothly. */
export function DayList({
  rows,
  codeLabels,
  outlooks,
  isExpected,
  handle,
}: {
  rows: readonly DayRow<CachedLoan>[];
  codeLabels: ReadonlyMap<string, string>;
  outlooks: Outlooks;
  /** They are sorted by what is expected: each card says it. */
  isExpected: boolean;
  handle: Ref<DayListHandle>;
}) {
  const t = useText();
  const list = useRef<HTMLUListElement>(null);
  const { virtual, top } = useDayRows(list, rows);
  useImperativeHandle(handle, () => ({
    goTo: (index) => virtual.scrollToIndex(index, { align: 'start' }),
  }));
  usePlaceKept();
  useOpening(rows);
  return (
    <ul ref={list} className={classes.list} style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map((item) => {
        const row = rows[item.index];
        if (row === undefined) return null;
        return (
          <li
            key={item.key}
            ref={virtual.measureElement}
            data-index={item.index}
            className={classes.item}
            style={{ transform: `translateY(${item.start - top}px)` }}
          >
            {row.kind === 'heading' ? (
              <h2 className={classes.heading} data-section={row.section}>
                {t(`fieldDay.section.${row.section}`)}
                <span className={classes.count}>{formatCount(row.count)}</span>
              </h2>
            ) : (
              <LoanCard
                cached={row.loan}
                codeLabels={codeLabels}
                outlook={outlooks.get(row.loan.loan._id) ?? null}
                isExpected={isExpected}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The rows near the screen; heights that were measured are kept for when the list is come back to. */
function useDayRows(list: RefObject<HTMLElement | null>, rows: readonly DayRow<CachedLoan>[]) {
  return useWindowRows({
    list,
    count: rows.length,
    estimateSize: useCallback(
      (index) => (rows[index]?.kind === 'heading' ? HEADING_PX : CARD_PX),
      [rows],
    ),
    getItemKey: useCallback((index) => rowKey(rows[index], index), [rows]),
    coveredAbove: COVERED_ABOVE,
    measured,
  });
}

function rowKey(row: DayRow<CachedLoan> | undefined, index: number): string | number {
  if (row === undefined) return index;
  return row.kind === 'heading' ? row.section : row.loan.loan._id;
}

/** Remembers how far the list was scrolled, and goes there again when it is come back to. */
function usePlaceKept(): void {
  const isBack = useNavigationType() === NavigationType.Pop;
  useEffect(() => {
    // After the frame's own jump to the top of a new screen.
    const wanted = isBack ? lastOffset : 0;
    const timer = setTimeout(() => {
      if (wanted > 0) window.scrollTo(0, wanted);
    });
    const note = () => {
      lastOffset = window.scrollY;
    };
    const noted = setTimeout(() => window.addEventListener('scroll', note, { passive: true }), 50);
    return () => {
      clearTimeout(timer);
      clearTimeout(noted);
      window.removeEventListener('scroll', note);
    };
  }, [isBack]);
}
