import { useCallback, useEffect, useRef } from 'react';
import { whenLeaving } from '../lib/page-leaving.ts';

type Work = () => void;

/**
 * Does what was asked for last, at the latest `waitMs` after the first time it was asked for, and as its screen or the page is
 * left: whoever types on without a pause loses no more than that when the page dies. Null: nothing is to be done any more.
 */
export function useDoneSoon(waitMs: number): (work: Work | null, isAtOnce?: boolean) => void {
  const pending = useRef<Work | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
  }, []);
  const finish = useCallback(() => {
    stop();
    const { current: work } = pending;
    pending.current = null;
    work?.();
  }, [stop]);
  useEffect(() => {
    const stopLeaving = whenLeaving(finish);
    return () => {
      stopLeaving();
      finish();
    };
  }, [finish]);
  return useCallback(
    (work, isAtOnce = false) => {
      pending.current = work;
      if (work === null || isAtOnce) stop();
      if (work !== null) timer.current ??= setTimeout(finish, isAtOnce ? 0 : waitMs);
    },
    [finish, stop, waitMs],
  );
}
