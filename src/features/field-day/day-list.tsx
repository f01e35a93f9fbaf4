import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import type { Ref } from 'react';
import { useNavigationType } from 'react-router-dom';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { CachedLoan } from '../../offline/loan-overlay.ts';
import type { DayRow } from './day-rows.ts';
import { LoanCard } from './loan-card.tsx';
import classes from './day-list.module.css';

/** What a screen may ask of the list. */
export interface DayListHandle {
  /** Brings a line to the top, under the search. */
  goTo: (index: number) => void;
}

/** Where the list stood when it was left: going back from a loan must not lose the agent's place. */
let lastOffset = 0;

/** The day's lines; only those near the screen are in the page, so that thousands scroll smoothly. */
export function DayList({
  rows,
  codeLabels,
  stickyHeight,
  handle,
}: {
  rows: readonly DayRow<CachedLoan>[];
  codeLabels: ReadonlyMap<string, string>;
  /** What stays above the list while it scrolls, pixels. */
  stickyHeight: number;
  handle: Ref<DayListHandle>;
}) {
  const t = useText();
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (list.current !== null) setTop(list.current.getBoundingClientRect().top + window.scrollY);
  }, [rows]);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => (rows[index]?.kind === 'heading' ? 48 : 148),
    getItemKey: (index) => rowKey(rows[index], index),
    overscan: 6,
    scrollMargin: top,
    scrollPaddingStart: stickyHeight,
  });
  useImperativeHandle(handle, () => ({
    goTo: (index) => virtual.scrollToIndex(index, { align: 'start' }),
  }));
  usePlaceKept();
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
              <LoanCard cached={row.loan} codeLabels={codeLabels} />
            )}
          </li>
        );
      })}
    </ul>
  );
}

function rowKey(row: DayRow<CachedLoan> | undefined, index: number): string | number {
  if (row === undefined) return index;
  return row.kind === 'heading' ? row.section : row.loan.loan._id;
}

/** Remembers how far the list was scrolled, and goes there again when it is come back to. */
function usePlaceKept(): void {
  const isBack = useNavigationType() === 'POP';
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
