import { expect, test } from 'vitest';
import { loanEditInputSchema } from '../../../../contract/loan-edit.ts';
import { checkEdit, editBody } from '../../../../src/features/field-loan/loan-edit-form.ts';
import type { LoanEditValues } from '../../../../src/features/field-loan/loan-edit-form.ts';

const LOAN = { _id: '01900000-0000-7000-8000-000000000001', revision: 7 };
const GIVEN: LoanEditValues = {
  Mobile_Number: '9876543210 / 12',
  Alternate_Mobile_Number: '',
  Email: 'asha at work',
  Address: '12, MG Road',
  City: 'Pune',
  State: 'Maharashtra',
  Pincode: '41100',
};

const wrong = (change: Partial<LoanEditValues>) => {
  const { problems } = checkEdit(LOAN, GIVEN)({ ...GIVEN, ...change });
  return (problems ?? []).map(({ path, code }) => `${path} ${code}`);
};

test('only what was changed travels, with the revision it was made on, and the server takes it', () => {
  const body = editBody(LOAN, GIVEN, { ...GIVEN, City: ' Pune ', Mobile_Number: '98220 12345' });
  expect(body).toEqual({ ...LOAN, changes: { Mobile_Number: '98220 12345' } });
  expect(loanEditInputSchema.safeParse(body).success).toBe(true);
});

test('a form without a change makes nothing', () => {
  expect(editBody(LOAN, GIVEN, { ...GIVEN })).toBeNull();
});

test('an odd value of the lender’s passes as long as it is left alone', () => {
  expect(wrong({ Address: '14, MG Road' })).toEqual([]);
});

test('what the agent types must be a phone number, an email, a pincode', () => {
  expect(wrong({ Mobile_Number: 'none' })).toEqual(['Mobile_Number not-a-phone']);
  for (const Email of ['asha@', 'none', 'a@b.c', 'asha@home@work.in', 'asha kumari@work.in'])
    expect(wrong({ Email })).toEqual(['Email not-an-email']);
  expect(wrong({ Email: 'asha@work.in' })).toEqual([]);
  expect(wrong({ Email: '' })).toEqual([]);
  expect(wrong({ Pincode: '4110' })).toEqual(['Pincode not-a-pincode']);
  expect(wrong({ Pincode: '' })).toEqual([]);
});
