import { isReadHere } from '../spreadsheets/file-thread.ts';
import { threadPieces } from '../spreadsheets/thread-pieces.ts';
import { readCallSheet } from './call-sheet-file.ts';
import type { CallSheetRead, CallSheetTask } from './call-sheet-file.ts';
import type { FileRows } from '../jobs/file-rows.ts';

/** `readCallSheet` in a thread of its own. */
export async function* readCallsInThread(
  task: CallSheetTask,
): AsyncGenerator<FileRows, CallSheetRead, undefined> {
  if (await isReadHere(task.path)) return yield* readCallSheet(task);
  return yield* threadPieces('call-sheets/call-sheet-worker', task);
}
