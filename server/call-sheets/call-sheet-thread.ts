import { isReadHere } from '../spreadsheets/file-thread.ts';
import { threadPieces } from '../spreadsheets/thread-pieces.ts';
import { readCallSheet } from './call-sheet-file.ts';
import type { CallSheetPiece, CallSheetRead, CallSheetTask } from './call-sheet-file.ts';

/** `readCallSheet` in a thread of its own. */
export async function* readCallsInThread(
  task: CallSheetTask,
): AsyncGenerator<CallSheetPiece, CallSheetRead, undefined> {
  if (await isReadHere(task.path)) return yield* readCallSheet(task);
  return yield* threadPieces('call-sheets/call-sheet-worker', task);
}
