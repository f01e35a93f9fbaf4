import { isReadHere } from '../spreadsheets/file-thread.ts';
import { threadAnswer, threadPieces } from '../spreadsheets/thread-pieces.ts';
import { readSheetFile } from './sheet-file.ts';
import type { SheetRead, SheetTask } from './sheet-file.ts';
import { lookIntoFile } from './sheet-reading.ts';
import type { SheetLook, SheetSource } from './sheet-reading.ts';
import type { FileRows } from '../jobs/file-rows.ts';

/** What the thread is asked to do. */
export type SheetThreadTask =
  | { readonly do: 'look'; readonly source: SheetSource }
  | { readonly do: 'read'; readonly task: SheetTask };

const worker = 'activity-sheets/sheet-worker';

/** `lookIntoFile` in a thread of its own. */
export async function lookInThread(source: SheetSource): Promise<SheetLook> {
  if (await isReadHere(source.path)) return lookIntoFile(source);
  return threadAnswer(worker, { do: 'look', source } satisfies SheetThreadTask);
}

/** `readSheetFile` in a thread of its own. */
export async function* readInThread(
  task: SheetTask,
): AsyncGenerator<FileRows, SheetRead, undefined> {
  if (await isReadHere(task.source.path)) return yield* readSheetFile(task);
  return yield* threadPieces(worker, { do: 'read', task } satisfies SheetThreadTask);
}
