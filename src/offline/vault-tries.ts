const FREE_TRIES = 5;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 3_600_000;

/**
 * May a password be tried now? `waitMs` > 0: not before that. `afterTry` is what to keep before checking it: from the
 * fifth failure on, each next try waits twice as long, up to an hour.
 */
export function tryAllowance(
  record: { failedTries: number; retryAt: number },
  nowMs: number,
): { waitMs: number; afterTry: { failedTries: number; retryAt: number } } {
  // A clock set back must not lock a person out for longer than the longest wait.
  const waitMs = Math.min(Math.max(0, record.retryAt - nowMs), LONGEST_WAIT_MS);
  const failedTries = record.failedTries + 1;
  const over = failedTries - FREE_TRIES;
  const nextWaitMs = over < 0 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** over, LONGEST_WAIT_MS);
  // Without a wait there is no time to wait for: of tries at once, one would be a millisecond before another's.
  const retryAt = nextWaitMs === 0 ? 0 : nowMs + nextWaitMs;
  return { waitMs, afterTry: { failedTries, retryAt } };
}
