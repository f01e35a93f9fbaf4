// @vitest-environment page
import { expect, it } from 'vitest';
import { dialerReportCalls } from '../../../../contract/dialer-report.ts';
import { AgentPerformanceReportScreen } from '../../../../src/features/dialer-reports/performance-screen.tsx';
import { FakeServer, madeId, openScreen } from '../../support/screen.tsx';

const figures = {
  loggedInSeconds: 3600,
  waitSeconds: 600,
  talkSeconds: 1800,
  deadSeconds: 0,
  customerTalkSeconds: 1800,
  wrapUpSeconds: 600,
  afterCallSeconds: 600,
  breakSeconds: 0,
  breaks: {},
  callCount: 4,
  leadCallCount: 4,
  connectCount: 2,
  sheetCallCount: 0,
  sheetTalkSeconds: 0,
  promiseCount: 1,
  promiseAmount: 5000,
  claimed: 0,
  averageTalkSeconds: 450,
  averageAfterCallSeconds: 150,
  verified: 0,
};

it('counts people, not the line of their totals', async () => {
  const row = { ...figures, userId: madeId(3), fullName: 'Rohini Salve', managerName: null };
  const server = new FakeServer()
    .on(dialerReportCalls.listDialerProcesses, { agents: [], processes: [] })
    .on(dialerReportCalls.readAgentPerformanceReport, {
      data: [row],
      totals: figures,
      totalCount: 1,
      page: 1,
      pageSize: 10,
    });
  const view = await openScreen(
    <AgentPerformanceReportScreen />,
    server,
    '/agent-performance-report',
  );
  expect(view.text()).toContain('Total');
  expect(view.text()).toContain('Showing 1 of 1');
  // Not all calls that were recorded: these stand in the report that it names.
  expect(view.text()).toContain('Call Productivity counts every recorded call.');
});
