// @vitest-environment page
import { act } from 'react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { listExportCalls } from '../../../../contract/list-export.ts';
import { promiseCalls } from '../../../../contract/promise.ts';
import { reconciliationCalls } from '../../../../contract/reconciliation.ts';
import type { ChartQuestion } from '../../../../contract/visualization.ts';
import { visualizationCalls } from '../../../../contract/visualization-calls.ts';
import type { DataColumn } from '../../../../src/components/data-table-column.ts';
import { ListExportMenu } from '../../../../src/features/list-exports/list-export-menu.tsx';
import { ReconciliationScreen } from '../../../../src/features/reconciliation/reconciliation-screen.tsx';
import { ReportActions } from '../../../../src/features/reports/engine-tools.tsx';
import { ChartPanel } from '../../../../src/features/visualizations/saved-chart.tsx';
import {
  FakeServer,
  Refusal,
  onePage,
  openScreen,
  settled,
  toasts,
} from '../../support/screen.tsx';

afterEach(() => vi.unstubAllGlobals());

/** Opens the menu of file formats and takes the first one. */
async function exportAs(node: ReactNode, server: FakeServer): Promise<void> {
  const view = await openScreen(node, server);
  await view.click(view.button('Export'));
  await settled();
  await act(async () => document.querySelector<HTMLElement>('[role="menuitem"]')?.click());
  await settled();
}

const NOTHING = { collected: 0, deposited: 0, direct: 0, inHand: 0, cancelled: 0, bankPaid: 0 };

it('a report without rows is not saved: no data was found', async () => {
  const server = new FakeServer();
  await exportAs(<ReportActions name="retain" query={{}} view="figures" isEmpty />, server);
  expect(server.sent).toEqual([]);
  expect(toasts()).toEqual(['No data found']);
});

it('a list whose rows are gone says so, and not that something failed', async () => {
  const server = new FakeServer().on(listExportCalls.exportList, () => {
    throw new Refusal(422, { code: 'NO_ROWS' });
  });
  const columns: DataColumn<{ amount: number }>[] = [
    { key: 'amount', title: 'Amount', render: ({ amount }) => amount },
  ];
  const source = { call: promiseCalls.listPromises, input: { query: { view: 'open' } } };
  await exportAs(<ListExportMenu name="promises" source={source} columns={columns} />, server);
  expect(server.sentOf(listExportCalls.exportList)).toHaveLength(1);
  expect(toasts()).toEqual(['No data found']);
});

it('a reconciliation of days without money is not saved either', async () => {
  const totals = {
    ...NOTHING,
    _id: 'all',
    difference: 0,
    day: null,
    agentId: null,
    Agent_Name: null,
    clientId: null,
    Client_Name: null,
  };
  const server = new FakeServer().on(reconciliationCalls.getReconciliation, {
    ...onePage([]),
    totals,
    from: '2026-11-01',
    to: '2026-11-30',
  });
  await exportAs(<ReconciliationScreen />, server);
  expect(server.sentOf(reconciliationCalls.exportReconciliation)).toEqual([]);
  expect(toasts()).toEqual(['No data found']);
});

it('nor is the sheet of a chart that shows nothing', async () => {
  const server = new FakeServer().on(visualizationCalls.askChart, {
    rows: [],
    total: 0,
    from: null,
    to: null,
    asOf: '2026-11-25T04:00:00.000Z',
    suggested: 'TABLE',
  });
  const question = {
    measure: 'dueAmount',
    by: 'client',
    and: null,
    range: 'MONTH',
    isCompared: false,
    most: 10,
    filters: { clients: [], buckets: [], products: [] },
  } satisfies ChartQuestion;
  const view = await openScreen(
    <ChartPanel {...{ title: 'Dues', role: 'ADMIN', question, kind: null }} />,
    server,
  );
  const sheet = view.one('[title="XLSX"]');
  await view.click(sheet);
  expect(server.sentOf(visualizationCalls.exportChart)).toEqual([]);
  expect(toasts()).toEqual(['No data found']);
});
