import { describe, expect, test } from 'vitest';
import type { ImportField } from '../../contract/import-mapping.ts';
import { valueCheck } from '../../server/loan-imports/cell-value.ts';
import { suggestMapping } from '../../server/loan-imports/header-matching.ts';
import { Refusal } from '../../server/spreadsheets/refusal.ts';
import { safeText, withoutGuard } from '../../server/spreadsheets/cell-safety.ts';
import { guessDelimiter } from '../../server/spreadsheets/csv-reader.ts';

function checked(field: ImportField, text: string): string | null {
  const value = valueCheck(field)(text);
  return value instanceof Refusal ? `refused: ${value.reason}` : value;
}

const refused = expect.stringContaining('refused: ') as string;

describe('amounts', () => {
  test.each([
    ['12500', '12500'],
    ['1,23,456.00', '123456'],
    ['123,456.49', '123456'],
    ['₹ 1,500.50', '1501'],
    ['Rs. 2,000/-', '2000'],
    ['(500)', '-500'],
    ['-500.5', '-501'],
    ['500.00-', '-500'],
    ['₹\u00a01,500', '1500'],
    ['१,२३,४५६', '123456'],
    ['0.4', '0'],
    ['-0.2', '0'],
    ['', null],
    ['N/A', null],
    ['1200 Dr', '1200'],
    ['1,200.00Cr', '-1200'],
    ['₹ 1,200 Cr.', '-1200'],
  ])('%s is read as %s', (text, value) => {
    expect(checked('Total_Due_Amount', text)).toBe(value);
  });

  test.each([
    'abc',
    '1,5',
    '1.234,56',
    '12,34',
    '1e5',
    '1.2E+05',
    '--5',
    '1,200-',
    '12.5K',
    '-500 Cr',
    '#REF!',
    '#FORMULA!',
    '9999999999999999',
  ])('%s is refused', (text) => {
    expect(checked('Total_Due_Amount', text)).toEqual(refused);
  });
});

describe('dates', () => {
  test.each([
    ['05-11-2026', '2026-11-05'],
    ['5/11/2026', '2026-11-05'],
    ['2026-11-05', '2026-11-05'],
    ['2026-11-05 00:00:00', '2026-11-05'],
    ['5-Nov-26', '2026-11-05'],
    ['5 November 1999', '1999-11-05'],
    ['46331', '2026-11-05'],
    ['05/11/26', '2026-11-05'],
    ['05.11.99', '1999-11-05'],
    ['05-Nov-2026', '2026-11-05'],
    ['Nov 5, 2026', '2026-11-05'],
    ['05-11-2026 10:30 AM', '2026-11-05'],
    ['29-02-2024', '2024-02-29'],
    ['#N/A', null],
    ['', null],
  ])('%s is read as %s', (text, value) => {
    expect(checked('Due_Date', text)).toBe(value);
  });

  test.each([
    '11/25/2026',
    '29-02-2026',
    '31-02-2026',
    '00-11-2026',
    '05-11-1820',
    'soon',
    '5-Foo-26',
    '99999',
    '#VALUE!',
  ])('%s is refused', (text) => {
    expect(checked('Due_Date', text)).toEqual(refused);
  });
});

describe('phones, pincodes and other values', () => {
  test.each([
    ['Mobile_Number', '9812345678', '9812345678'],
    ['Mobile_Number', '+91 98123-45678', '9812345678'],
    ['Mobile_Number', '09812345678', '9812345678'],
    ['Mobile_Number', '919812345678', '9812345678'],
    ['Mobile_Number', '9812345678.0', '9812345678'],
    ['Pincode', '560 001', '560001'],
    ['DPD', '35.0', '35'],
    ['Latitude', '18.5204', '18.5204'],
    ['Email', 'a@b.in', 'a@b.in'],
    ['Bucket', '30-60', '30-60'],
    ['Last_Payment_Amount', '500 Cr', '500'],
    ['Last_Payment_Amount', '500 Dr', '-500'],
    ['Alternate_Mobile_Number', '#N/A', null],
  ] as const)('%s: %s is read as %s', (field, text, value) => {
    expect(checked(field, text)).toBe(value);
  });

  test.each([
    ['Mobile_Number', '9.19E+11'],
    ['Mobile_Number', '98123'],
    ['Mobile_Number', '0012345678'],
    ['Mobile_Number', '9812345678/9812345679'],
    ['Pincode', '5600'],
    ['DPD', '-3'],
    ['Latitude', '118'],
    ['Email', 'nobody'],
    ['Loan_ID', '1.23E+15'],
    ['Customer_Name', '#REF!'],
    ['Mobile_Number', '#VALUE!'],
    ['City', 'x'.repeat(121)],
  ] as const)('%s: %s is refused', (field, text) => {
    expect(checked(field, text)).toEqual(refused);
  });
});

describe('headers', () => {
  test.each([
    [
      'Loan_ID',
      [
        'A/C No',
        'LAN',
        'Loan Account Number',
        'loan_account_no',
        'LOANACCOUNTNUMBER',
        'Agreement No.',
      ],
    ],
    ['Customer_Name', ['Cust Name', 'Borrower Name', 'Name of Borrower', 'customerName']],
    ['Mobile_Number', ['Mobile No.', 'Mob', 'Phone Number', 'Contact No']],
    ['Alternate_Mobile_Number', ['Alt. Contact No', 'Mobile 2', 'Phone No 2']],
    ['Principal_Outstanding', ['POS', 'Principal O/S', 'Principal Outstanding Amt']],
    [
      'Total_Due_Amount',
      ['Overdue Amt', 'Total Overdue Amt (Rs.)', 'Total O/S as on 31/10/2026', 'Amount Due'],
    ],
    ['DPD', ['dpd', 'Days Past Due']],
    ['EMI_Amount', ['EMI', 'Emi Amt']],
    ['Pincode', ['Pin Code', 'PIN']],
  ] as const)('%s is recognised', (field, headers) => {
    for (const header of headers)
      expect([header, suggestMapping([header])]).toEqual([header, { [field]: header }]);
  });

  test('a column feeds one field, and the better name wins', () => {
    expect(
      suggestMapping(['Account No', 'Loan_ID', 'Name', 'Customer Name', 'Field Officer']),
    ).toEqual({
      Loan_ID: 'Loan_ID',
      Customer_Name: 'Customer Name',
    });
  });
});

describe('exports', () => {
  test.each(['=1+1', '+9198', '@SUM(A1)', '\tx', '-cmd'])('%j can not become a formula', (text) => {
    expect(safeText(text)).toBe(`'${text}`);
    expect(withoutGuard(safeText(text))).toBe(text);
  });

  test('negative numbers and other texts stay as they are', () => {
    expect(['-500', '-1.5', "O'Neil", 'a=b'].map(safeText)).toEqual([
      '-500',
      '-1.5',
      "O'Neil",
      'a=b',
    ]);
  });
});

test.each([
  ['a,b,c\n1,2,3', ','],
  ['a;b;c\n"x,y";2,5;3', ';'],
  ['a\tb\n1,5\t2', '\t'],
  ['a|b|c\n1|2|3', '|'],
  ['"a"\t"b, b"\t"c"\n"1"\t"1,000"\t"3"', '\t'],
  ['a;b;c\n1;1,23,456;2,34,567\n2;3,33,456;4,34,567', ';'],
  ['sep=;\na,b;c\n', ';'],
])('the delimiter of %j is %j', (text, delimiter) => {
  expect(guessDelimiter(text)).toBe(delimiter);
});
