const LOST = new Set([
  'InvalidStateError',
  'UnknownError',
  'DatabaseClosedError',
  'TransactionInactiveError',
  'AbortError',
]);

/** An error's name; empty when it has none. */
export function nameOf(error: unknown): string {
  const name = typeof error === 'object' && error !== null && 'name' in error ? error.name : '';
  return typeof name === 'string' ? name : '';
}

/** Is this the browser's "no room left"? Dexie wraps it: an AbortError with the real one inside. */
export function isQuotaError(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { inner, cause } = error as { inner?: unknown; cause?: unknown };
  return nameOf(error) === 'QuotaExceededError' || isQuotaError(inner) || isQuotaError(cause);
}

/** Was the connection to the database closed by the system while this was under way? */
export function isConnectionLost(error: unknown): boolean {
  return !isQuotaError(error) && LOST.has(nameOf(error));
}
