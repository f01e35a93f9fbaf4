const LONGEST_WAIT_MS = 300_000;
/** No answer may send a device to sleep for longer, milliseconds: one hour. */
const LONGEST_ASKED_WAIT_MS = 3_600_000;

/** Milliseconds to wait after so many failures in a row: 2^n seconds, at most five minutes, a fifth of it by chance. */
export function retryWaitMs(attempts: number, random: () => number = Math.random): number {
  const wait = Math.min(1000 * 2 ** Math.min(attempts, 20), LONGEST_WAIT_MS);
  return Math.round(wait * (0.8 + 0.2 * random()));
}

/** Milliseconds to wait when the answer asked for so many: an hour at most. */
export function askedWaitMs(waitMs: number): number {
  return Math.min(waitMs, LONGEST_ASKED_WAIT_MS);
}

/** Has a waiting time ended? So has one that lies further ahead than any wait: the device's clock was set back. */
export function isDue(nextTryAt: number, nowMs: number): boolean {
  return nextTryAt <= nowMs || nextTryAt > nowMs + LONGEST_ASKED_WAIT_MS;
}
