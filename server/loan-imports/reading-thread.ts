import type { ImportMapping } from '../../contract/import-mapping.ts';
import type { FileKind } from '../spreadsheets/file-kind.ts';
import { isReadHere } from '../spreadsheets/file-thread.ts';
import { threadAnswer, threadPieces } from '../spreadsheets/thread-pieces.ts';
import { glanceAtFile, stageFile } from './file-reading.ts';
import type { FileGlance, StagingResult, StagingTask } from './file-reading.ts';
import { tryFile } from './file-trial.ts';
import type { FileTrial, TrialTask } from './file-trial.ts';
import type { FileRows } from '../jobs/file-rows.ts';

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

const worker = 'loan-imports/reading-worker';

/** `glanceAtFile` in a thread of its own. */
export async function glanceInThread(
  path: string,
  kind: FileKind,
  mapping: ImportMapping | null,
  sheetName: string | null,
): Promise<FileGlance> {
  if (await isReadHere(path)) return glanceAtFile(path, kind, mapping, sheetName);
  const task: ThreadTask = { do: 'glance', path, kind, mapping, sheetName };
  return threadAnswer(worker, task);
}

/** `tryFile` in a thread of its own. */
export async function tryInThread(task: TrialTask): Promise<FileTrial> {
  if (await isReadHere(task.path)) return tryFile(task);
  return threadAnswer(worker, { do: 'try', task } satisfies ThreadTask);
}

/** `stageFile` in a thread of its own. */
export async function* stageInThread(
  task: StagingTask,
): AsyncGenerator<FileRows, StagingResult, undefined> {
  if (await isReadHere(task.path)) return yield* stageFile(task);
  return yield* threadPieces(worker, { do: 'stage', task } satisfies ThreadTask);
}
