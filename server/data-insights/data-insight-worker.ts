import { workerData } from 'node:worker_threads';
import { runFileTask, tell, tellPiece } from '../spreadsheets/file-worker.ts';
import { profileFile, readInsightRows } from './data-insight-reading.ts';
import type { InsightFile, RowsTask } from './data-insight-reading.ts';
import type { InsightMessage, InsightTask } from './data-insight-thread.ts';

/* The thread that reads files to be looked into: see data-insight-thread.ts. */

const say = (message: InsightMessage): void => tell(message);
const progressEveryMs = 300;

async function profile(file: InsightFile): Promise<void> {
  const reading = profileFile(file);
  let lastMs = 0;
  for (;;) {
    const next = await reading.next();
    if (next.done) return say({ is: 'profiled', found: next.value });
    if (Date.now() - lastMs < progressEveryMs) continue;
    lastMs = Date.now();
    say({ is: 'progress', progress: next.value });
  }
}

async function readRows(task: RowsTask): Promise<void> {
  const pieces = readInsightRows(task);
  for (;;) {
    const next = await pieces.next();
    if (next.done) return say({ is: 'read', profile: next.value });
    const message: InsightMessage = { is: 'piece', piece: next.value };
    await tellPiece(message, next.value.lines);
  }
}

await runFileTask(async () => {
  const task = workerData as InsightTask;
  if (task.is === 'profile') await profile(task.file);
  else await readRows(task.task);
});
