import { RefusedError } from '../../remote/call-errors.ts';

/** Why the server refused; null for what is no refusal. */
export const codeOf = (error: unknown): string | null =>
  error instanceof RefusedError ? error.code : null;
