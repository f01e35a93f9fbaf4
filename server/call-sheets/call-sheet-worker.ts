import { workerData } from 'node:worker_threads';
import { runFileTask, tell, tellPiece } from '../spreadsheets/file-worker.ts';
import { readCallSheet } from './call-sheet-file.ts';
import type { CallSheetTask } from './call-sheet-file.ts';
import type { CallSheetMessage } from './call-sheet-thread.ts';

/* The thread that reads call sheets: see call-sheet-thread.ts. */

await runFileTask(async () => {
  const pieces = readCallSheet(workerData as CallSheetTask);
  for (;;) {
    const next = await pieces.next();
    const message: CallSheetMessage = next.done
      ? { is: 'read', read: next.value }
      : { is: 'piece', piece: next.value };
    if (message.is === 'read') return tell(message);
    await tellPiece(message, message.piece.lines);
  }
});
