import type { ImportMapping } from '../../contract/import-mapping.ts';
import type { FileKind } from '../spreadsheets/file-kind.ts';
import { isReadHere, startFileThread } from '../spreadsheets/file-thread.ts';
import type { Inbox } from '../spreadsheets/file-thread.ts';
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
  | { readonly is: 'result'; readonly result: StagingResult };

const startThread = (task: ThreadTask): Inbox<ThreadMessage> =>
  startFileThread<ThreadMessage>('loan-imports/reading-worker', task);

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
    const message = await inbox.next();
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
    const message = await inbox.next();
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
      const message = await inbox.next();
      if (message.is === 'result') return message.result;
      if (message.is === 'piece') yield message.piece;
      inbox.more();
    }
  } finally {
    await inbox.end();
  }
}
