import { OfflineError, RefusedError } from '../remote/call-errors.ts';
import { askedWaitMs } from './backoff.ts';
import type { LastAnswer } from './outbox-database.ts';

/**
 * What a failed request means for the queue.
 * retry: wait (at least `waitMs` when given) and try again, for ever. login, update: the author's whole queue stops
 * until that happened. halve: too much in one request. refuse: the server says no to what was sent.
 */
export type FailureMeaning =
  { kind: 'retry'; waitMs: number | null } | { kind: 'login' | 'update' | 'halve' | 'refuse' };

const REFUSALS = new Set([400, 403, 409, 415, 422]);

/** Reads a failed request: only our own server's error body may stop or park anything, except 413 (a proxy's limit). */
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
    return { kind: 'retry', waitMs: waitOf(error.retryAfterSeconds) };
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
