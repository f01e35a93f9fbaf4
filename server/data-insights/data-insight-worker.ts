import { workerData } from 'node:worker_threads';
import { runFileTask, tellAnswer, tellPiece, tellPieces } from '../spreadsheets/file-worker.ts';
import { profileFile, readInsightRows } from './data-insight-reading.ts';
import type { InsightFile } from './data-insight-reading.ts';
import type { InsightTask } from './data-insight-thread.ts';

/* The thread that reads files to be looked into: see data-insight-thread.ts. */

const progressEveryMs = 300;

async function profile(file: InsightFile): Promise<void> {
  const reading = profileFile(file);
  let lastMs = -Infinity;
  for (;;) {
    const next = await reading.next();
    if (next.done) return tellAnswer(next.value);
    if (performance.now() - lastMs < progressEveryMs) continue;
    lastMs = performance.now();
    await tellPiece(next.value);
  }
}

await runFileTask(async () => {
  const task = workerData as InsightTask;
  if (task.is === 'profile') await profile(task.file);
  else await tellPieces(readInsightRows(task.task));
});
