import { FILE_WORDS } from '../../contract/file-words.ts';
import { CallError } from '../errors.ts';
import { FileMissingError } from '../file-store/file-store.ts';
import { FileProblem } from './file-problem.ts';

/** Why a file came to nothing, in words for the person who sent it; null for a fault of ours. */
export function fileRefusal(error: unknown): string | null {
  if (error instanceof FileProblem || error instanceof CallError) return error.message;
  if (error instanceof FileMissingError) return FILE_WORDS['file-gone'];
  return null;
}
