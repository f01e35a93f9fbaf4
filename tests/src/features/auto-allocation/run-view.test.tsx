// @vitest-environment page
import { expect, it } from 'vitest';
import { allocationCalls } from '../../../../contract/allocation.ts';
import { allocationRunCalls } from '../../../../contract/allocation-run.ts';
import type { AllocationRunDetail, RunLoan } from '../../../../contract/allocation-run.ts';
import { RunLoans } from '../../../../src/features/auto-allocation/run-loans.tsx';
import { RunView } from '../../../../src/features/auto-allocation/run-view.tsx';
import { FakeServer, madeId, onePage, openScreen, settled } from '../../support/screen.tsx';

const agent = (n: number, fullName: string) => ({
  _id: madeId(n),
  fullName,
  capacity: null,
  nowLoans: 0,
  nowDue: 0,
  getsLoans: 1,
  getsDue: 900,
  givesUpLoans: 0,
  givesUpDue: 0,
});

const loan = (n: number, to: number): RunLoan => ({
  _id: madeId(n),
  Loan_ID: `L${n}`,
  Customer_Name: 'Farida Khan',
  Client_Name: 'Lender',
  City: null,
  Pincode: null,
  Bucket: null,
  Total_Due_Amount: 900,
  Unverified_Amount: 0,
  assigneeId: madeId(to),
  assigneeName: 'Amit Patil',
  reason: 'EQUAL_COUNT',
  ruleName: null,
});

const run: AllocationRunDetail = {
  _id: madeId(9),
  kind: 'COLLECTOR',
  state: 'PLANNED',
  spec: {
    kind: 'COLLECTOR',
    filter: {},
    assigneeIds: [],
  } as unknown as AllocationRunDetail['spec'],
  ruleVersion: null,
  doneLoans: 2,
  totalLoans: 2,
  takenByRules: 0,
  sharedOut: 2,
  leftOver: 0,
  changedLoans: 0,
  undoneLoans: 0,
  keptLoans: 0,
  error: null,
  createdBy: 'Meera Joshi',
  createdAt: '2026-11-02T05:00:00.000Z',
  confirmedBy: null,
  confirmedAt: null,
  finishedAt: null,
  undoableUntil: null,
  summary: {
    agents: [],
    rules: [],
    given: [{ reason: 'EQUAL_COUNT', loans: 2, due: 1800 }],
    left: [],
  },
  changedSince: 0,
};

const server = (more: Partial<AllocationRunDetail> = {}) =>
  new FakeServer()
    .on(allocationRunCalls.getAllocationRun, { ...run, ...more })
    .on(allocationRunCalls.listAllocationRunLoans, onePage([loan(5, 1), loan(6, 2)]))
    .on(allocationCalls.listAssignees, { data: [] });

const open = (more: Partial<AllocationRunDetail>) =>
  openScreen(<RunView runId={run._id} onRestart={() => undefined} />, server(more));

it('people of one name are told apart at the loans of a plan too', async () => {
  const agents = [agent(1, 'Amit Patil · amit.p'), agent(2, 'Amit Patil · apatil')];
  const view = await openScreen(
    <RunLoans
      run={run}
      agents={agents}
      moving={agents}
      choice={{ assigneeId: null, reason: null }}
      onChoice={() => undefined}
    />,
    server(),
  );
  await settled();
  const said = view.one('table').textContent;
  for (const { fullName } of agents) expect(said).toContain(fullName);
});

it('a plan that is out of date says so, and asks to give out what it still would', async () => {
  const part = await open({ changedSince: 1 });
  expect(part.text()).toContain('1 loan of this plan was changed by somebody since it was made');
  expect(part.text()).toContain('Give 1 loan out');
  const whole = await open({ changedSince: 2 });
  expect(whole.text()).not.toContain('loans out');
});
