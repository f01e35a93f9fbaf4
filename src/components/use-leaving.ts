import { useEffect } from 'react';
import type { RefObject } from 'react';
import { whenLeaving } from '../lib/page-leaving.ts';

/** Does what is still pending as its screen, or the page, is left: whoever leaves within a pause of typing keeps the last words. */
export function useDoneOnLeaving(pending: RefObject<(() => void) | null | undefined>): void {
  useEffect(() => {
    const finish = () => pending.current?.();
    const stop = whenLeaving(finish);
    return () => {
      stop();
      finish();
    };
  }, [pending]);
}
