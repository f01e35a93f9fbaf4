import { loanEntryCalls } from '../../../contract/loan-entry.ts';
import type { FieldConflict } from '../../../contract/loan-entry.ts';
import { useBodyCommand } from '../../data/call-command.ts';
import { RefusedError } from '../../remote/call-errors.ts';

/** Enters a loan; what the server found wrong comes in the answer. */
export function useEnterLoan() {
  return useBodyCommand(loanEntryCalls.enterLoan, {
    readsAgain: 'done',
    isQuiet: true,
    isBlocking: true,
  });
}

/** Changes a loan; a refusal is left to the form. */
export function useChangeLoan() {
  return useBodyCommand(loanEntryCalls.changeLoan, {
    changes: ['loan-conflicts'],
    readsAgain: 'done',
    isQuiet: true,
  });
}

/** What a refused change says: wrong fields, or fields that someone else changed; null: neither. */
export function changeRefusal(error: unknown): {
  problems: readonly { path: string; message: string }[];
  conflicts: readonly FieldConflict[];
} | null {
  if (!(error instanceof RefusedError)) return null;
  // The server's own 409 and 422 of this call carry exactly this.
  const details = error.details as
    { problems?: { path: string; message: string }[]; conflicts?: FieldConflict[] } | undefined;
  const { problems = [], conflicts = [] } = details ?? {};
  return problems.length + conflicts.length === 0 ? null : { problems, conflicts };
}
