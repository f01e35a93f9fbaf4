import { parentPort, workerData } from 'node:worker_threads';
import { FileProblem } from '../spreadsheets/file-problem.ts';
import { glanceAtFile, stageFile } from './file-reading.ts';
import type { StagingTask } from './file-reading.ts';
import { tryFile } from './file-trial.ts';
import type { ThreadMessage, ThreadTask } from './reading-thread.ts';

/*
 * The thread that reads spreadsheets: it gets one task, tells what it finds, and ends. Pieces that the other side has
 * not taken yet are limited, so that a slow database does not fill the memory.
 */

const maxPiecesAhead = 4;
const ahead: { pieces: number; wake: () => void } = { pieces: 0, wake: () => undefined };

function tell(message: ThreadMessage, handOver: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, handOver);
}

async function stage(task: StagingTask): Promise<void> {
  const pieces = stageFile(task);
  for (;;) {
    const next = await pieces.next();
    if (next.done) {
      tell({ is: 'result', result: next.value });
      return;
    }
    tell({ is: 'piece', piece: next.value }, [next.value.lines.buffer]);
    ahead.pieces += 1;
    while (ahead.pieces >= maxPiecesAhead)
      await new Promise<void>((resolve) => {
        ahead.wake = resolve;
      });
  }
}

async function run(task: ThreadTask): Promise<void> {
  if (task.do === 'stage') return stage(task.task);
  if (task.do === 'try') return tell({ is: 'trial', trial: await tryFile(task.task) });
  const { path, kind, mapping, sheetName } = task;
  tell({ is: 'glance', glance: await glanceAtFile(path, kind, mapping, sheetName) });
}

parentPort?.on('message', () => {
  ahead.pieces -= 1;
  ahead.wake();
});

try {
  await run(workerData as ThreadTask);
} catch (error) {
  if (error instanceof FileProblem)
    tell({ is: 'problem', message: error.message, isWrongType: error.isWrongType });
  else tell({ is: 'error', stack: error instanceof Error ? String(error.stack) : String(error) });
}
