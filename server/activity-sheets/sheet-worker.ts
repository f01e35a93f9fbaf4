import { workerData } from 'node:worker_threads';
import { runFileTask, tell, tellPiece } from '../spreadsheets/file-worker.ts';
import { readSheetFile } from './sheet-file.ts';
import type { SheetTask } from './sheet-file.ts';
import { lookIntoFile } from './sheet-reading.ts';
import type { SheetThreadMessage, SheetThreadTask } from './sheet-thread.ts';

/* The thread that reads files of payments, allocations and lenders' lists: see sheet-thread.ts. */

const say = (message: SheetThreadMessage): void => tell(message);

async function read(task: SheetTask): Promise<void> {
  const pieces = readSheetFile(task);
  for (;;) {
    const next = await pieces.next();
    if (next.done) return say({ is: 'read', read: next.value });
    const message: SheetThreadMessage = { is: 'piece', piece: next.value };
    await tellPiece(message, next.value.lines);
  }
}

await runFileTask(async () => {
  const task = workerData as SheetThreadTask;
  if (task.do === 'read') return read(task.task);
  say({ is: 'look', look: await lookIntoFile(task.source) });
});
