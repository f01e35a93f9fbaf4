import { workerData } from 'node:worker_threads';
import { runFileTask, tellAnswer, tellPieces } from '../spreadsheets/file-worker.ts';
import { readSheetFile } from './sheet-file.ts';
import { lookIntoFile } from './sheet-reading.ts';
import type { SheetThreadTask } from './sheet-thread.ts';

/* The thread that reads files of payments, allocations and lenders' lists: see sheet-thread.ts. */

await runFileTask(async () => {
  const task = workerData as SheetThreadTask;
  if (task.do === 'read') return tellPieces(readSheetFile(task.task));
  tellAnswer(await lookIntoFile(task.source));
});
