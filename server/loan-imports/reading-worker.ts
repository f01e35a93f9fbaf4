import { workerData } from 'node:worker_threads';
import { runFileTask, tellAnswer, tellPieces } from '../spreadsheets/file-worker.ts';
import { glanceAtFile, stageFile } from './file-reading.ts';
import { tryFile } from './file-trial.ts';
import type { ThreadTask } from './reading-thread.ts';

/* The thread that reads loan files: see reading-thread.ts. */

await runFileTask(async () => {
  const task = workerData as ThreadTask;
  if (task.do === 'stage') return tellPieces(stageFile(task.task));
  if (task.do === 'try') return tellAnswer(await tryFile(task.task));
  const { path, kind, mapping, sheetName } = task;
  tellAnswer(await glanceAtFile(path, kind, mapping, sheetName));
});
