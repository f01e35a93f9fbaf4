import { badInput, wrongFileType } from '../errors.ts';
import { FileProblem } from '../spreadsheets/file-problem.ts';

/** Does what reads a sender's file. Throws 415 for another kind of file and 400 for one that can't be read. */
export async function readableOrRefused<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    throw error.isWrongType
      ? wrongFileType(error.message)
      : badInput(error.message, undefined, 'UNREADABLE_FILE');
  }
}
