import type { CallRequest } from '../../contract/call.ts';
import type { ReconciliationRow, reconciliationCalls } from '../../contract/reconciliation.ts';
import type { Actor } from '../access/actor.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { FileAnswer } from '../http/serve.ts';
import { writeCsv } from '../spreadsheets/csv-writer.ts';
import { watermarkLines } from '../reports/watermark-service.ts';
import { rupeesCell } from '../spreadsheets/sheet-cell.ts';
import type { SheetCell } from '../spreadsheets/sheet-cell.ts';
import { writeXlsx } from '../spreadsheets/xlsx-writer.ts';
import { readAllLines } from './reconciliation-lines.ts';
import { reconciliationScope } from './reconciliation-scope.ts';

type ExportQuery = CallRequest<typeof reconciliationCalls.exportReconciliation>['query'];

type Sums = Pick<
  ReconciliationRow,
  'collected' | 'deposited' | 'direct' | 'inHand' | 'cancelled' | 'bankPaid' | 'difference'
>;

const FIGURES: readonly (readonly [string, keyof Sums])[] = [
  ['Receipts written', 'collected'],
  ['Deposited', 'deposited'],
  ['Paid to client', 'direct'],
  ['In hand', 'inHand'],
  ['Cancelled', 'cancelled'],
  ['Verified', 'bankPaid'],
  ['Difference', 'difference'],
];

const KEY_COLUMNS = {
  day: ['Day', (row: ReconciliationRow) => (row.day === null ? null : { day: row.day })],
  client: ['Client', (row: ReconciliationRow) => row.Client_Name],
  agent: ['Agent', (row: ReconciliationRow) => row.Agent_Name ?? 'Nobody credited'],
} as const satisfies Record<string, readonly [string, (row: ReconciliationRow) => SheetCell]>;

const COLUMNS_BY = {
  day: [KEY_COLUMNS.day],
  client: [KEY_COLUMNS.client],
  agent: [KEY_COLUMNS.agent],
  all: [KEY_COLUMNS.day, KEY_COLUMNS.client, KEY_COLUMNS.agent],
} as const;

const figuresOf = (sums: Sums): SheetCell[] => FIGURES.map(([, name]) => rupeesCell(sums[name]));
const totalsOf = (sums: Sums): SheetCell[] =>
  FIGURES.map(([, name]) => ({ total: sums[name], isRupees: true }));

function* sheet(
  groupBy: ExportQuery['groupBy'],
  rows: readonly ReconciliationRow[],
  totals: Sums,
): Generator<readonly SheetCell[], void, undefined> {
  const keys = COLUMNS_BY[groupBy];
  yield [...keys.map(([header]) => header), ...FIGURES.map(([header]) => header)];
  for (const row of rows) yield [...keys.map(([, cell]) => cell(row)), ...figuresOf(row)];
  yield [...keys.map((_, at) => (at === 0 ? 'Total' : null)), ...totalsOf(totals)];
}

const shownDay = (day: string) => `${day.slice(8)}-${day.slice(5, 7)}-${day.slice(0, 4)}`;

/** All lines with their totals as a file. Who took what out is audited first. */
export async function exportReconciliation(
  { db, settings }: Context,
  actor: Actor,
  query: ExportQuery,
): Promise<FileAnswer> {
  const { groupBy, format } = query;
  const scope = reconciliationScope(settings.businessTz, actor, query);
  const ask = { groupBy, isDifferingOnly: query.differing !== undefined };
  const { rows, totals } = await readAllLines(db, scope, ask);
  const { from, to } = scope;
  const { agent, clientId, clientName = [] } = query;
  const lenders = clientId === undefined ? clientName : [clientId];
  const marks = await watermarkLines(db, actor, settings.businessTz, lenders);
  await runCommand(db, actor, async ({ audit }) => {
    const details = { from, to, groupBy, clientId, agent, rows: rows.length };
    audit({ action: 'report.export', entity: 'report', entityId: 'reconciliation', details });
    return Promise.resolve();
  });
  const lines = [...sheet(groupBy, rows, totals), ...marks];
  const isCsv = format === 'csv';
  return {
    name: `reconciliation_${shownDay(from)}_${shownDay(to)}.${format}`,
    contentType: isCsv
      ? 'text/csv; charset=utf-8'
      : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    bytes: isCsv ? writeCsv(lines) : writeXlsx(lines, 'Reconciliation'),
  };
}
