import { workerData } from 'node:worker_threads';
import { runFileTask, tellPieces } from '../spreadsheets/file-worker.ts';
import { readCallSheet } from './call-sheet-file.ts';
import type { CallSheetTask } from './call-sheet-file.ts';

/* The thread that reads call sheets: see call-sheet-thread.ts. */

await runFileTask(() => tellPieces(readCallSheet(workerData as CallSheetTask)));
