import { sql } from 'drizzle-orm';
import type { CallRequest } from '../../contract/call.ts';
import type { Page } from '../../contract/paging.ts';
import type { ReportFile, reportEngineCalls } from '../../contract/report-engine.ts';
import type { ReportName } from '../../contract/report-names.ts';
import type { Actor } from '../access/actor.ts';
import { isoInstant } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { listPage } from '../database/list-page.ts';
import type { PageAsk } from '../database/list-page.ts';
import { againstRules, notFound } from '../errors.ts';
import { FileMissingError } from '../file-store/file-store.ts';
import type { FileAnswer } from '../http/serve.ts';
import { newId } from '../ids.ts';
import { notedFilters } from './export-rules.ts';
import { askReport } from './report-asking.ts';
import { XLSX } from './report-cells.ts';
import { fileName } from './report-files.ts';
import { sumFactRows } from './report-fact-rows.ts';

/** The queue of files that wait to be made. */
export const REPORT_FILE_QUEUE = 'report-file';
/** Days for which a file is kept. */
const KEPT_DAYS = 7;
/** Files of one person that may wait or be in work at once. */
const MOST_AT_ONCE = 3;

type FileAsk = CallRequest<typeof reportEngineCalls.startReportFile>['body'];

interface FileRow extends ReportFile, Record<string, unknown> {}

const columns = sql`f.id as "_id", f.report, f.name, f.state, f.rows_done as "rowsDone", f.rows_total as "rowsTotal", f.size, f.error,
  f.created_at as "createdAt", f.expires_at as "expiresAt"`;

const toFile = (row: FileRow): ReportFile => ({
  ...row,
  createdAt: isoInstant(row.createdAt),
  expiresAt: isoInstant(row.expiresAt),
});

/** Has the rows of a report made into a file. Throws 400, 403, and 422 while too many others are in work. */
export async function startReportFile(
  context: Context,
  actor: Actor,
  report: ReportName,
  body: FileAsk,
): Promise<ReportFile> {
  const { longReads, settings } = context;
  const asked = askReport(report, actor, settings.businessTz, body);
  const { count } = await longReads.atOneInstant(async (tx) => sumFactRows(tx, asked, body));
  const { from, to } = asked.ask.range;
  // A try after midnight has the same days.
  const query = { ...body, ...(asked.report.range !== 'now' && { gte: from, lte: to }) };
  return addFile(context, actor, {
    report,
    query,
    name: fileName(asked, body.format),
    total: count,
    noted: { entity: 'report', entityId: report, filters: notedFilters(query) },
  });
}

/** A file to be made in the background, and what is audited of it. */
interface WantedFile {
  readonly report: ReportFile['report'];
  readonly query: unknown;
  readonly name: string;
  readonly total: number;
  readonly noted: { readonly entity: string; readonly entityId: string; readonly filters: unknown };
}

/** Has a file made in the background. Throws 422 while too many others of the person are in work. */
export async function addFile(
  { db, jobs }: Context,
  actor: Actor,
  { report, query, name, total, noted }: WantedFile,
): Promise<ReportFile> {
  const id = newId();
  const file = await runCommand(db, actor, async ({ tx, audit }) => {
    // One after the other: two at once would both find room.
    await tx.execute(sql`select id from users where id = ${actor.userId} for update`);
    const { rows } = await tx.execute<FileRow>(sql`
      insert into report_files as f (id, owner_id, report, query, name, rows_total, expires_at)
      select ${id}, ${actor.userId}, ${report}, ${JSON.stringify(query)}::jsonb, ${name}, ${total},
        now() + make_interval(days => ${KEPT_DAYS})
      where (select count(*) from report_files o where o.owner_id = ${actor.userId}
        and o.state in ('WAITING', 'RUNNING')) < ${MOST_AT_ONCE}
      returning ${columns}`);
    const [row] = rows;
    if (!row)
      throw againstRules(
        'FILES_IN_WORK',
        'Wait until one of your other files is done, then try again.',
      );
    await jobs.add(tx, REPORT_FILE_QUEUE, id);
    const { entity, entityId, filters } = noted;
    audit({
      action: 'report.export',
      entity,
      entityId,
      details: { file: id, filters, rows: total },
    });
    return toFile(row);
  });
  jobs.wake(REPORT_FILE_QUEUE);
  return file;
}

/** The person's own files that are still kept, newest first. */
export async function listReportFiles(
  { db }: Context,
  actor: Actor,
  page: PageAsk,
): Promise<Page<ReportFile>> {
  return listPage(db, page, {
    columns,
    from: sql`report_files f`,
    where: sql`f.owner_id = ${actor.userId} and f.expires_at > now()`,
    order: sql`f.created_at desc, f.id`,
    row: toFile,
  });
}

/** A file that is done. Throws 404 for what is not the person's, not done, or no longer kept. */
export async function downloadReportFile(
  { db, fileStore }: Context,
  actor: Actor,
  id: string,
): Promise<FileAnswer> {
  const { rows } = await db.execute<{ name: string; key: string | null }>(sql`
    select f.name, f.store_key as key from report_files f where f.id = ${id} and f.owner_id = ${actor.userId}
      and f.state = 'DONE' and f.expires_at > now()`);
  const [file] = rows;
  if (!file?.key) throw notFound('This file');
  try {
    return {
      name: file.name,
      contentType: file.name.endsWith('.csv') ? 'text/csv; charset=utf-8' : XLSX,
      bytes: await fileStore.read(file.key),
    };
  } catch (error) {
    if (error instanceof FileMissingError) throw notFound('This file');
    throw error;
  }
}
