import { sql } from 'drizzle-orm';
import type { ReportName } from '../../contract/report-names.ts';
import type { ReportFilter } from '../../contract/report-engine.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { actorOfUser } from '../identity/actor-service.ts';
import { startRescuedQueue } from '../jobs/rescued-queue.ts';
import { notify } from '../notifications/notification-service.ts';
import { writeCsv } from '../spreadsheets/csv-writer.ts';
import type { SheetCell } from '../spreadsheets/sheet-cell.ts';
import { writeXlsx } from '../spreadsheets/xlsx-writer.ts';
import type { Upkeep } from '../upkeep.ts';
import { watermarkLines } from './export-rules.ts';
import { askReport } from './report-asking.ts';
import type { AskedReport } from './report-asking.ts';
import { REPORT_FILE_QUEUE } from './report-file-service.ts';
import { rowLines } from './report-lines.ts';
import { allFactRows, sumFactRows } from './report-reading.ts';
import type { RowsAsk } from './report-reading.ts';

/** What rows a file has, and which columns it lacks. */
type FileAsk = RowsAsk & { readonly hidden?: readonly string[] | undefined };

interface FileToMake extends Record<string, unknown> {
  id: string;
  ownerId: string;
  report: string;
  name: string;
  query: unknown;
}

async function findFile(db: Db, id: string): Promise<FileToMake | null> {
  const { rows } = await db.execute<FileToMake>(sql`
    update report_files set state = 'RUNNING', rows_done = 0 where id = ${id} and state in ('WAITING', 'RUNNING')
    returning id, owner_id as "ownerId", report, name, query`);
  return rows[0] ?? null;
}

/** The lines of the file; how far they are is told on another connection, so that it shows at once. */
async function* linesOf(
  { db }: Context,
  tx: Db,
  id: string,
  asked: AskedReport,
  query: FileAsk,
  signal: AbortSignal,
): AsyncGenerator<readonly SheetCell[], void, undefined> {
  const { count, sums } = await sumFactRows(tx, asked, query);
  const lines = rowLines(asked, sums, new Set(query.hidden));
  yield lines.header;
  let done = 0;
  for await (const rows of allFactRows(tx, asked, query)) {
    signal.throwIfAborted();
    for (const row of rows) yield lines.line(row);
    done += rows.length;
    await db.execute(
      sql`update report_files set rows_done = ${done}, rows_total = ${count} where id = ${id}`,
    );
  }
  yield lines.total;
  const { actor, zone } = asked.ask;
  yield* await watermarkLines(tx, actor, zone, asked.filter.clientName);
}

async function make(context: Context, id: string, signal: AbortSignal): Promise<void> {
  const { db, fileStore, settings } = context;
  const file = await findFile(db, id);
  if (file === null) return;
  const actor = await actorOfUser(db, file.ownerId);
  // Whoever may no longer work here is given nothing.
  if (actor === null) return fail(db, id, false);
  const query = file.query as ReportFilter & FileAsk;
  const asked = askReport(file.report as ReportName, actor, settings.businessTz, query);
  const key = `report-files/${id}`;
  const stored = await db.transaction(
    async (tx) => {
      const lines = linesOf(context, tx, id, asked, query, signal);
      const bytes = file.name.endsWith('.csv')
        ? writeCsv(lines)
        : writeXlsx(lines, 'Rows', rowLines(asked, [], new Set(query.hidden)).widths);
      return fileStore.write(key, bytes);
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ count: number }>(sql`
      update report_files set state = 'DONE', store_key = ${key}, size = ${stored.size}, finished_at = now()
      where id = ${id} and state = 'RUNNING' returning rows_done as count`);
    const [done] = rows;
    if (done)
      await notify(tx, [
        {
          to: { userId: file.ownerId },
          kind: 'REPORT_READY',
          facts: { fileName: file.name, count: done.count },
        },
      ]);
  });
}

async function fail(db: Db, id: string, isTold = true): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ ownerId: string; name: string }>(sql`
      update report_files set state = 'FAILED', finished_at = now() where id = ${id} and state in ('WAITING', 'RUNNING')
      returning owner_id as "ownerId", name`);
    const [file] = rows;
    if (file && isTold)
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
    giveUp: (id) => fail(context.db, id),
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
