import type { BodyOf } from '../../../contract/call.ts';
import { loanEntryCalls } from '../../../contract/loan-entry.ts';
import type { FieldConflict } from '../../../contract/loan-entry.ts';
import { useBodyCommand, useCommand } from '../../data/call-command.ts';
import { text } from '../../lib/texts/texts.ts';
import { RefusedError } from '../../remote/call-errors.ts';
import { server } from '../../remote/session-client.ts';

/** Enters a loan. What the server found wrong comes in its answer, and is thrown as a refusal's wrong fields. */
export function useEnterLoan() {
  return useCommand(
    async (body: BodyOf<typeof loanEntryCalls.enterLoan>) => {
      const answer = await server.call(loanEntryCalls.enterLoan, { body });
      if (answer.success) return answer;
      const details = (answer.errors ?? []).map(({ field, code, reason }) => ({
        path: field,
        code,
        message: reason,
        values: {},
      }));
      const message = answer.error ?? text()('loanLife.notEntered');
      throw new RefusedError(422, { code: 'WRONG_FIELDS', message, details }, null);
    },
    { changes: ['loans'], readsAgain: 'done', isQuiet: true, isBlocking: true },
  );
}

/** Changes a loan; a refusal is left to the form. */
export function useChangeLoan() {
  return useBodyCommand(loanEntryCalls.changeLoan, {
    changes: ['loan-conflicts'],
    readsAgain: 'done',
    isQuiet: true,
  });
}

/** The fields that someone else changed since a change was begun, as its refusal names them. */
export function conflictsIn(error: unknown): readonly FieldConflict[] {
  if (!(error instanceof RefusedError)) return [];
  // The server's own 409 of this call carries exactly this.
  return (error.details as { conflicts?: FieldConflict[] } | undefined)?.conflicts ?? [];
}
