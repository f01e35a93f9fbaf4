/** What a gateway answers for a server that has no turn for a request, or is just starting. */
const AT_A_GATEWAY: ReadonlySet<unknown> = new Set([502, 503, 504]);
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 60_000;

/**
 * Whether an error means that the server has no time now and the same may go through in a moment: not where it says that
 * just this takes too long.
 */
export function isBusyError(error: unknown): error is Error & { status: number } {
  if (!(error instanceof Error) || !('status' in error)) return false;
  if (error.name === 'OfflineError') return AT_A_GATEWAY.has(error.status);
  return error.status === 503 && !('code' in error && error.code === 'TOO_SLOW');
}

/** The same of an answer that was kept: what nobody marked as the server's comes from the network or a gateway. */
export function isBusyAnswer({ status, code }: { status: number; code: string | null }): boolean {
  return code === 'FOREIGN_ANSWER'
    ? AT_A_GATEWAY.has(status)
    : status === 503 && code !== 'TOO_SLOW';
}

/**
 * How long to wait before the server is asked again, milliseconds: what it said (Retry-After), and longer with each answer
 * of that kind, up to a minute. `at` spreads those whom it turned away at once; the same `at` gives the same wait.
 */
function busyWaitMs(error: unknown, times: number, at: number): number {
  const told =
    error instanceof Error && 'retryAfterSeconds' in error ? Number(error.retryAfterSeconds) : 0;
  const backOff = FIRST_WAIT_MS * 2 ** Math.max(0, times - 1);
  const wait = Math.min(LONGEST_WAIT_MS, Math.max(told * 1000, backOff));
  return Math.round(wait * (1 + (at % 1000) / 4000));
}

/** What a query knows of how it failed. */
export interface BusyState {
  error: unknown;
  errorUpdateCount: number;
  errorUpdatedAt: number;
}

/** For a query's `refetchInterval`: what the server had no time for is asked again by itself. */
export function againWhenBusy({ state }: { state: BusyState }): number | false {
  const { error, errorUpdateCount, errorUpdatedAt } = state;
  return isBusyError(error) && busyWaitMs(error, errorUpdateCount, errorUpdatedAt);
}
