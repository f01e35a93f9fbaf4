import { parentPort, workerData } from 'node:worker_threads';
import { trainModel } from './model-training.ts';
import type { TrainingTask } from './model-training.ts';

// One task, one answer; what fails ends the thread with its error.
parentPort?.postMessage(await trainModel(workerData as TrainingTask), []);
