import { FILE_WORDS } from '../../contract/file-words.ts';
import { badInput, CallError, isDiskFull, wrongFileType } from '../errors.ts';
import { FileMissingError } from '../file-store/file-store.ts';
import { FileProblem } from './file-problem.ts';

/** Why a file came to nothing, in words for the person who sent it; null for a fault of ours. */
export function fileRefusal(error: unknown): string | null {
  if (error instanceof FileProblem || error instanceof CallError) return error.message;
  if (error instanceof FileMissingError) return FILE_WORDS['file-gone'];
  return null;
}

/** Why a job of a file was given up, in words for the person who sent it: a fault of ours, or a disk that is full. */
export const whyGivenUp = (error: unknown, fault: keyof typeof FILE_WORDS): string =>
  FILE_WORDS[isDiskFull(error) ? 'no-room-on-server' : fault];

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
