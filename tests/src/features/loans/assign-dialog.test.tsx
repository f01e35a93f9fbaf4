// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { allocationCalls } from '../../../../contract/allocation.ts';
import { AssignDialog } from '../../../../src/features/loans/assign-dialog.tsx';
import { FakeServer, madeId, openScreen, submit, toasts } from '../../support/screen.tsx';

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
