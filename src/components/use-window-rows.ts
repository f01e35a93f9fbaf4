import { measureElement, useWindowVirtualizer } from '@tanstack/react-virtual';
import type { ReactVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useState } from 'react';
import type { RefObject } from 'react';

/** What a long list that scrolls with the page is made of. */
export interface WindowRows {
  /** The list's element; its rows are positioned from its top. */
  list: RefObject<HTMLElement | null>;
  count: number;
  /** A row's likely height before it was measured, pixels. This and the keys are the same functions for the same rows. */
  estimateSize: (index: number) => number;
  getItemKey: (index: number) => string | number;
  /** What covers the top of the window while scrolling, pixels. */
  coveredAbove: number;
  /** What was measured when the list was last on the screen: coming back to it, nothing is measured and drawn twice. */
  measured?: MeasuredRows;
}

/** A list's distance from the page's top and its rows' heights, pixels, by their keys. */
export interface MeasuredRows {
  top: number;
  heights: Map<string | number | bigint, number>;
  /** Where they were measured (`placeNow`): in another window, language or size of letters they are others. */
  place?: string;
}

const placeNow = (): string => {
  const { documentElement: root } = document;
  return [window.innerWidth, root.lang, getComputedStyle(root).fontSize].join(' ');
};

/** Forgets heights of another place, before the first rows are drawn. */
function useFitting(measured: MeasuredRows | undefined): void {
  useState(() => {
    if (measured !== undefined && measured.place !== placeNow()) measured.heights.clear();
  });
}

/** Rows drawn beyond the screen, either way: when the list is still, and in the frame that somebody waits for. */
const AHEAD = 6;
const FIRST_AHEAD = 1;
const STILL_MS = 150;

/** How many rows are drawn beyond the screen: of rows that have just come few, so that they are there at once; then all. */
function useAhead({ measured, getItemKey }: WindowRows): number {
  const [still, setStill] = useState<WindowRows['getItemKey'] | null>(null);
  useEffect(() => {
    if (measured === undefined) return undefined;
    const timer = setTimeout(() => setStill(() => getItemKey), STILL_MS);
    return () => clearTimeout(timer);
  }, [measured, getItemKey]);
  return measured === undefined || still === getItemKey ? AHEAD : FIRST_AHEAD;
}

/**
 * Keeps only those rows of a long list in the page that are near the screen. `top` is the list's distance from the
 * page's top: a row stands at `item.start - top`.
 */
export function useWindowRows(rows: WindowRows): {
  virtual: ReactVirtualizer<Window, HTMLElement>;
  top: number;
} {
  const { list, measured, getItemKey, estimateSize } = rows;
  useFitting(measured);
  const [top, setTop] = useState(measured?.top ?? 0);
  useEffect(() => {
    // What stands above the list (progress, notes) comes and goes, and with it the page's height.
    const observer = new ResizeObserver(() => {
      // Asked for when everything is laid out: when the list goes, the page would be laid out for it once more.
      if (measured !== undefined) measured.place = placeNow();
      if (list.current !== null) setTop(list.current.getBoundingClientRect().top + window.scrollY);
    });
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list, measured]);
  const virtual = useWindowVirtualizer<HTMLElement>({
    count: rows.count,
    estimateSize: useCallback(
      (index: number) => measured?.heights.get(getItemKey(index)) ?? estimateSize(index),
      [measured, getItemKey, estimateSize],
    ),
    getItemKey,
    measureElement: (row, entry, known) => {
      // Asked for its height, a page that was just made is laid out for it: the observer tells when it is another.
      const key = getItemKey(known.indexFromElement(row));
      const height = entry
        ? undefined
        : (known.itemSizeCache.get(key) ?? measured?.heights.get(key));
      return height ?? measureElement(row, entry, known);
    },
    // Known before it is measured, so that the first drawing has rows.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    overscan: useAhead(rows),
    scrollMargin: top,
    scrollPaddingStart: rows.coveredAbove,
  });
  useEffect(() => {
    if (measured === undefined) return undefined;
    return () => {
      measured.top = top;
      for (const [key, height] of virtual.itemSizeCache) measured.heights.set(key, height);
    };
  }, [measured, virtual, top]);
  return { virtual, top };
}
