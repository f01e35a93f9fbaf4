import { createStore } from './store.ts';

/** The loading flag (spec 4.1: "spinner start and stop"): true while anything that the person must wait for is under way. */
export const loadingStore = createStore(false);

let running = 0;

/** Sets the flag until the returned function is called; calling it again does nothing. Several may run at once. */
export function startLoading(): () => void {
  let isOver = false;
  running += 1;
  loadingStore.set(true);
  return () => {
    if (isOver) return;
    isOver = true;
    running -= 1;
    loadingStore.set(running > 0);
  };
}

/** Sets the flag until the work has ended, well or not. Resolves and throws as the work does. */
export async function whileLoading<Value>(work: Promise<Value>): Promise<Value> {
  const stop = startLoading();
  try {
    return await work;
  } finally {
    stop();
  }
}
