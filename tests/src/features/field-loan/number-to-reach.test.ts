import { expect, it } from 'vitest';
import type { LoanDetail } from '../../../../contract/loan.ts';
import { numberToReach } from '../../../../src/features/field-loan/field-gate-queries.ts';

const loanWith = (wrong: readonly string[], ended: string | null = null) =>
  ({
    Mobile_Number: '+91 98765 01234',
    Alternate_Mobile_Number: '9876505678',
    contactFacts: {
      numbers: wrong.map((number) => ({
        number,
        isWrong: true,
        since: '2026-11-01T00:00:00.000Z',
        endedAt: ended,
      })),
    },
  }) as unknown as LoanDetail;

it('a phone calls the first number that is not known as wrong, and the first again once it is corrected', () => {
  expect(numberToReach(loanWith([]))).toBe('+91 98765 01234');
  expect(numberToReach(loanWith(['9876501234']))).toBe('9876505678');
  expect(numberToReach(loanWith(['9876501234'], '2026-11-02T00:00:00.000Z'))).toBe(
    '+91 98765 01234',
  );
  // Each is wrong: the gate shuts the ways to it.
  expect(numberToReach(loanWith(['9876501234', '9876505678']))).toBe('+91 98765 01234');
});
