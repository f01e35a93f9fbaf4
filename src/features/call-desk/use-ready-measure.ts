import { useEffect } from 'react';

/** Name of the measures (Performance API): from a loan's arrival until its form takes keys. */
const READY_MEASURE = 'recoup.desk-ready';

/**
 * Notes how long it took from a loan's arrival (ms of the page's clock) until keys and fields are bound and painted. Read
 * it with `performance.getEntriesByName('recoup.desk-ready')`.
 */
export function useReadyMeasure(arrivedAt: number): void {
  useEffect(() => {
    // Effects of the whole form have run; the frame after them is on screen.
    const frame = requestAnimationFrame(() => {
      performance.measure(READY_MEASURE, { start: arrivedAt, end: performance.now() });
    });
    return () => cancelAnimationFrame(frame);
  }, [arrivedAt]);
}
