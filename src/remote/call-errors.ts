import type { ErrorBody } from '../../contract/errors.ts';

/** The server could not be reached, or what answered was not the server (spec 8: 'Network error'). */
export class OfflineError extends Error {
  override readonly name = 'OfflineError';
}

/** The server refused a call: its status and its one error body. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  /** From Retry-After, when the server gave one. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, body: ErrorBody, retryAfterSeconds: number | null) {
    super(body.message);
    this.status = status;
    this.code = body.code;
    this.details = body.details;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
