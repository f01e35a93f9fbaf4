import { sql } from 'drizzle-orm';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import type { ColumnKind } from '../../contract/report-columns.ts';
import type { reportEngineCalls } from '../../contract/report-engine.ts';
import type { Actor } from '../access/actor.ts';
import { dayRange } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { exportedInsights } from '../data-insights/data-insight-export-service.ts';
import { againstRules } from '../errors.ts';
import type { FileAnswer } from '../http/serve.ts';
import { writeCsv } from '../spreadsheets/csv-writer.ts';
import type { SheetCell } from '../spreadsheets/sheet-cell.ts';
import { writeXlsx } from '../spreadsheets/xlsx-writer.ts';
import { noteForFile, phoneForFile } from './export-rules.ts';
import { watermarkLines } from './watermark-service.ts';
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

type Value = string | number | null;

interface ModelRow extends Record<string, unknown> {
  key: string;
  cells: Value[];
}

/** What is exported: columns, how many rows, and the rows in pieces. */
interface ModelSource {
  readonly columns: readonly { readonly title: string; readonly kind: ColumnKind }[];
  readonly count: () => Promise<number>;
  readonly batches: () => AsyncGenerator<Value[][], void, undefined>;
}

async function readBatch(
  db: Db,
  model: Model,
  ask: ModelAsk,
  behind: string | null,
): Promise<ModelRow[]> {
  const { actor } = ask;
  const values = model.columns.map(({ value, isPhone, isNote, isTold }) => {
    if (isTold === true && actor.clientId !== null) return sql`null`;
    if (isPhone === true) return phoneForFile(actor, value);
    return isNote === true ? noteForFile(actor, value) : value;
  });
  const { rows } = await db.execute<ModelRow>(sql`
    select ${model.key} as key, jsonb_build_array(${sql.join(values, sql`, `)}) as cells
    from ${model.from} where ${model.where(ask)} and (${behind}::uuid is null or ${model.key} > ${behind}::uuid)
    order by ${model.key} limit ${BATCH}`);
  return rows;
}

function modelSource(db: Db, model: Model, ask: ModelAsk): ModelSource {
  return {
    columns: model.columns,
    count: async () => {
      const { rows } = await db.execute<{ count: number }>(
        sql`select count(*)::int as count from ${model.from} where ${model.where(ask)}`,
      );
      return rows[0]?.count ?? 0;
    },
    batches: async function* batches() {
      let behind: string | null = null;
      for (;;) {
        const rows: ModelRow[] = await readBatch(db, model, ask, behind);
        yield rows.map(({ cells }) => cells);
        behind = rows.at(-1)?.key ?? null;
        if (rows.length < BATCH) return;
      }
    },
  };
}

async function askModel(
  { db, settings }: Context,
  actor: Actor,
  { model, gte, lte }: Omit<ModelQuery, 'format'>,
  cells: 'short' | 'whole',
): Promise<ModelSource> {
  const ask = { actor, from: gte, to: lte, ...dayRange(settings.businessTz, gte, lte) };
  return model === 'DataInsight'
    ? exportedInsights(db, actor, ask, cells)
    : modelSource(db, MODELS[model], ask);
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

/**
 * Rows of a model under their headers, as far as they fit into an answer, long cells of uploaded files by their beginning (spec
 * 7.7). Throws 400.
 */
export async function getExport(
  context: Context,
  actor: Actor,
  query: Omit<ModelQuery, 'format'>,
): Promise<ExportAnswer> {
  const source = await askModel(context, actor, query, 'short');
  const totalCount = await source.count();
  if (totalCount === 0) return { data: [], totalCount: 0, isWhole: true, amounts: [] };
  // A lender's watermark is a row of the file.
  const marks = await watermarkLines(context.db, actor, context.settings.businessTz);
  const isWhole = totalCount <= MOST_ROWS && marks.length === 0;
  const data: Record<string, Value>[] = [];
  if (isWhole)
    for await (const rows of source.batches())
      for (const cells of rows)
        data.push(
          Object.fromEntries(
            source.columns.map(({ title, kind }, at) => [
              title,
              plainCell(kind, cells[at] ?? null, context.settings.businessTz),
            ]),
          ),
        );
  // What is given out in pieces is noted with its file.
  if (isWhole) await noteExport(context, actor, query, data.length);
  const amounts = source.columns.filter(({ kind }) => kind === 'money').map(({ title }) => title);
  return { data, totalCount, isWhole, amounts };
}

async function* linesOf(
  source: ModelSource,
  zone: string,
  marks: readonly SheetCell[][],
): AsyncGenerator<readonly SheetCell[], void, undefined> {
  yield source.columns.map(({ title }) => title);
  for await (const rows of source.batches())
    for (const cells of rows)
      yield source.columns.map(({ kind }, at) => cellOf(kind, cells[at] ?? null, zone));
  yield* marks;
}

/** All rows of a model as a file, streamed: `Loan_01-11-2026_30-11-2026.xlsx`. Who took what out is audited. Throws 400, 422. */
export async function exportModel(
  context: Context,
  actor: Actor,
  query: ModelQuery,
): Promise<FileAnswer> {
  const source = await askModel(context, actor, query, 'whole');
  const count = await source.count();
  if (count === 0)
    throw againstRules('NO_ROWS', 'No data found. Choose other days, then export again.');
  await noteExport(context, actor, query, count);
  const { businessTz } = context.settings;
  const marks = await watermarkLines(context.db, actor, businessTz);
  const lines = linesOf(source, businessTz, marks);
  const { format } = query;
  return {
    name: `${query.model}_${shownDay(query.gte)}_${shownDay(query.lte)}.${format}`,
    contentType: format === 'csv' ? 'text/csv; charset=utf-8' : XLSX,
    bytes:
      format === 'csv'
        ? writeCsv(lines)
        : writeXlsx(lines, query.model, source.columns.map(widthOf)),
  };
}
