import type { InsightProfile } from '../../contract/data-insight.ts';
import { isReadHere, startFileThread } from '../spreadsheets/file-thread.ts';
import { profileFile, readInsightRows } from './data-insight-reading.ts';
import type {
  FirstReading,
  InsightFile,
  InsightPiece,
  InsightProgress,
  RowsTask,
} from './data-insight-reading.ts';

/** What a thread is asked to read. */
export type InsightTask =
  | { readonly is: 'profile'; readonly file: InsightFile }
  | { readonly is: 'rows'; readonly task: RowsTask };

/** What the thread tells. */
export type InsightMessage =
  | { readonly is: 'progress'; readonly progress: InsightProgress }
  | { readonly is: 'profiled'; readonly found: FirstReading }
  | { readonly is: 'piece'; readonly piece: InsightPiece }
  | { readonly is: 'read'; readonly profile: InsightProfile };

/** A file that says nothing for so long is refused. */
const limitMs = 10 * 60_000;

const openThread = (task: InsightTask) =>
  startFileThread<InsightMessage>('data-insights/data-insight-worker', task, limitMs);

/** `profileFile` in a thread of its own, so that the server stays responsive. */
export async function* profileInThread(
  file: InsightFile,
): AsyncGenerator<InsightProgress, FirstReading, undefined> {
  if (await isReadHere(file.path)) return yield* profileFile(file);
  const inbox = openThread({ is: 'profile', file });
  try {
    for (;;) {
      const message = await inbox.next();
      if (message.is === 'profiled') return message.found;
      if (message.is === 'progress') yield message.progress;
    }
  } finally {
    await inbox.end();
  }
}

/** `readInsightRows` in a thread of its own. Ending the iteration early ends the thread. */
export async function* readRowsInThread(
  task: RowsTask,
): AsyncGenerator<InsightPiece, InsightProfile, undefined> {
  if (await isReadHere(task.path)) return yield* readInsightRows(task);
  const inbox = openThread({ is: 'rows', task });
  try {
    for (;;) {
      const message = await inbox.next();
      if (message.is === 'read') return message.profile;
      if (message.is !== 'piece') continue;
      yield message.piece;
      inbox.more();
    }
  } finally {
    await inbox.end();
  }
}
