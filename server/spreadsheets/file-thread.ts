import { stat } from 'node:fs/promises';
import type { Worker } from 'node:worker_threads';
import type { FileWord, FileWordValues } from '../../contract/file-words.ts';
import { isBuilt, startThread } from '../thread.ts';
import type { ThreadModule } from '../thread.ts';
import { FileProblem } from './file-problem.ts';

/** What a thread tells when its file can't be read, or when something in it failed. */
export type ThreadFailure =
  | {
      readonly is: 'problem';
      readonly word: FileWord;
      readonly values: FileWordValues;
      readonly isWrongType: boolean;
    }
  | {
      readonly is: 'error';
      readonly message: string;
      readonly stack: string;
      readonly code?: string;
    };

/** Shared texts of a workbook are the one thing that grows with the file. */
const sheetHeapMb = 768;

/**
 * Files wait for their turn in a line: so many of it are read at once in this process, whoever sent them, since each may
 * take the memory of its thread.
 */
export interface FileLine {
  readonly atOnce: number;
  reading: number;
  readonly waiting: (() => void)[];
}

const lines: FileLine[] = [];

/** A line of its own: its files do not wait for those of others. */
export function fileLine(atOnce: number): FileLine {
  const line = { atOnce, reading: 0, waiting: [] };
  lines.push(line);
  return line;
}

/** Sheets and workbooks. */
const sheetFiles = fileLine(2);

/** Calls `begin` when it is its turn. Returns how to leave, at any time. */
function takeTurn(line: FileLine, begin: () => void): () => void {
  let state: 'waiting' | 'reading' | 'left' = 'waiting';
  const start = () => {
    state = 'reading';
    line.reading += 1;
    begin();
  };
  if (line.reading < line.atOnce) start();
  else line.waiting.push(start);
  return () => {
    const was = state;
    state = 'left';
    if (was === 'waiting') line.waiting.splice(line.waiting.indexOf(start), 1);
    if (was !== 'reading') return;
    line.reading -= 1;
    line.waiting.shift()?.();
  };
}

/** Does the work when it is its turn in the line. */
export async function inTurn<Result>(line: FileLine, work: () => Promise<Result>): Promise<Result> {
  const leave = await new Promise<() => void>((resolve) => {
    // It may be its turn at once, before it is known how to leave.
    const left: () => void = takeTurn(line, () => queueMicrotask(() => resolve(left)));
  });
  try {
    return await work();
  } finally {
    leave();
  }
}

/** How many files wait to be read. */
export const filesWaiting = (): number =>
  lines.reduce((sum, { waiting }) => sum + waiting.length, 0);

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
  /** Asks the thread for something; it answers by `next`. */
  ask(question: unknown): void;
  /** Ends the thread, wherever it is. */
  end(): Promise<void>;
}

/** Throws what a thread told of its failure. */
function refuseFailure<Message extends { readonly is: string }>(
  message: Message | ThreadFailure,
): asserts message is Exclude<Message, ThreadFailure> {
  const told = message as ThreadFailure;
  if (told.is === 'problem') throw new FileProblem(told.word, told.values, told);
  if (told.is !== 'error') return;
  const { code, stack } = told;
  throw Object.assign(new Error(told.message), { stack, ...(code !== undefined && { code }) });
}

/** A limit of time that has begun; `start` begins anew. None when `limitMs` is null. */
function timeLimit(limitMs: number | null, onOver: () => void) {
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => clearTimeout(timer);
  const start = (): void => {
    stop();
    if (limitMs !== null) timer = setTimeout(onOver, limitMs);
  };
  return { start, stop };
}

function openThread(
  module: ThreadModule,
  task: unknown,
  heapMb: number,
  fail: (error: Error) => void,
): Worker {
  const thread = startThread(module, task, {
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32 },
  });
  thread.on('error', (error: Error & { code?: string }) =>
    fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new FileProblem('too-large') : error),
  );
  thread.on('exit', () => fail(new Error('The reading thread ended too early.')));
  return thread;
}

/**
 * Starts a thread that reads a file, so that the server stays responsive. A thread that tells nothing for `limitMs` is ended: its file is refused.
 */
export function startFileThread<Message extends { readonly is: string }>(
  module: ThreadModule,
  task: unknown,
  limitMs: number | null = null,
  { line = sheetFiles, heapMb = sheetHeapMb }: { line?: FileLine; heapMb?: number } = {},
): Inbox<Message> {
  let thread: Worker | null = null;
  const unsent: unknown[] = [];
  const tell = (message: unknown) => {
    if (thread === null) unsent.push(message);
    else thread.postMessage(message, []);
  };
  const queue: Message[] = [];
  let wake: (() => void) | null = null;
  let failure: Error | null = null;
  const fail = (error: Error): void => {
    limit.stop();
    failure ??= error;
    wake?.();
  };
  const limit = timeLimit(limitMs, () => {
    fail(new FileProblem('too-slow'));
    void thread?.terminate();
  });
  const leave = takeTurn(line, () => {
    thread = openThread(module, task, heapMb, fail).on('message', (message: Message) => {
      limit.stop();
      queue.push(message);
      wake?.();
    });
    thread.on('exit', () => leave());
    limit.start();
    for (const message of unsent.splice(0)) tell(message);
  });
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
    more: () => tell('more'),
    ask: (question) => {
      if (thread !== null) limit.start();
      tell(question);
    },
    end: async () => {
      limit.stop();
      if (thread === null) leave();
      await thread?.terminate();
    },
  };
}
