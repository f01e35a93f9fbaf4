import { fieldProblem } from '../../contract/errors.ts';
import { againstRules, badInput, wrongFileType } from '../errors.ts';
import { FileProblem } from '../spreadsheets/file-problem.ts';

/**
 * Does what reads a sender's file. Throws 415 for another kind of file, 400 for one that can't be read, and 422 for one
 * whose password is missing (FILE_LOCKED) or wrong (WRONG_PASSWORD).
 */
export async function readableOrRefused<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    if (error.lock !== null && !error.isWrongType)
      throw againstRules(
        error.lock === 'locked' ? 'FILE_LOCKED' : 'WRONG_PASSWORD',
        error.message,
        [
          fieldProblem(
            'password',
            error.lock === 'locked' ? 'file-password-missing' : 'file-password-wrong',
          ),
        ],
      );
    throw error.isWrongType
      ? wrongFileType(error.message)
      : badInput(error.message, undefined, 'UNREADABLE_FILE');
  }
}
