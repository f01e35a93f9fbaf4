import { useEffect, useRef, useState } from 'react';

/**
 * Acts after the render that brings what is set beside it, however late that comes: what was saved is no longer unsaved by
 * then, and leaving asks nothing. Where that render takes away whoever asked, it acts too.
 */
export function useAfterRender(): (act: () => void) => void {
  const [next, setNext] = useState<{ readonly act: () => void } | null>(null);
  const waiting = useRef(next);
  useEffect(() => {
    if (next === null || waiting.current !== next) return;
    waiting.current = null;
    next.act();
  }, [next]);
  useEffect(() => () => waiting.current?.act(), []);
  return (act) => {
    waiting.current = { act };
    setNext(waiting.current);
  };
}
