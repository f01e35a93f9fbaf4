import { AMOUNT_MEASURES } from '../../contract/visualization.ts';
import type { ChartQuestion } from '../../contract/visualization.ts';
import type { Actor } from '../access/actor.ts';
import { businessDay } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { FileAnswer } from '../http/serve.ts';
import { rupeesCell } from '../spreadsheets/sheet-cell.ts';
import type { SheetCell } from '../spreadsheets/sheet-cell.ts';
import { writeXlsx } from '../spreadsheets/xlsx-writer.ts';
import { answerChart } from './chart-answer.ts';

const plain = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60) || 'chart';

/** The answer of a question as XLSX. Who took what out is audited. */
export async function exportChart(
  context: Context,
  actor: Actor,
  { name, question }: { name: string; question: ChartQuestion },
): Promise<FileAnswer> {
  const zone = context.settings.businessTz;
  const answer = await answerChart(context.db, zone, actor, question);
  await runCommand(context.db, actor, async ({ audit }) =>
    audit({
      action: 'visualization.export',
      entity: 'visualization',
      details: { name, ...question, rows: answer.rows.length },
    }),
  );
  const { by, and, measure } = question;
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
  return {
    name: `${plain(name)}_${businessDay(zone)}.xlsx`,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    bytes: writeXlsx([header, ...lines, total], 'Chart'),
  };
}
