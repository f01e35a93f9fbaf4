import { workerData } from 'node:worker_threads';
import { runFileTask, tell, tellPiece } from '../spreadsheets/file-worker.ts';
import { glanceAtFile, stageFile } from './file-reading.ts';
import type { StagingTask } from './file-reading.ts';
import { tryFile } from './file-trial.ts';
import type { ThreadMessage, ThreadTask } from './reading-thread.ts';

/* The thread that reads loan files: see reading-thread.ts. */

const say = (message: ThreadMessage): void => tell(message);

async function stage(task: StagingTask): Promise<void> {
  const pieces = stageFile(task);
  for (;;) {
    const next = await pieces.next();
    if (next.done) return say({ is: 'result', result: next.value });
    const message: ThreadMessage = { is: 'piece', piece: next.value };
    await tellPiece(message, next.value.lines);
  }
}

await runFileTask(async () => {
  const task = workerData as ThreadTask;
  if (task.do === 'stage') return stage(task.task);
  if (task.do === 'try') return say({ is: 'trial', trial: await tryFile(task.task) });
  const { path, kind, mapping, sheetName } = task;
  say({ is: 'glance', glance: await glanceAtFile(path, kind, mapping, sheetName) });
});
