import { OfflineError, RefusedError } from '../remote/call-errors.ts';
import { askedWaitMs } from './backoff.ts';
import type { LastAnswer } from './outbox-database.ts';

/**
 * What a failed request means for the queue.
 * retry: wait (at least `waitMs` when given) and try again, for ever. login, update: the author's whole queue stops
 * until that happened. halve: too much in one request. refuse: the server says no to what was sent.
 */
export type FailureMeaning =
  | { kind: 'retry'; waitMs: number | null }
  | { kind: 'login' | 'update' | 'halve' | 'refuse' };

const REFUSALS = new Set([400, 403, 409, 415, 422]);

/** Who answers in the server's place may ask for no longer wait than this, milliseconds: it knows nothing of the server. */
const FOREIGN_WAIT_MS = 300_000;

/** Reads a failed request: only our own server's marked answer may stop or park anything; 413 of anybody makes smaller. */
export function meaningOf(error: unknown): FailureMeaning {
  if (error instanceof RefusedError) {
    const waitMs = waitOf(error.retryAfterSeconds);
    if (error.status === 401) return { kind: 'login' };
    if (error.status === 426) return { kind: 'update' };
    if (error.status === 413) return { kind: 'halve' };
    return REFUSALS.has(error.status) ? { kind: 'refuse' } : { kind: 'retry', waitMs };
  }
  if (error instanceof OfflineError) {
    if (error.status === 413) return { kind: 'halve' };
    // A wait counts from who is busy on the way, not from who blocks.
    const isBusy = error.status === 429 || error.status === 503;
    const waitMs = isBusy ? waitOf(error.retryAfterSeconds) : null;
    return { kind: 'retry', waitMs: waitMs === null ? null : Math.min(waitMs, FOREIGN_WAIT_MS) };
  }
  return { kind: 'retry', waitMs: null };
}

function waitOf(seconds: number | null): number | null {
  return seconds === null ? null : askedWaitMs(seconds * 1000);
}

/** A failed request as the outbox screen shows it. */
export function answerOf(error: unknown, nowMs: number): LastAnswer {
  if (error instanceof RefusedError) {
    return { at: nowMs, status: error.status, code: error.code, message: error.message };
  }
  const status = error instanceof OfflineError ? error.status : 0;
  return { at: nowMs, status, code: status === 0 ? 'NO_ANSWER' : 'FOREIGN_ANSWER', message: null };
}
