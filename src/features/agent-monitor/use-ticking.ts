import { useEffect, useLayoutEffect } from 'react';
import type { RefObject } from 'react';
import { formatDuration } from '../../lib/duration.ts';
import { colourStep } from './monitor-rows.ts';

const SECOND_MS = 1000;

/** Writes the time since `data-since` (epoch ms) into each clock of the element, with its colour step. */
function tick(root: HTMLElement | null, clockOffsetMs: number): void {
  const now = Date.now() + clockOffsetMs;
  for (const clock of root?.querySelectorAll<HTMLElement>('[data-since]') ?? []) {
    const seconds = Math.max(0, Math.trunc((now - Number(clock.dataset['since'])) / SECOND_MS));
    const step = String(colourStep(seconds));
    const words = formatDuration(seconds);
    if (clock.textContent !== words) clock.textContent = words;
    if (clock.dataset['step'] !== step) clock.dataset['step'] = step;
  }
}

/**
 * Lets the clocks in the element run by the server's time. They are written to directly: five hundred rows are not rendered
 * anew each second. A clock is an empty element with `data-since`.
 */
export function useTicking(root: RefObject<HTMLElement | null>, clockOffsetMs: number): void {
  // After every render: rows that are new have empty clocks.
  useLayoutEffect(() => tick(root.current, clockOffsetMs));
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') tick(root.current, clockOffsetMs);
    }, SECOND_MS);
    return () => clearInterval(timer);
  }, [root, clockOffsetMs]);
}
