import { startThread } from '../thread.ts';
import type { TrainingResult, TrainingTask } from './model-training.ts';

/** Beside this the library takes memory of its own, some 200 MB for the most rows. */
const maxHeapMb = 700;

/** Trains in a thread of its own, so that the server stays responsive. Rejects when it fails, or by the signal. */
export async function trainInThread(
  task: TrainingTask,
  signal: AbortSignal,
): Promise<TrainingResult> {
  signal.throwIfAborted();
  const thread = startThread('predictions/training-worker', task, {
    // The library writes to the console.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  });
  try {
    return await new Promise<TrainingResult>((resolve, reject) => {
      thread.on('message', resolve);
      thread.on('error', reject);
      thread.on('exit', () => reject(new Error('The training thread ended too early.')));
      signal.addEventListener('abort', () => reject(new Error('The server ends.')), { once: true });
    });
  } finally {
    await thread.terminate();
  }
}
