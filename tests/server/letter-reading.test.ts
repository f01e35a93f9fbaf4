import { expect, it } from 'vitest';
import { judgeLetterText } from '../../server/settlements/letter-reading.ts';

const terms = { loanNumber: 'LN/2024-0077', offeredAmount: 123_456, validUntil: '2026-12-05' };

const judged = (text: string) => {
  const { check, findings } = judgeLetterText([text], terms);
  return [check, ...findings];
};

it.each([
  'Loan account LN/2024-0077 is settled for Rs. 1,23,456/- payable by 05-12-2026.',
  'Account no. LN 2024 0077: INR 123456.00 in full and final settlement until 5th December 2026',
  'LN/2024-\n0077, amount ₹1,23,456 only, last date December 5, 2026 for the payment',
  'Loan LN/2024-0077: Rs 1,23,456 in full and final settlement, payable by 05/12/26 at the branch',
  'ऋण संख्या LN/2024-0077, राशि ₹1,23,456, अंतिम तिथि 5 दिसम्बर 2026, इसके बाद अमान्य',
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

it.each([' \n 1 ', 'Scanned with CamScanner', 'Scanned with OKEN Scanner'])(
  'a scan without text is not read, whatever the scanning program prints below it: %s',
  (text) => expect(judged(text)).toEqual(['UNREAD']),
);

it('a text on one page counts, though the other pages have none', () => {
  const wrong = 'Loan LN/2024-0077 is settled for Rs. 900 by 05-12-2026, with thanks';
  const pages = [...Array.from({ length: 12 }, () => ''), wrong];
  expect(judgeLetterText(pages, terms)).toMatchObject({ check: 'DIFFERS', findings: ['AMOUNT'] });
});

it('a letter all in Hindi is read, and refused when it says something else', () => {
  const short = { loanNumber: 'A-1', offeredAmount: 9000, validUntil: '2026-12-05' };
  const letter = (amount: string) =>
    judgeLetterText([`ऋण A-1 का निपटान ${amount} में, भुगतान की अंतिम तिथि ५ दिसंबर २०२६ है`], short);
  expect(letter('₹९,०००').check).toBe('AGREES');
  expect(letter('₹९००')).toMatchObject({ check: 'DIFFERS', findings: ['AMOUNT'] });
});

it('the digits of the loan’s number, or of a day, are not taken for the amount', () => {
  const text = 'Loan account LN-9000 is settled for Rs. 900 until 05-12-2026, with thanks';
  const given = { loanNumber: 'LN-9000', offeredAmount: 9000, validUntil: '2026-12-05' };
  expect(judgeLetterText([text], given).findings).toEqual(['AMOUNT']);
  expect(judgeLetterText([text], { ...given, offeredAmount: 2026 }).findings).toEqual(['AMOUNT']);
});

const named = (loanNumber: string, numbers: string) =>
  judgeLetterText(
    [`Loan accounts ${numbers} are settled for Rs. 9,000 until 05-12-2026, with thanks`],
    { loanNumber, offeredAmount: 9000, validUntil: '2026-12-05' },
  ).findings;

it.each([
  ['LN12', 'LN123 and LN12'],
  ['LN12', 'LN12, LN123, LN1234'],
  ['LN12', 'no-LN12/- and LN12/3'],
  ['2024-0077', 'LN/2024-0078, No/2024-0077'],
  ['2024-0077', 'A/C-2024-0077'],
  ['2024-0077', 'account no.2024-0077.'],
])('a letter that names %s among other loans agrees: %s', (number, numbers) => {
  expect(named(number, numbers)).toEqual([]);
});

it.each([
  ['LN12', 'LN123 and XLN12'],
  ['LN12', 'LN12/3 and LN12-4'],
  ['0077', 'LN/2024-0077 and 10077'],
  ['12-3', '11-12-3'],
  ['2024-0077', 'LN/2024-0077'],
  ['2024-0077', 'HDFC/LN/2024-0077 and PL-2024-0077'],
  ['2024-0077', '2024-0077-B and 2024-0077/PL'],
  ['0077', '2024.0077 and 0077.2'],
])('another loan’s number that has %s in it is not it: %s', (number, numbers) => {
  expect(named(number, numbers)).toEqual(['LOAN_NUMBER']);
});

it('an amount after a word is an amount, not the year of a day', () => {
  const given = { loanNumber: 'LN12', offeredAmount: 9000, validUntil: '2026-12-05' };
  const text = 'Serial 12 INR 9000 for the loan LN12, last day 5 December 2026, with thanks';
  expect(judgeLetterText([text], given).findings).toEqual([]);
  const year = { ...given, offeredAmount: 2026 };
  expect(judgeLetterText([text], year).findings).toEqual(['AMOUNT']);
});

/** What a letter of several loans lacks of each: LN-1 for 50,000 and LN-2 for 40,000, both until 5 December. */
const lacks = (text: string) =>
  [
    ['LN-1', 50_000, 'LN-2'],
    ['LN-2', 40_000, 'LN-1'],
    ['LN-1', 40_000, 'LN-2'],
    ['LN-2', 50_000, 'LN-1'],
  ].map(
    ([loanNumber, offeredAmount, other]) =>
      judgeLetterText(
        [text],
        {
          loanNumber: String(loanNumber),
          offeredAmount: Number(offeredAmount),
          validUntil: '2026-12-05',
        },
        [String(other)],
      ).findings,
  );

it.each([
  ['a table', 'Both until 05-12-2026\nLN-1 Asha Rs. 50,000\nLN-2 Ravi Rs. 40,000'],
  [
    'numbers last',
    'No. Name Amount Loan\n1. Asha 50,000 LN-1\n2. Ravi 40,000 LN-2\nuntil 05-12-2026',
  ],
  ['a day each', 'LN-1 Rs. 50,000 by 05-12-2026\nLN-2 Rs. 40,000 by 05-12-2026 with thanks'],
  [
    'one sentence',
    'We accept Rs. 50,000 for LN-1 and Rs. 40,000 for LN-2, to be paid until the last day 05-12-2026',
  ],
  [
    'numbers first',
    'For LN-1 we accept Rs. 50,000; for LN-2 we accept Rs. 40,000, to be paid until 05-12-2026',
  ],
  [
    'lines that break anywhere',
    'Loan LN-1 is settled for Rs. 50,000 by 05-12-2026. Loan LN-2\nis settled for Rs. 40,000 by\n05-12-2026.',
  ],
  [
    'a paragraph each',
    'Loan LN-1\nSettlement amount Rs. 50,000\nLast day 05-12-2026\nLoan LN-2\nSettlement amount Rs. 40,000\nLast day 05-12-2026',
  ],
])('a letter for several loans is read loan by loan: %s', (_what, text) => {
  expect(lacks(text)).toEqual([[], [], ['AMOUNT'], ['AMOUNT']]);
});

it('of several loans the last day of each is its own, where it names one', () => {
  const text = 'LN-1 Rs. 50,000 by 05-12-2026\nLN-2 Rs. 40,000 by 10-12-2026 with many thanks';
  expect(lacks(text).slice(0, 2)).toEqual([[], ['VALIDITY']]);
});

it('one amount for several loans together says that of none alone', () => {
  const text = 'Loans LN-1 and LN-2 are settled together for Rs. 90,000 until 05-12-2026.';
  expect(lacks(text)).toEqual(lacks(text).map(() => ['AMOUNT']));
});
