import { AMOUNT_MEASURES } from '../../contract/visualization.ts';
import type { ChartAnswer, ChartQuestion } from '../../contract/visualization.ts';
import type { Actor } from '../access/actor.ts';
import { businessDay } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { FileAnswer } from '../http/serve.ts';
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

/** An answer as the lines of a table: header, a line each, the total. */
function tableOf({ by, and, measure }: ChartQuestion, answer: ChartAnswer): SheetCell[][] {
  const figure = AMOUNT_MEASURES.has(measure) ? rupeesCell : (value: number) => value;
  const { before } = answer;
  const was = (value: number | undefined): SheetCell[] => (before ? [figure(value ?? 0)] : []);
  const header: SheetCell[] = [
    by,
    ...(and === null ? [] : [and]),
    measure,
    ...(before ? [`${before.from} to ${before.to}`] : []),
  ];
  const lines = answer.rows.map((row): SheetCell[] => [
    row.isRest ? 'Others' : row.by,
    ...(and === null ? [] : [row.and]),
    figure(row.value),
    ...was(row.before),
  ]);
  const total: SheetCell[] = [
    'Total',
    ...(and === null ? [] : [null]),
    figure(answer.total),
    ...was(before?.total),
  ];
  return [header, ...lines, total];
}

/** A chart's file: its name and its bytes, which are made while they are read. */
export function chartFile(
  { name, question }: { readonly name: string; readonly question: ChartQuestion },
  answer: ChartAnswer,
  { format, day }: { readonly format: keyof typeof FORMATS; readonly day: string },
) {
  return {
    name: `${plain(name)}_${day}.${format}`,
    bytes: FORMATS[format](tableOf(question, answer)),
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
    ...chartFile(asked, answer, { format: 'xlsx', day: businessDay(zone) }),
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  };
}
