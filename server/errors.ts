import type { FieldProblem } from '../contract/errors.ts';
import { refusalSentence } from '../contract/refusal-words.ts';

/**
 * Why a call was refused. `message` is a sentence for a person that says what to do; `code` is stable for programs;
 * `details` names fields or rows: the wrong fields with every 422. Anything thrown that is not one of these is a bug and leaves as a masked 500.
 */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  /** Seconds for the Retry-After header, with 429 and 503. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    more: { details?: unknown; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.status = status;
    this.code = code;
    this.details = more.details;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

/** 400: the input can not be understood. */
export const badInput = (message: string, details?: readonly FieldProblem[], code = 'BAD_INPUT') =>
  new CallError(400, code, message, { details });

/** 401: the session is over. A 401 always means that (design, 5). */
export const sessionOver = (message = 'Your session is over. Log in again.') =>
  new CallError(401, 'SESSION_OVER', message);

/** 403: this person may not do this. */
export const notAllowed = (message = 'You are not allowed to do this.', code = 'NOT_ALLOWED') =>
  new CallError(403, code, message);

/** 404: there is nothing there that this person may see. */
export const notFound = (what: string) =>
  new CallError(404, 'NOT_FOUND', `${what} was not found. It may have been removed or moved.`);

/** 409: someone else was first. */
export const conflict = (code: string, message: string, details?: unknown) =>
  new CallError(409, code, message, { details });

/** 409: it was changed since this person read it, by whom and when as far as it is known (`audit/stale-record.ts`). */
export const changedMeanwhile = (
  details: { readonly changedBy: string | null; readonly changedAt: string | null },
  code = 'STALE_REVISION',
) =>
  conflict(
    code,
    details.changedBy === null
      ? 'This was changed meanwhile. Load it again and repeat your change.'
      : refusalSentence('changed-meanwhile', { name: details.changedBy }),
    details,
  );

/** 415: a kind of file that is not taken. */
export const wrongFileType = (message: string) => new CallError(415, 'WRONG_FILE_TYPE', message);

/** 422: understood, but against a rule of the trade; with the fields that are in the way, if it is about fields. */
export const againstRules = (
  code: string,
  message: string,
  details: readonly FieldProblem[] = [],
) => new CallError(422, code, message, { details });

/** 429: too often. */
export const tooMany = (message: string, retryAfterSeconds: number) =>
  new CallError(429, 'TOO_MANY', message, { retryAfterSeconds });

/** 503: a passing fault; the same call may go through later. */
export const unavailable = (
  message: string,
  retryAfterSeconds = 5,
  more: { cause?: unknown } = {},
) => new CallError(503, 'UNAVAILABLE', message, { retryAfterSeconds, ...more });

/** Codes of Node and PostgreSQL: the server's own disk is full, or the database's. */
const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** A disk without room stood in the way. */
export const isDiskFull = (error: unknown): boolean => DISK_FULL.has(databaseCode(error) ?? '');

/** The code that PostgreSQL or Node gave the innermost of an error that has one. */
export function databaseCode(error: unknown): string | undefined {
  let current: unknown = error;
  for (let depth = 0; depth < 4 && current instanceof Error; depth += 1) {
    if ('code' in current && typeof current.code === 'string') return current.code;
    current = current.cause;
  }
  return undefined;
}
