import type { Actor } from '../access/actor.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { FileAnswer } from '../http/serve.ts';
import type { SheetCell, SheetRows } from '../spreadsheets/sheet-cell.ts';
import { writeXlsx } from '../spreadsheets/xlsx-writer.ts';
import { notedFilters, watermarkLines } from './export-rules.ts';
import { reportScope } from './daily-report.ts';
import type { ReportAsk } from './daily-report.ts';
import { readAllReportRows, readTotals } from './report-rows.ts';
import { reportFileName, reportSheet } from './report-sheet.ts';

async function* marked(
  rows: SheetRows,
  marks: readonly (readonly SheetCell[])[],
): AsyncGenerator<readonly SheetCell[], void, undefined> {
  yield* rows;
  yield* marks;
}

/** All pages of a daily report as XLSX, in the report's order, with a row of totals. Who took what out is audited first. */
export async function exportDailyReport(
  context: Context,
  actor: Actor,
  ask: ReportAsk,
): Promise<FileAnswer> {
  const zone = context.settings.businessTz;
  const scope = reportScope(zone, actor, ask);
  const { range, where } = scope;
  const { page: _page, pageSize: _pageSize, ...filters } = ask.query;
  await runCommand(context.db, actor, async ({ tx, audit }) => {
    const { totals } = await readTotals(tx, actor, scope);
    audit({
      action: 'report.export',
      entity: 'report',
      entityId: ask.channel === 'CALL' ? 'daily-call-report' : 'daily-field-report',
      details: { ...range, filters: notedFilters(filters), rows: totals.count },
    });
  });
  const isLenders = actor.clientId !== null;
  const marks = await watermarkLines(context.db, actor, zone, ask.query.clientName);
  const rows = marked(
    reportSheet(ask.channel, zone, readAllReportRows(context.db, where), isLenders),
    marks,
  );
  const sheetName = ask.channel === 'CALL' ? 'Daily calls' : 'Daily visits';
  return {
    name: reportFileName(ask.channel, range),
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    bytes: writeXlsx(rows, sheetName),
  };
}
