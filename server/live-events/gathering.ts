import { log } from '../log.ts';

/**
 * Gathers what is given to it and does the work at most once per interval, never twice at once; what comes meanwhile waits
 * for the next time. What fails is reported and not repeated: the next word brings the whole truth.
 */
export function gathering<Item>(
  everyMs: number,
  work: (items: ReadonlySet<Item>) => Promise<void>,
): { add: (item: Item) => void; stop: () => void } {
  let items = new Set<Item>();
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  let lastAt = -Infinity;
  const run = async (): Promise<void> => {
    const now = items;
    items = new Set();
    try {
      await work(now);
    } catch (error) {
      if (!isStopped) log.error({ err: error }, 'Live events could not be read.');
    } finally {
      lastAt = performance.now();
      timer = null;
      if (items.size > 0) plan();
    }
  };
  const plan = (): void => {
    if (timer !== null || isStopped) return;
    timer = setTimeout(() => void run(), Math.max(0, lastAt + everyMs - performance.now()));
  };
  return {
    add: (item) => {
      items.add(item);
      plan();
    },
    stop: () => {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
