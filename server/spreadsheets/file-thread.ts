import { stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { FileProblem } from './file-problem.ts';

/** What a thread tells when its file can't be read, or when something in it failed. */
export type ThreadFailure =
  | { readonly is: 'problem'; readonly message: string; readonly isWrongType: boolean }
  | { readonly is: 'error'; readonly stack: string };

/** Shared texts of a workbook are the one thing that grows with the file. */
const maxHeapMb = 768;
const tooLarge = 'The file is too large to be read in one piece. Split it, or save it as CSV.';

/** Only the built server has the thread's file as JavaScript; from the sources (tests) the work is done right here. */
const isBuilt = import.meta.url.endsWith('.js');
/** Starting a thread costs more than reading a file of this size, even one that unpacks to the most it may. */
const smallFileBytes = 400_000;

/** Whether a file is read on this thread: a small one, or in a server that runs from its sources. */
export async function isReadHere(path: string): Promise<boolean> {
  return !isBuilt || (await stat(path)).size <= smallFileBytes;
}

/** What a thread tells, in order. */
export interface Inbox<Message> {
  /** Throws FileProblem when the file can't be read, or whatever failed in the thread. */
  next(): Promise<Exclude<Message, ThreadFailure>>;
  /** One piece was taken: the thread may read another one. */
  more(): void;
  /** Ends the thread, wherever it is. */
  end(): Promise<void>;
}

/** Throws what a thread told of its failure. */
function refuseFailure<Message extends { readonly is: string }>(
  message: Message | ThreadFailure,
): asserts message is Exclude<Message, ThreadFailure> {
  const told = message as ThreadFailure;
  if (told.is === 'problem') throw new FileProblem(told.message, told.isWrongType);
  if (told.is === 'error') throw new Error(told.stack);
}

/** Starts a thread that reads a file, so that the server stays responsive. `worker` is a module's JavaScript file. */
export function startFileThread<Message extends { readonly is: string }>(
  worker: URL,
  task: unknown,
): Inbox<Message> {
  const thread = new Worker(worker, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: 32 },
  });
  const queue: Message[] = [];
  let wake: (() => void) | null = null;
  let failure: Error | null = null;
  const fail = (error: Error): void => {
    failure ??= error;
    wake?.();
  };
  thread.on('message', (message: Message) => {
    queue.push(message);
    wake?.();
  });
  thread.on('error', (error: Error & { code?: string }) =>
    fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new FileProblem(tooLarge) : error),
  );
  thread.on('exit', () => fail(new Error('The reading thread ended too early.')));
  return {
    next: async () => {
      for (;;) {
        const message = queue.shift();
        if (message) {
          refuseFailure(message);
          return message;
        }
        if (failure) throw failure;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    more: () => thread.postMessage('more', []),
    end: async () => {
      await thread.terminate();
    },
  };
}
