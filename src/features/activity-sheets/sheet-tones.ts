import type { ActivitySheet, RowOutcome } from '../../../contract/activity-sheet.ts';
import type { Tone } from '../../components/status-chip.tsx';

/** What a sheet's state means to the reader. */
export const STATE_TONES: Readonly<Record<ActivitySheet['state'], Tone>> = {
  READING: 'info',
  PENDING: 'warn',
  POSTING: 'info',
  DONE: 'good',
  FAILED: 'danger',
  CANCELLED: 'quiet',
  REVERSING: 'info',
  REVERSED: 'quiet',
};

/** What a row's outcome means to the reader. */
export const OUTCOME_TONES: Readonly<Record<RowOutcome, Tone>> = {
  MATCHED: 'good',
  PART_PAID: 'info',
  OVER_PAID: 'warn',
  LATE: 'info',
  INCLUDED: 'info',
  ALREADY_PAID: 'quiet',
  REVERSED: 'warn',
  UNKNOWN_PERSON: 'danger',
  WRONG_PERSON: 'danger',
  NOT_ACTIVE: 'warn',
  READY: 'good',
  UNCHANGED: 'quiet',
  DIFFERENT: 'warn',
  MISSING_HERE: 'danger',
  MISSING_THERE: 'danger',
  EQUAL: 'good',
  UNMATCHED: 'danger',
  DUPLICATE: 'warn',
  FAILED: 'danger',
};
