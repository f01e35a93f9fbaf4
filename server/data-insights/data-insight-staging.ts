import type pg from 'pg';
import type { InsightProfile } from '../../contract/data-insight.ts';
import type { Context } from '../context.ts';
import { copyPieces } from '../database/copy-pieces.ts';
import { trySessionLock } from '../database/locks.ts';
import { JobCancelled, likelyTotal, progressReporter } from '../jobs/job-progress.ts';
import { databaseJson } from '../spreadsheets/database-json.ts';
import { detectFileKind } from '../spreadsheets/file-kind.ts';
import { sameLoanNumber } from '../spreadsheets/loan-number.ts';
import { withAllDigits } from '../spreadsheets/refusal.ts';
import { INSIGHT_ROW_COLUMNS } from './data-insight-reading.ts';
import type { FirstReading, InsightPiece, RowsTask } from './data-insight-reading.ts';
import { eraseRows } from './data-insight-removal-service.ts';
import { profileInThread, readRowsInThread } from './data-insight-thread.ts';

const copyRows = `copy data_insight_rows (${INSIGHT_ROW_COLUMNS.join(', ')}) from stdin`;
/** So much of a column's cells must be loans' numbers for it to name loans. */
const JOIN_SHARE = 0.05;

/** A file that waits to be read. */
export interface WaitingInsight {
  readonly id: string;
  readonly clientId: string;
  readonly storeKey: string;
  readonly sheetName: string | null;
  readonly joinColumn: number | null;
  readonly isJoinChosen: boolean;
}

/** Tells how far the reading is. */
function readingProgress({ database }: Context, id: string, signal: AbortSignal) {
  const report = progressReporter(async (done, total) => {
    const { rowCount } = await database.pool.query(
      `update data_insights set done_rows = $2, total_rows = $3
       where id = $1 and state = 'READING' and removed_at is null`,
      [id, done, total],
    );
    return rowCount !== 0;
  });
  return async (rows: number, expectedRows: number): Promise<void> => {
    signal.throwIfAborted();
    await report(rows, likelyTotal({ rows, expectedRows }));
  };
}

/** The column whose cells are most often numbers of the client's loans; null when none fits. */
async function findJoin(
  client: pg.PoolClient,
  clientId: string,
  samples: FirstReading['samples'],
): Promise<number | null> {
  const cells = samples.flatMap((sample, at) =>
    sample.map((text) => ({ at, key: sameLoanNumber(withAllDigits(text)) })),
  );
  const { rows } = await client.query<{ at: number; known: number }>(
    `select s.at, count(*)::int as known from unnest($1::int[], $2::text[]) s(at, key)
     where exists (select 1 from loan_keys k where upper(k.loan_number) = s.key and k.client_id = $3
       and k.status <> 'DELETED')
     group by s.at`,
    [cells.map(({ at }) => at), cells.map(({ key }) => key.replaceAll('\u0000', '')), clientId],
  );
  const fits = rows
    .map(({ at, known }) => ({ at, share: known / Math.max(1, samples[at]?.length ?? 0) }))
    .filter(({ share }) => share >= JOIN_SHARE)
    .sort((a, b) => b.share - a.share || a.at - b.at);
  return fits[0]?.at ?? null;
}

const countMatched = `select count(*)::int as matched from data_insight_rows r where r.insight_id = $1
  and exists (select 1 from loan_keys k where upper(k.loan_number) = r.loan_key and k.client_id = $2
    and k.status <> 'DELETED')`;

async function firstReading(
  path: string,
  { sheetName }: WaitingInsight,
  report: (rows: number, expected: number) => Promise<void>,
): Promise<{ found: FirstReading; fileKind: Awaited<ReturnType<typeof detectFileKind>> }> {
  const fileKind = await detectFileKind(path);
  const reading = profileInThread({ path, fileKind, sheetName });
  for (;;) {
    const next = await reading.next();
    if (next.done) return { found: next.value, fileKind };
    const { rows, expectedRows } = next.value;
    // The rows are gone over twice.
    await report(rows, Math.max(rows, expectedRows) * 2);
  }
}

/** Pieces that are copied in one statement: each is a transaction of its own, so that none holds the phones' pulls back. */
const PIECES_AT_ONCE = 16;

async function* given(
  pieces: readonly InsightPiece[],
): AsyncGenerator<InsightPiece, null, undefined> {
  for (const piece of pieces) yield piece;
  return null;
}

/** Copies a file's rows; nobody sees them before it is READY. Returns the whole profile. */
async function copyAll(
  client: pg.PoolClient,
  task: RowsTask,
  report: (rows: number) => Promise<void>,
): Promise<InsightProfile> {
  const reading = readRowsInThread(task);
  try {
    for (;;) {
      const pieces: InsightPiece[] = [];
      let end: InsightProfile | null = null;
      while (end === null && pieces.length < PIECES_AT_ONCE) {
        const next = await reading.next();
        if (next.done) end = next.value;
        else pieces.push(next.value);
      }
      if (pieces.length > 0)
        await copyPieces(client, copyRows, given(pieces), ({ rows }) => report(rows));
      if (end !== null) return end;
    }
  } finally {
    await reading.return(task.profile);
  }
}

async function stage(
  context: Context,
  client: pg.PoolClient,
  insight: WaitingInsight,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const { id, clientId } = insight;
  const report = readingProgress(context, id, signal);
  await eraseRows(context.db, id, signal);
  const { found, fileKind } = await firstReading(path, insight, report);
  const { profile: first, plans, positions, sheetName, sheets } = found;
  const joinColumn = insight.isJoinChosen
    ? insight.joinColumn
    : await findJoin(client, clientId, found.samples);
  const task = {
    insightId: id,
    path,
    fileKind,
    sheetName,
    profile: first,
    plans,
    positions,
    joinColumn,
  };
  const profile = await copyAll(client, task, (rows) => report(first.rows + rows, first.rows * 2));
  const matched = await client.query<{ matched: number }>(countMatched, [id, clientId]);
  signal.throwIfAborted();
  const { rowCount } = await client.query(
    `update data_insights set state = 'READY', error = null, profile = $2, join_column = $3, matched_rows = $4,
       sheet_name = $5, sheets = $6, done_rows = $7, total_rows = $7
     where id = $1 and state = 'READING' and removed_at is null`,
    [
      id,
      databaseJson(profile),
      joinColumn,
      matched.rows[0]?.matched ?? 0,
      sheetName,
      databaseJson(sheets),
      profile.rows,
    ],
  );
  if (rowCount === 0) throw new JobCancelled();
}

/**
 * Reads a whole file: it is READY at the end, with its rows and profile. Whatever a killed process left is begun anew. Does
 * nothing when another process is at it. Throws FileProblem, JobCancelled, or what the database throws.
 */
export async function stageInsight(
  context: Context,
  insight: WaitingInsight,
  signal: AbortSignal,
): Promise<void> {
  await context.fileStore.withLocalFile(insight.storeKey, async (path) => {
    const client = await context.database.pool.connect();
    try {
      if (!(await trySessionLock(client, 'dataInsight', insight.id))) return;
      await client.query('set statement_timeout = 0');
      await stage(context, client, insight, path, signal);
    } finally {
      // Ending the connection gives the lock back, and ends a COPY that was broken off.
      client.release(true);
    }
  });
}
