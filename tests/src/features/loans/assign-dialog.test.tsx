// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { allocationCalls } from '../../../../contract/allocation.ts';
import { loanCalls } from '../../../../contract/loan-calls.ts';
import { AssignDialog } from '../../../../src/features/loans/assign-dialog.tsx';
import {
  FakeServer,
  Refusal,
  madeId,
  openScreen,
  press,
  submit,
  toasts,
} from '../../support/screen.tsx';

const AS_OF = '2026-11-28T06:00:00.000Z';

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

it.each([
  ['fieldAgent', allocationCalls.assignFieldAgent, /^field agent updated successfully · /],
  ['collector', allocationCalls.assignCollector, /^(?!.*updated successfully)/],
] as const)('a change of loans’ %s is told in the words of spec 8', async (kind, call, words) => {
  const server = new FakeServer().on(call, { allocated: 2, unchanged: 0 });
  const loans = [1, 2].map((n) => ({ _id: madeId(n), revision: 1 }));
  const done = vi.fn<() => void>();
  const dialog = (
    <AssignDialog
      kind={kind}
      isTakeBack
      target={{ kind: 'loans', loans }}
      onClose={() => undefined}
      onDone={done}
    />
  );
  await openScreen(dialog, server);
  await submit();
  expect(done).toHaveBeenCalledOnce();
  expect(toasts()).toEqual([expect.stringMatching(words)]);
});

it('tells of a whole list how many will be given out, and how many were left out as they are over', async () => {
  const server = new FakeServer()
    .on(loanCalls.listLoans, {
      data: [],
      totalCount: 12_871,
      page: 1,
      pageSize: 1,
      isCountExact: true,
      asOf: AS_OF,
    })
    .on(allocationCalls.assignCollector, { allocated: 10_972, unchanged: 1899, closed: 1978 });
  const dialog = (
    <AssignDialog
      kind="collector"
      isTakeBack
      target={{ kind: 'matching', filter: { city: 'Pune' }, asOf: AS_OF, count: 14_849 }}
      onClose={() => undefined}
      onDone={() => undefined}
    />
  );
  await openScreen(dialog, server);
  expect(server.sentOf(loanCalls.listLoans)).toMatchObject([
    { query: { city: 'Pune', status: 'ACTIVE' } },
  ]);
  expect(document.body.textContent).toContain('12,871 loans');
  await submit();
  expect(toasts()).toEqual([expect.stringContaining('1,978 were left out')]);
});

const nothing = () => undefined;
const seen = [{ _id: madeId(1), revision: 1 }];
const ofAll = { filter: { city: 'Pune' }, asOf: AS_OF, count: 1 };
it.each([
  { target: { kind: 'matching', ...ofAll } as const, asked: { asOf: 'told' } },
  { target: { kind: 'loans', loans: seen } as const, asked: [{ _id: madeId(1), asOf: 'told' }] },
])(
  'what others did is overwritten as of the server’s time, whatever this computer’s clock says',
  async ({ target, asked }) => {
    const conflicts = [{ _id: madeId(1), Loan_ID: 'P-1', changedBy: 'Ravi', changedAt: AS_OF }];
    const details = { conflicts, count: 1, asOf: 'told' };
    const list = { data: [], totalCount: 1, page: 1, pageSize: 1, isCountExact: true, asOf: AS_OF };
    const server = new FakeServer()
      .on(loanCalls.listLoans, list)
      .on(allocationCalls.assignCollector, () => {
        throw new Refusal(409, { code: 'ALLOCATED_MEANWHILE', details });
      });
    const dialog = (
      <AssignDialog
        kind="collector"
        isTakeBack
        target={target}
        onClose={nothing}
        onDone={nothing}
      />
    );
    await openScreen(dialog, server);
    await submit();
    await press('Allocate all the same');
    const [, again] = server.sentOf(allocationCalls.assignCollector);
    expect(again?.body).toMatchObject(asked);
  },
);
