import { expect, test } from 'vitest';
import type { SheetKind } from '../../contract/sheet-mapping.ts';
import { suggestSheetMapping } from '../../server/activity-sheets/sheet-synonyms.ts';

const suggested = (kind: SheetKind, ...names: readonly string[]) =>
  suggestSheetMapping(
    kind,
    names.map((name) => ({ name })),
  );

test('what a lender’s list says was collected is not taken for what is due', () => {
  expect(suggested('SYSTEM_EXPORT', 'Loan No', 'Collection Amount', 'POS')).toMatchObject({
    Total_Due_Amount: 'POS',
  });
  expect(suggested('SYSTEM_EXPORT', 'Loan No', 'Collection Amount')).toMatchObject({
    Total_Due_Amount: 'Collection Amount',
  });
});

test('of a bank’s statement what came in is taken', () => {
  const columns = ['Txn Date', 'Value Date', 'Ref No', 'Debit', 'Credit', 'Balance', 'Loan No'];
  expect(suggested('PAYMENT', ...columns)).toMatchObject({ Loan_ID: 'Loan No', Amount: 'Credit' });
  const others = ['Date', 'Narration', 'Withdrawal', 'Deposit', 'Closing Balance', 'LAN'];
  expect(suggested('BANK_PAID', ...others)).toMatchObject({ Loan_ID: 'LAN', Amount: 'Deposit' });
});
