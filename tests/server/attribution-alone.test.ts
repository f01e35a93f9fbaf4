import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** What may read the table of payments itself, and what for: not for whose they are. Everything else asks the rule book. */
const READS_PAYMENTS: Readonly<Record<string, string>> = {
  'activity-sheets/judging-money.ts': 'which rows of a file are known',
  'activity-sheets/sheet-decision.ts': 'which rows of a file are known',
  'activity-sheets/sheet-posting.ts': 'which settlements a file paid',
  'activity-sheets/sheet-rows.ts': 'whom a file named',
  'loan-entry/loan-record.ts': 'what was posted on a loan, and whom it was credited to',
  'loan-imports/import-sql.ts': 'what a loan paid',
  'predictions/loan-history.ts': 'what a loan paid',
  'predictions/loan-month-service.ts': 'what a loan paid within 30 days',
  'predictions/order-experiment.ts': 'what a loan paid',
  'predictions/scoring-service.ts': 'which loans changed',
  'receipts/receipt-excess-service.ts': 'whether a loan paid meanwhile',
  'reports/lender-columns.ts': 'what a loan paid last',
  'revenue/fee-lines.ts': 'what a client owes for it',
  'settlements/settlement-following-service.ts': 'what a settlement got',
  'settlements/settlement-record.ts': 'what a settlement got',
  'sheets/sheet-loans.ts': 'which loans paid',
  'incentives/incentive-kept.ts': 'the day of a line that is kept',
  'incentives/incentive-statements.ts': 'the day of a line that is kept',
  'bi/bi-role.ts': 'views of shares, tried in bi.test.ts',
};

/** The rule book, those who write payments, and what makes them up. */
const ITS_OWN = ['payments/', 'demo/', 'database/'];

/** Why a text could attribute money by a rule of its own; null: it could not. */
function secondRuleOf(file: string, text: string): string | null {
  if (ITS_OWN.some((start) => file.startsWith(start))) return null;
  const reads = /\b(from|join|update|using)\s+(public\.)?payments\b/i.test(text);
  if (reads && READS_PAYMENTS[file] === undefined) return 'reads the table of payments';
  if (file !== 'bi/bi-role.ts' && /\bpayment_shares\b/.test(text)) return 'reads shares';
  if (/import[^;]*\bpayment(s|Shares)\b[^;]*tables\/payments/.test(text))
    return 'imports the table';
  const isOfItself =
    file === 'activity-sheets/sheet-rows.ts' || file === 'loan-entry/loan-record.ts';
  if (
    reads &&
    !isOfItself &&
    /\b(p|pay|payments)\.(collector|holder|leader|had|manager)_id\b/.test(text)
  )
    return file === 'bi/bi-role.ts' ? null : 'says whose a payment is';
  return null;
}

test('nothing else attributes money by a rule of its own', async () => {
  const root = join(import.meta.dirname, '../../server');
  const files = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const found: string[] = [];
  for (const file of files) {
    const why = secondRuleOf(file, await readFile(join(root, file), 'utf8'));
    if (why !== null) found.push(`${file} ${why}`);
  }
  expect(found).toEqual([]);
  expect(Object.keys(READS_PAYMENTS).filter((file) => !files.includes(file))).toEqual([]);
});

test('a second rule would be found, whatever it calls the table', () => {
  const planted = [
    'select q.collector_id, sum(q.amount) from payments q group by 1',
    'select l.collector_id, sum(x.amount) from loans l join payments x on x.loan_id = l.id group by 1',
    'SELECT sum(amount) FROM public.payments',
    'select person_id from payment_shares',
    "import { payments } from '../database/tables/payments.ts';",
  ];
  for (const text of planted)
    expect(secondRuleOf('reports/new-report.ts', text), text).not.toBeNull();
  const known = 'select p.collector_id, sum(p.amount) from payments p group by 1';
  expect(secondRuleOf('predictions/loan-history.ts', known)).not.toBeNull();
  expect(
    secondRuleOf('reports/new-report.ts', 'select p.id from ${attributedPayments} p'),
  ).toBeNull();
});
