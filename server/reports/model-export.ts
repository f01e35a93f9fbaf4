import { sql } from 'drizzle-orm';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import type { reportEngineCalls } from '../../contract/report-engine.ts';
import type { Actor } from '../access/actor.ts';
import { dayRange } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { badInput } from '../errors.ts';
import type { FileAnswer } from '../http/serve.ts';
import { writeCsv } from '../spreadsheets/csv-writer.ts';
import type { SheetCell } from '../spreadsheets/sheet-cell.ts';
import { writeXlsx } from '../spreadsheets/xlsx-writer.ts';
import { phoneForFile, watermarkLines } from './export-rules.ts';
import { MODELS } from './model-rows.ts';
import type { Model, ModelAsk } from './model-rows.ts';
import { XLSX, cellOf, plainCell, widthOf } from './report-cells.ts';
import { shownDay } from './report-range.ts';

type ModelQuery = CallRequest<typeof reportEngineCalls.exportModel>['query'];
type ExportAnswer = CallAnswer<typeof reportEngineCalls.getExport>;

/** So many rows travel as JSON; all of them are in the file. */
const MOST_ROWS = 2000;
/** Rows read at once: a slow reader of the file holds no transaction open. */
const BATCH = 2000;

interface ModelRow extends Record<string, unknown> {
  key: string;
  cells: (string | number | null)[];
}

interface AskedModel {
  /** Null: nothing of it is stored. */
  readonly model: Model | null;
  readonly ask: ModelAsk;
}

function askModel(
  zone: string,
  actor: Actor,
  { model, gte, lte }: Omit<ModelQuery, 'format'>,
): AskedModel {
  if (gte > lte) throw badInput('The End Date lies before the From Date. Choose the days again.');
  const ask = { actor, from: gte, to: lte, ...dayRange(zone, gte, lte) };
  return { model: model === 'DataInsight' ? null : MODELS[model], ask };
}

async function readBatch(
  db: Db,
  model: Model,
  ask: ModelAsk,
  behind: string | null,
  limit: number,
): Promise<ModelRow[]> {
  const values = model.columns.map(({ value, isPhone }) =>
    isPhone === true ? phoneForFile(ask.actor, value) : value,
  );
  const { rows } = await db.execute<ModelRow>(sql`
    select ${model.key} as key, jsonb_build_array(${sql.join(values, sql`, `)}) as cells
    from ${model.from} where ${model.where(ask)} and (${behind}::uuid is null or ${model.key} > ${behind}::uuid)
    order by ${model.key} limit ${limit}`);
  return rows;
}

async function countOf(db: Db, { model, ask }: AskedModel): Promise<number> {
  if (model === null) return 0;
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${model.from} where ${model.where(ask)}`,
  );
  return rows[0]?.count ?? 0;
}

async function noteExport(
  context: Context,
  actor: Actor,
  { model, gte, lte }: Omit<ModelQuery, 'format'>,
  rows: number,
): Promise<void> {
  await runCommand(context.db, actor, async ({ audit }) => {
    audit({
      action: 'report.export',
      entity: 'model',
      entityId: model,
      details: { from: gte, to: lte, rows },
    });
  });
}

/** Rows of a model under their headers, as far as they fit into an answer (spec 7.7). Throws 400. */
export async function getExport(
  context: Context,
  actor: Actor,
  query: Omit<ModelQuery, 'format'>,
): Promise<ExportAnswer> {
  const { db, settings } = context;
  const asked = askModel(settings.businessTz, actor, query);
  const { model, ask } = asked;
  const totalCount = await countOf(db, asked);
  if (model === null || totalCount === 0) return { data: [], totalCount: 0, isWhole: true };
  // A lender's watermark is a row of the file.
  const marks = await watermarkLines(db, actor, settings.businessTz);
  const isWhole = totalCount <= MOST_ROWS && marks.length === 0;
  const rows = isWhole ? await readBatch(db, model, ask, null, MOST_ROWS) : [];
  // What is given out in pieces is noted with its file.
  if (isWhole) await noteExport(context, actor, query, rows.length);
  const data = rows.map(({ cells }) =>
    Object.fromEntries(
      model.columns.map(({ title, kind }, at) => [
        title,
        plainCell(kind, cells[at] ?? null, settings.businessTz),
      ]),
    ),
  );
  return { data, totalCount, isWhole };
}

async function* linesOf(
  { db, settings }: Context,
  model: Model,
  ask: ModelAsk,
): AsyncGenerator<readonly SheetCell[], void, undefined> {
  yield model.columns.map(({ title }) => title);
  let behind: string | null = null;
  for (;;) {
    const rows: ModelRow[] = await readBatch(db, model, ask, behind, BATCH);
    for (const { cells } of rows)
      yield model.columns.map(({ kind }, at) =>
        cellOf(kind, cells[at] ?? null, settings.businessTz),
      );
    behind = rows.at(-1)?.key ?? null;
    if (rows.length < BATCH) break;
  }
  yield* await watermarkLines(db, ask.actor, settings.businessTz);
}

/** All rows of a model as a file, streamed: `Loan_01-11-2026_30-11-2026.xlsx`. Who took what out is audited. Throws 400. */
export async function exportModel(
  context: Context,
  actor: Actor,
  query: ModelQuery,
): Promise<FileAnswer> {
  const asked = askModel(context.settings.businessTz, actor, query);
  await noteExport(context, actor, query, await countOf(context.db, asked));
  const { model, ask } = asked;
  const lines = model === null ? [['No data found']] : linesOf(context, model, ask);
  const { format } = query;
  return {
    name: `${query.model}_${shownDay(query.gte)}_${shownDay(query.lte)}.${format}`,
    contentType: format === 'csv' ? 'text/csv; charset=utf-8' : XLSX,
    bytes:
      format === 'csv'
        ? writeCsv(lines)
        : writeXlsx(lines, query.model, (model?.columns ?? []).map(widthOf)),
  };
}
