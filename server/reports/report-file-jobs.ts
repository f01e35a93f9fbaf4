import { sql } from 'drizzle-orm';
import { JOB_WORDS } from '../../contract/job-words.ts';
import type { JobWord } from '../../contract/job-words.ts';
import type { ListFileAsk } from '../../contract/list-export.ts';
import { LIST_FILE } from '../../contract/report-engine.ts';
import type { CHART_FILE } from '../../contract/report-engine.ts';
import type { ReportFile, ReportFilter } from '../../contract/report-engine.ts';
import type { Actor } from '../access/actor.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { CallError, isDiskFull } from '../errors.ts';
import { actorOfUser } from '../identity/actor-service.ts';
import { startRescuedQueue } from '../jobs/rescued-queue.ts';
import { notify } from '../notifications/notification-service.ts';
import { writeCsv } from '../spreadsheets/csv-writer.ts';
import type { SheetCell } from '../spreadsheets/sheet-cell.ts';
import { writeXlsx } from '../spreadsheets/xlsx-writer.ts';
import type { Upkeep } from '../upkeep.ts';
import { watermarkLines } from './watermark-service.ts';
import { askList } from './list-asking.ts';
import type { AskedList } from './list-asking.ts';
import { widthOfColumn } from './list-cells.ts';
import { notedAsk } from './list-export.ts';
import { listLines, listPieces } from './list-reading.ts';
import { askReport } from './report-asking.ts';
import type { AskedReport } from './report-asking.ts';
import { REPORT_FILE_QUEUE } from './report-file-service.ts';
import { rowLines } from './report-lines.ts';
import { allFactRows, sumFactRows } from './report-fact-rows.ts';
import type { RowsAsk } from './report-fact-rows.ts';

/** What rows a report's file has, and which columns it lacks. */
type FileAsk = RowsAsk & { readonly hidden?: readonly string[] | undefined };

interface FileToMake extends Record<string, unknown> {
  id: string;
  ownerId: string;
  /** A chart's file is made where it is sent. */
  report: Exclude<ReportFile['report'], typeof CHART_FILE>;
  name: string;
  query: unknown;
}

type Lines = AsyncGenerator<readonly SheetCell[], void, undefined>;

/** What is told while rows are written: how many of how many are. */
type Told = (done: number, total: number) => Promise<void>;

/** What a file is made of, as its owner sees it now. */
interface FileSource {
  readonly sheetName: string;
  readonly widths: readonly number[];
  readonly lines: (tx: Db, told: Told) => Lines;
  /** What is audited of the list when it is done; reports are audited when they are asked for. */
  readonly noted: { readonly entityId: string; readonly filters: unknown } | null;
}

async function findFile(db: Db, id: string): Promise<FileToMake | null> {
  const { rows } = await db.execute<FileToMake>(sql`
    update report_files set state = 'RUNNING', rows_done = 0 where id = ${id} and state in ('WAITING', 'RUNNING')
    returning id, owner_id as "ownerId", report, name, query`);
  return rows[0] ?? null;
}

async function* reportFileLines(tx: Db, asked: AskedReport, query: FileAsk, told: Told): Lines {
  const { count, sums } = await sumFactRows(tx, asked, query);
  const lines = rowLines(asked, sums, new Set(query.hidden));
  yield lines.header;
  let done = 0;
  for await (const rows of allFactRows(tx, asked, query)) {
    for (const row of rows) yield lines.line(row);
    done += rows.length;
    await told(done, count);
  }
  yield lines.total;
  const { actor, zone } = asked.ask;
  yield* await watermarkLines(tx, actor, zone, asked.filter.clientName);
}

async function* listFileLines(context: Context, tx: Db, asked: AskedList, told: Told): Lines {
  const { header, line, marks } = await listLines(tx, asked, context.settings.businessTz);
  yield header;
  let done = 0;
  for await (const { rows, total } of listPieces(context, tx, asked)) {
    for (const row of rows) yield line(row);
    done += rows.length;
    await told(done, total);
  }
  // What there was when it was asked for is gone, or no longer the person's.
  if (done === 0) yield ['No data found'];
  yield* await marks();
}

async function sourceOf(context: Context, actor: Actor, file: FileToMake): Promise<FileSource> {
  if (file.report === LIST_FILE) {
    const asked = await askList(context, actor, file.query as ListFileAsk);
    return {
      sheetName: 'Rows',
      widths: asked.columns.map(widthOfColumn),
      lines: (tx, told) => listFileLines(context, tx, asked, told),
      noted: { entityId: asked.call.name, filters: notedAsk(asked) },
    };
  }
  const query = file.query as ReportFilter & FileAsk;
  const asked = askReport(file.report, actor, context.settings.businessTz, query);
  return {
    sheetName: 'Rows',
    widths: rowLines(asked, [], new Set(query.hidden)).widths,
    lines: (tx, told) => reportFileLines(tx, asked, query, told),
    noted: null,
  };
}

async function make(context: Context, id: string, signal: AbortSignal): Promise<void> {
  const { db } = context;
  const file = await findFile(db, id);
  if (file === null) return;
  const actor = await actorOfUser(db, file.ownerId);
  // Whoever may no longer work here is given nothing.
  if (actor === null) return fail(db, id, null);
  try {
    await store(context, file, actor, signal);
  } catch (error) {
    // What its owner may not see any more is refused however often it is tried.
    if (!(error instanceof CallError) || error.status >= 500) throw error;
    await fail(db, id, 'report-refused');
  }
}

async function store(
  context: Context,
  file: FileToMake,
  actor: Actor,
  signal: AbortSignal,
): Promise<void> {
  const { db, longReads, fileStore } = context;
  const { id, name } = file;
  const { sheetName, widths, lines, noted } = await sourceOf(context, actor, file);
  const key = `report-files/${id}`;
  // How far it is is told on another connection, so that it shows at once.
  const told: Told = async (done, total) => {
    signal.throwIfAborted();
    await db.execute(
      sql`update report_files set rows_done = ${done}, rows_total = ${total} where id = ${id}`,
    );
  };
  const stored = await longReads.atOneInstant(async (tx) => {
    const rows = lines(tx, told);
    const bytes = name.endsWith('.csv') ? writeCsv(rows) : writeXlsx(rows, sheetName, widths);
    return fileStore.write(key, bytes);
  });
  await runCommand(db, actor, async ({ tx, audit }) => {
    const { rows } = await tx.execute<{ count: number; isKept: boolean }>(sql`
      update report_files set state = 'DONE', store_key = ${key}, size = ${stored.size}, finished_at = now()
      where id = ${id} and state = 'RUNNING' returning rows_done as count, expires_at > now() as "isKept"`);
    const [done] = rows;
    if (!done?.isKept) return;
    if (noted !== null)
      audit({
        action: 'report.export-made',
        entity: 'list',
        entityId: noted.entityId,
        details: { file: id, filters: noted.filters, rows: done.count },
      });
    await notify(tx, [
      {
        to: { userId: file.ownerId },
        kind: 'REPORT_READY',
        facts: { fileName: name, count: done.count },
      },
    ]);
  });
}

/** Notes that a file can not be made; its owner is told why, where it still works here. */
async function fail(db: Db, id: string, why: JobWord | null): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ ownerId: string; name: string }>(sql`
      update report_files set state = 'FAILED', error = ${why && JOB_WORDS[why]}::text, finished_at = now()
      where id = ${id} and state in ('WAITING', 'RUNNING')
      returning owner_id as "ownerId", name`);
    const [file] = rows;
    if (file && why !== null)
      await notify(tx, [
        { to: { userId: file.ownerId }, kind: 'REPORT_FAILED', facts: { fileName: file.name } },
      ]);
  });
}

/** Makes reports' files in this process, beginning with those that were interrupted. Returns the upkeep that finds them. */
export const startReportFileJobs = (context: Context): Promise<Upkeep> =>
  startRescuedQueue(context, {
    queue: REPORT_FILE_QUEUE,
    name: 'report files',
    open: sql`select id from report_files where state in ('WAITING', 'RUNNING')`,
    work: (id, signal) => make(context, id, signal),
    giveUp: (id, cause) =>
      fail(context.db, id, isDiskFull(cause) ? 'no-room-for-report' : 'fault-of-report'),
  });

/** Removes files whose days are over, and a week later what tells of them. */
export const reportFileExpiry: Upkeep = {
  name: 'report file expiry',
  every: 60 * 60_000,
  isAtStart: true,
  work: async ({ db, fileStore }) => {
    const { rows } = await db.execute<{ id: string; key: string }>(
      sql`select id, store_key as key from report_files where expires_at <= now() and store_key is not null limit 500`,
    );
    for (const { id, key } of rows) {
      await fileStore.remove(key);
      await db.execute(sql`update report_files set store_key = null where id = ${id}`);
    }
    await db.execute(
      sql`delete from report_files where expires_at <= now() - interval '7 days' and store_key is null`,
    );
  },
};
