import { useEffect, useLayoutEffect } from 'react';
import { endOpeningWhenStill } from '../../lib/opening.ts';
import { keepOpening } from '../../offline/opening-keep.ts';
import { takeOpening } from './opening-take.ts';

/** The screen stands still so long before its picture is taken, milliseconds. */
const STILL_MS = 1500;

/** Ends the picture that the start showed, and keeps a new one of what is listed now, when nothing else is to be done. */
export function useOpening(listed: readonly unknown[]): void {
  useLayoutEffect(endOpeningWhenStill, []);
  useEffect(() => {
    const timer = setTimeout(() => takeWhenIdle(listed), STILL_MS);
    return () => clearTimeout(timer);
  }, [listed]);
}

function takeWhenIdle(listed: readonly unknown[]): void {
  if (listed.length === 0) return;
  if ('requestIdleCallback' in window) requestIdleCallback(take);
  else take();
}

function take(): void {
  // Only the next start's speed: on a full phone there is none.
  keepOpening(takeOpening).catch(() => undefined);
}
