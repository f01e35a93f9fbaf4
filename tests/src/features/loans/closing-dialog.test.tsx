// @vitest-environment page
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loanClosureCalls } from '../../../../contract/loan-closure.ts';
import { ClosingDialog } from '../../../../src/features/loans/closing-dialog.tsx';
import { FakeServer, madeId, openScreen, submit, toasts, undo } from '../../support/screen.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const target = { kind: 'loans', loans: [{ _id: madeId(1) }, { _id: madeId(2) }] } as const;
const preview = {
  count: 2,
  dueAmount: 0,
  workedCount: 0,
  promiseCount: 0,
  promiseAmount: 0,
  allocatedCount: 0,
  paidCount: 0,
  unchangedCount: 0,
};

function Screen() {
  const [isOpen, setOpen] = useState(true);
  if (!isOpen) return null;
  return (
    <ClosingDialog
      reason="DELETED"
      target={target}
      onClose={() => setOpen(false)}
      onDone={() => setOpen(false)}
    />
  );
}

it('what was taken back is told when the dialog has long gone', async () => {
  const server = new FakeServer()
    .on(loanClosureCalls.previewClosing, preview)
    .on(loanClosureCalls.deleteLoans, {
      success: true,
      commandId: madeId(9),
      count: 2,
      unchanged: 0,
    })
    .on(loanClosureCalls.restoreLoans, { success: true, reopened: 1, kept: 1 });
  await openScreen(<Screen />, server);
  await submit();
  expect(server.sentOf(loanClosureCalls.previewClosing)).toHaveLength(1);
  await undo();
  expect(server.sentOf(loanClosureCalls.restoreLoans)).toHaveLength(1);
  expect(toasts().at(-1)).toMatch(/^1 loan .* · /);
});

it('says how many settlements end with the loans; a server that does not know says nothing of them', async () => {
  const server = new FakeServer().on(loanClosureCalls.previewClosing, {
    ...preview,
    settlementCount: 1,
  });
  await openScreen(<Screen />, server);
  expect(document.body.textContent).toContain('1 settlement ends');
  await openScreen(<Screen />, new FakeServer().on(loanClosureCalls.previewClosing, preview));
  expect(document.body.textContent).not.toContain('settlement');
});
