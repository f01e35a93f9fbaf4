import { expect, it } from 'vitest';
import { LOAN_STATUSES } from '../../contract/loan.ts';
import { cellOf, plainCell } from '../../server/reports/report-cells.ts';
import { loanLife } from '../../src/lib/texts/en/loan-life.ts';

const ZONE = 'Asia/Kolkata';

it('says where a loan stands in files as on screens', () => {
  for (const status of LOAN_STATUSES) {
    expect(plainCell('status', status, ZONE)).toBe(loanLife[status]);
    expect(cellOf('status', status, ZONE)).toBe(loanLife[status]);
  }
  // A month's result has a key of the same name.
  expect(plainCell('word', 'SETTLED', ZONE)).toBe('Paid in full');
});
