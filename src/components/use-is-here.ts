import { useCallback, useLayoutEffect, useRef } from 'react';

/** Whether the screen that asks is still shown: an answer that comes after somebody left it is not acted on. */
export function useIsHere(): () => boolean {
  const isHere = useRef(false);
  useLayoutEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return useCallback(() => isHere.current, []);
}
