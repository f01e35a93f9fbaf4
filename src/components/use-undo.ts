import { useEffect, useRef } from 'react';
import { hideToast, showUndo } from './toast-store.ts';

/**
 * Offers to take back a removal on this part of the screen. The offer goes with it: after a save, or on another loan,
 * there is nothing left to put back.
 */
export function useUndo(): (message: string, onUndo: () => void) => void {
  const offered = useRef(new Set<number>());
  useEffect(() => {
    const ids = offered.current;
    return () => {
      for (const id of ids) hideToast(id);
      ids.clear();
    };
  }, []);
  return (message, onUndo) => {
    offered.current.add(showUndo(message, onUndo));
  };
}
