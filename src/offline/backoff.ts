const LONGEST_WAIT_MS = 300_000;

/** Milliseconds to wait after so many failures in a row: 2^n seconds, at most five minutes, a fifth of it by chance. */
export function retryWaitMs(attempts: number, random: () => number = Math.random): number {
  const wait = Math.min(1000 * 2 ** Math.min(attempts, 20), LONGEST_WAIT_MS);
  return Math.round(wait * (0.8 + 0.2 * random()));
}
