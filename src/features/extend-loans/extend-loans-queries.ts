import type { BodyOf } from '../../../contract/call.ts';
import type { loanClosureCalls } from '../../../contract/loan-closure.ts';

/** 100,000 loans are extended within seconds, on a slow server in a minute. */
export const EXTENSION_TIMEOUT_MS = 180_000;

/** Which loans and until when. */
export type Extension = BodyOf<typeof loanClosureCalls.previewExtension>;

/** Which loans. */
export type ExtendedLoans = Extension['loans'];
