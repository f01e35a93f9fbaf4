import type { ParseKeys } from 'i18next';
import type { AllocationRun, RunReason } from '../../../contract/allocation-run.ts';
import type { LoggedInUser } from '../../../contract/auth.ts';
import type { Tone } from '../../components/status-chip.tsx';
import type { RunKind } from './allocation-queries.ts';

/** What a run's state means to the reader. */
export const STATE_TONES: Readonly<Record<AllocationRun['state'], Tone>> = {
  PLANNING: 'info',
  PLANNED: 'warn',
  APPLYING: 'info',
  DONE: 'good',
  FAILED: 'danger',
  CANCELLED: 'quiet',
  UNDOING: 'info',
  UNDONE: 'quiet',
};

/** How loans are spread is a question on the one screen and a reason on the other: the words differ. */
const SPREAD_REASONS: Partial<Readonly<Record<RunReason, ParseKeys>>> = {
  EQUAL_COUNT: 'autoAllocation.reasonEQUAL_COUNT',
  EQUAL_AMOUNT: 'autoAllocation.reasonEQUAL_AMOUNT',
  CAPACITY: 'autoAllocation.reasonCAPACITY',
};

/** Why a loan goes where it goes, in words. */
export function reasonKey(reason: RunReason): ParseKeys {
  return SPREAD_REASONS[reason] ?? `autoAllocation.${reason}`;
}

/** The kinds of work that somebody may share loans out for; the server checks again. */
export function kindsFor(role: LoggedInUser['role']): readonly RunKind[] {
  return role === 'ADMIN' || role === 'SUPER_ADMIN'
    ? ['COLLECTOR', 'FIELD', 'MANAGER']
    : ['COLLECTOR', 'FIELD'];
}

/** The role of the people who do a kind of work. */
export const ROLE_OF = {
  COLLECTOR: 'COLLECTOR',
  FIELD: 'FIELD_AGENT',
  MANAGER: 'MANAGER',
} as const satisfies Record<RunKind, string>;
