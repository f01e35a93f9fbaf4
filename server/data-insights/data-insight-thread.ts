import type { InsightProfile } from '../../contract/data-insight.ts';
import { isReadHere } from '../spreadsheets/file-thread.ts';
import { threadPieces } from '../spreadsheets/thread-pieces.ts';
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

/** A file that says nothing for so long is refused. */
const limitMs = 10 * 60_000;

const threadOf = <Piece, Answer>(task: InsightTask) =>
  threadPieces<Piece, Answer>('data-insights/data-insight-worker', task, limitMs);

/** `profileFile` in a thread of its own. */
export async function* profileInThread(
  file: InsightFile,
): AsyncGenerator<InsightProgress, FirstReading, undefined> {
  if (await isReadHere(file.path)) return yield* profileFile(file);
  return yield* threadOf<InsightProgress, FirstReading>({ is: 'profile', file });
}

/** `readInsightRows` in a thread of its own. */
export async function* readRowsInThread(
  task: RowsTask,
): AsyncGenerator<InsightPiece, InsightProfile, undefined> {
  if (await isReadHere(task.path)) return yield* readInsightRows(task);
  return yield* threadOf<InsightPiece, InsightProfile>({ is: 'rows', task });
}
