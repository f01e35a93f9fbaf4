import type { ErrorBody } from '../../contract/errors.ts';

/** The server could not be reached, or what answered was not the server (spec 8: 'Network error'). */
export class OfflineError extends Error {
  override readonly name = 'OfflineError';
  /** Status of an answer that was not the server's own (a proxy's page), 0 when there was none. */
  readonly status: number;
  /** From Retry-After, when whoever answered gave one. */
  readonly retryAfterSeconds: number | null;

  constructor(
    message: string,
    options: { cause?: unknown; status?: number; retryAfterSeconds?: number | null } = {},
  ) {
    super(message, { cause: options.cause });
    this.status = options.status ?? 0;
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
  }
}

/** A chosen file can not be read any more: it was changed, moved or deleted since. Nothing is wrong with the network. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
  readonly fileName: string;

  constructor(fileName: string, cause: unknown) {
    super(`${fileName} can not be read any more.`, { cause });
    this.fileName = fileName;
  }
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
