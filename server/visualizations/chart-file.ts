import { sql } from 'drizzle-orm';
import { ROLL_TITLES, STAGE_TITLES } from '../../contract/prediction.ts';
import { isOfPeople } from '../../contract/report-names.ts';
import {
  AMOUNT_MEASURES,
  DIMENSION_TITLES,
  MEASURE_TITLES,
  REST_TITLE,
  WEEKDAY_TITLES,
} from '../../contract/visualization.ts';
import type { ChartAnswer, ChartDimension, ChartQuestion } from '../../contract/visualization.ts';
import { wireDay } from '../../contract/values.ts';
import type { Actor } from '../access/actor.ts';
import { businessDay } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import type { FileAnswer } from '../http/serve.ts';
import { watermarkLines } from '../reports/watermark-service.ts';
import { rupeesCell } from '../spreadsheets/sheet-cell.ts';
import type { SheetCell, SheetRows } from '../spreadsheets/sheet-cell.ts';
import { writeCsv } from '../spreadsheets/csv-writer.ts';
import { writeXlsx } from '../spreadsheets/xlsx-writer.ts';
import { answerChart } from './chart-answer.ts';

const plain = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60) || 'chart';

const FORMATS = {
  xlsx: (lines: SheetRows) => writeXlsx(lines, 'Chart'),
  csv: writeCsv,
} as const;

/** The words of outcomes by their code. */
async function outcomeLabels(db: Db): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.execute<{ code: string; label: string }>(
    sql`select code, label from disposition_codes`,
  );
  return new Map(rows.map(({ code, label }) => [code, label]));
}

const MOVEMENT: Readonly<Record<string, string>> = { ...STAGE_TITLES, ...ROLL_TITLES };
const WEEKDAYS: Readonly<Record<string, string>> = WEEKDAY_TITLES;

const DAYS: ReadonlySet<ChartDimension> = new Set(['day', 'week', 'month']);

/** A value of a dimension as people read it. */
function valueCell(
  dimension: ChartDimension,
  value: string | null,
  outcomes: ReadonlyMap<string, string>,
): SheetCell {
  if (value === null) return isOfPeople(dimension) ? 'Nobody' : 'None';
  if (dimension === 'outcome') return outcomes.get(value) ?? value;
  if (DAYS.has(dimension)) return { day: value };
  if (dimension === 'weekday') return WEEKDAYS[`d${value}`] ?? value;
  if (dimension === 'hour') return `${value.padStart(2, '0')}:00`;
  return dimension === 'openingStage' || dimension === 'becameOf'
    ? (MOVEMENT[value] ?? value)
    : value;
}

/** A total as a formula where it is the sum of its column: loans that stand in two groups are one loan. */
function totalCell(
  measure: ChartQuestion['measure'],
  total: number,
  column: readonly number[],
): SheetCell {
  const isRupees = AMOUNT_MEASURES.has(measure);
  const isSum = column.reduce((sum, value) => sum + value, 0) === total;
  if (isSum) return { total, isRupees };
  return isRupees ? { rupees: total } : total;
}

/** An answer as the lines of a table: header, a line each, the total. */
async function tableOf(
  db: Db,
  { by, and, measure }: ChartQuestion,
  answer: ChartAnswer,
): Promise<SheetCell[][]> {
  const outcomes = await outcomeLabels(db);
  const figure = AMOUNT_MEASURES.has(measure) ? rupeesCell : (value: number) => value;
  const { before } = answer;
  const was = (value: number | undefined): SheetCell[] => (before ? [figure(value ?? 0)] : []);
  const ofAnd = (cell: (dimension: ChartDimension) => SheetCell): SheetCell[] =>
    and === null ? [] : [cell(and)];
  const header: SheetCell[] = [
    DIMENSION_TITLES[by],
    ...ofAnd((dimension) => DIMENSION_TITLES[dimension]),
    MEASURE_TITLES[measure],
    ...(before ? [`${wireDay(before.from)} to ${wireDay(before.to)}`] : []),
  ];
  const lines = answer.rows.map((row): SheetCell[] => [
    row.isRest ? REST_TITLE : valueCell(by, row.by, outcomes),
    ...ofAnd((dimension) => (row.isAndRest ? REST_TITLE : valueCell(dimension, row.and, outcomes))),
    figure(row.value),
    ...was(row.before),
  ]);
  const total: SheetCell[] = [
    'Total',
    ...ofAnd(() => null),
    totalCell(
      measure,
      answer.total,
      answer.rows.map(({ value }) => value),
    ),
    ...(before
      ? [
          totalCell(
            measure,
            before.total,
            answer.rows.map((row) => row.before ?? 0),
          ),
        ]
      : []),
  ];
  return [header, ...lines, total];
}

/** For whom a chart's file is made, and how. */
interface ChartFileAsk {
  readonly actor: Actor;
  readonly zone: string;
  readonly format: keyof typeof FORMATS;
  readonly day: string;
}

/** A chart's file: its name and its bytes, which are made while they are read. */
export async function chartFile(
  db: Db,
  { name, question }: { readonly name: string; readonly question: ChartQuestion },
  answer: ChartAnswer,
  { actor, zone, format, day }: ChartFileAsk,
) {
  const table = await tableOf(db, question, answer);
  const marks = await watermarkLines(db, actor, zone, question.filters.clients);
  return {
    name: `${plain(name)}_${day}.${format}`,
    bytes: FORMATS[format]([...table, ...marks]),
  };
}

/** The answer of a question as XLSX. Who took what out is audited. */
export async function exportChart(
  context: Context,
  actor: Actor,
  asked: { name: string; question: ChartQuestion },
): Promise<FileAnswer> {
  const { name, question } = asked;
  const zone = context.settings.businessTz;
  const answer = await answerChart(context.db, zone, actor, question);
  await runCommand(context.db, actor, async ({ audit }) =>
    audit({
      action: 'visualization.export',
      entity: 'visualization',
      details: { name, ...question, rows: answer.rows.length },
    }),
  );
  return {
    ...(await chartFile(context.db, asked, answer, {
      actor,
      zone,
      format: 'xlsx',
      day: businessDay(zone),
    })),
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  };
}
