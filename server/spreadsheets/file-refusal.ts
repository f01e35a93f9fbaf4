import { FILE_WORDS } from '../../contract/file-words.ts';
import { badInput, CallError, wrongFileType } from '../errors.ts';
import { FileMissingError } from '../file-store/file-store.ts';
import { FileProblem } from './file-problem.ts';

/** Why a file came to nothing, in words for the person who sent it; null for a fault of ours. */
export function fileRefusal(error: unknown): string | null {
  if (error instanceof FileProblem || error instanceof CallError) return error.message;
  if (error instanceof FileMissingError) return FILE_WORDS['file-gone'];
  return null;
}

/** Does what reads a sender's file. Throws 415 for another kind of file, 400 for one that can't be read. */
export async function readOrRefuse<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    throw error.isWrongType
      ? wrongFileType(error.message)
      : badInput(error.message, undefined, 'UNREADABLE_FILE');
  }
}
