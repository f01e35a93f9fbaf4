import { fieldProblem } from '../../contract/errors.ts';
import { againstRules } from '../errors.ts';
import { FileProblem } from '../spreadsheets/file-problem.ts';
import { readOrRefuse } from '../spreadsheets/file-refusal.ts';

function refuseLocked(error: unknown): never {
  if (!(error instanceof FileProblem) || error.lock === null || error.isWrongType) throw error;
  const isLocked = error.lock === 'locked';
  throw againstRules(isLocked ? 'FILE_LOCKED' : 'WRONG_PASSWORD', error.message, [
    fieldProblem('password', isLocked ? 'file-password-missing' : 'file-password-wrong'),
  ]);
}

/**
 * Does what reads a sender's file. Throws 415 for another kind of file, 400 for one that can't be read, and 422 for one
 * whose password is missing (FILE_LOCKED) or wrong (WRONG_PASSWORD).
 */
export async function readableOrRefused<Result>(read: () => Promise<Result>): Promise<Result> {
  return readOrRefuse(() => read().catch(refuseLocked));
}
