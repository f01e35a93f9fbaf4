import { expect, it } from 'vitest';
import { judgeLetterText } from '../../server/settlements/letter-reading.ts';

const terms = { loanNumber: 'LN/2024-0077', offeredAmount: 123_456, validUntil: '2026-12-05' };

const judged = (text: string) => {
  const { check, findings } = judgeLetterText(text, terms);
  return [check, ...findings];
};

it.each([
  'Loan account LN/2024-0077 is settled for Rs. 1,23,456/- payable by 05-12-2026.',
  'Account no. LN 2024 0077: INR 123456.00 in full and final settlement until 5th December 2026',
  'LN/2024-\n0077, amount ₹1,23,456 only, last date December 5, 2026 for the payment',
  'ऋण संख्या LN/2024-0077, राशि ₹१,२३,४५६, अंतिम तिथि ०५/१२/२०२६, इसके बाद अमान्य',
])('a letter that says loan, amount and last day agrees however it writes them: %s', (text) => {
  expect(judged(text)).toEqual(['AGREES']);
});

it.each([
  ['Loan LN/2024-00778 is settled for Rs. 1,23,456 by 05-12-2026, with thanks', 'LOAN_NUMBER'],
  ['Loan LN/2024-0077 is settled for Rs. 11,23,456 by 05-12-2026, with thanks', 'AMOUNT'],
  ['Loan LN/2024-0077 is settled for Rs. 1,23,456 by 12-05-2026, with thanks', 'VALIDITY'],
])('one that says something else differs: %s', (text, finding) => {
  expect(judged(text)).toEqual(['DIFFERS', finding]);
});

it('a scan without text is not read', () => {
  expect(judged(' \n 1 ')).toEqual(['UNREAD']);
});
