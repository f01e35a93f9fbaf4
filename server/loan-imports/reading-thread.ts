import { stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { ImportMapping } from '../../contract/import-mapping.ts';
import type { FileKind } from '../spreadsheets/file-kind.ts';
import { FileProblem } from '../spreadsheets/file-problem.ts';
import { glanceAtFile, stageFile } from './file-reading.ts';
import type { FileGlance, StagedPiece, StagingResult, StagingTask } from './file-reading.ts';
import { tryFile } from './file-trial.ts';
import type { FileTrial, TrialTask } from './file-trial.ts';

/** What the thread is asked to do. */
export type ThreadTask =
  | {
      readonly do: 'glance';
      readonly path: string;
      readonly kind: FileKind;
      readonly mapping: ImportMapping | null;
      readonly sheetName: string | null;
    }
  | { readonly do: 'try'; readonly task: TrialTask }
  | { readonly do: 'stage'; readonly task: StagingTask };

/** What the thread tells. */
export type ThreadMessage =
  | { readonly is: 'glance'; readonly glance: FileGlance }
  | { readonly is: 'trial'; readonly trial: FileTrial }
  | { readonly is: 'piece'; readonly piece: StagedPiece }
  | { readonly is: 'result'; readonly result: StagingResult }
  | { readonly is: 'problem'; readonly message: string; readonly isWrongType: boolean }
  | { readonly is: 'error'; readonly stack: string };

/** Shared texts of a workbook are the one thing that grows with the file. */
const maxHeapMb = 768;
const tooLarge = 'The file is too large to be read in one piece. Split it, or save it as CSV.';

/** Only the built server has the thread's file as JavaScript; from the sources (tests) the work is done right here. */
const isBuilt = import.meta.url.endsWith('.js');
/** Starting a thread costs more than reading a file of this size, even one that unpacks to the most it may. */
const smallFileBytes = 400_000;

async function isReadHere(path: string): Promise<boolean> {
  return !isBuilt || (await stat(path)).size <= smallFileBytes;
}

interface Inbox {
  next(): Promise<ThreadMessage>;
  end(): Promise<void>;
  more(): void;
}

function startThread(task: ThreadTask): Inbox {
  const worker = new Worker(new URL('reading-worker.js', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: 32 },
  });
  const queue: ThreadMessage[] = [];
  let wake: (() => void) | null = null;
  let failure: Error | null = null;
  const fail = (error: Error): void => {
    failure ??= error;
    wake?.();
  };
  worker.on('message', (message: ThreadMessage) => {
    queue.push(message);
    wake?.();
  });
  worker.on('error', (error: Error & { code?: string }) =>
    fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new FileProblem(tooLarge) : error),
  );
  worker.on('exit', () => fail(new Error('The reading thread ended too early.')));
  return {
    next: async () => {
      for (;;) {
        const message = queue.shift();
        if (message) return message;
        if (failure) throw failure;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    more: () => worker.postMessage('more', []),
    end: async () => {
      await worker.terminate();
    },
  };
}

async function nextOf(inbox: Inbox): Promise<Exclude<ThreadMessage, { is: 'problem' | 'error' }>> {
  const message = await inbox.next();
  if (message.is === 'problem') throw new FileProblem(message.message, message.isWrongType);
  if (message.is === 'error') throw new Error(message.stack);
  return message;
}

/** `glanceAtFile` in a thread of its own, so that the server stays responsive. */
export async function glanceInThread(
  path: string,
  kind: FileKind,
  mapping: ImportMapping | null,
  sheetName: string | null,
): Promise<FileGlance> {
  if (await isReadHere(path)) return glanceAtFile(path, kind, mapping, sheetName);
  const inbox = startThread({ do: 'glance', path, kind, mapping, sheetName });
  try {
    const message = await nextOf(inbox);
    if (message.is !== 'glance') throw new Error('The reading thread gave another answer.');
    return message.glance;
  } finally {
    await inbox.end();
  }
}

/** `tryFile` in a thread of its own. */
export async function tryInThread(task: TrialTask): Promise<FileTrial> {
  if (await isReadHere(task.path)) return tryFile(task);
  const inbox = startThread({ do: 'try', task });
  try {
    const message = await nextOf(inbox);
    if (message.is !== 'trial') throw new Error('The reading thread gave another answer.');
    return message.trial;
  } finally {
    await inbox.end();
  }
}

/** `stageFile` in a thread of its own. Ending the iteration early ends the thread. */
export async function* stageInThread(
  task: StagingTask,
): AsyncGenerator<StagedPiece, StagingResult, undefined> {
  if (await isReadHere(task.path)) return yield* stageFile(task);
  const inbox = startThread({ do: 'stage', task });
  try {
    for (;;) {
      const message = await nextOf(inbox);
      if (message.is === 'result') return message.result;
      if (message.is === 'piece') yield message.piece;
      inbox.more();
    }
  } finally {
    await inbox.end();
  }
}
