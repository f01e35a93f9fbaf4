import type { CallSheet, CallSheetOutcome } from '../../../contract/call-sheet.ts';
import type { Tone } from '../../components/status-chip.tsx';

/** What a sheet's state means to the reader. */
export const STATE_TONES: Readonly<Record<CallSheet['state'], Tone>> = {
  READING: 'info',
  PENDING: 'warn',
  POSTING: 'info',
  DONE: 'good',
  FAILED: 'danger',
  CANCELLED: 'quiet',
};

/** What a row's outcome means to the reader. */
export const OUTCOME_TONES: Readonly<Record<CallSheetOutcome, Tone>> = {
  READY: 'good',
  COMPLETES: 'good',
  UNKNOWN_AGENT: 'warn',
  NO_LOAN: 'warn',
  AMBIGUOUS: 'warn',
  KNOWN: 'quiet',
  DUPLICATE: 'quiet',
  FAILED: 'danger',
};
