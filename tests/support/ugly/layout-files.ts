import { lines } from './ugly-file.ts';
import type { UglyFile } from './ugly-file.ts';

/** Tables in every form: headers in two rows, totals, blank rows, delimiters, formulas, repeated loans. */
export const UGLY_LAYOUTS: readonly UglyFile[] = [
  {
    title: 'a header in two rows: groups over "Date" and "Amount"',
    content: () =>
      Buffer.from(
        lines(
          'Loan No,Customer,Last Payment,,EMI,,Overdue,',
          ',,Date,Amount,Amount,Due,Since,Amount',
          'T1,Asha,05-10-2026,500,1500,05-11-2026,05-08-2026,4500',
          'T2,Babu,06-10-2026,600,1600,05-11-2026,05-09-2026,3200',
        ),
      ),
    loans: [
      {
        Loan_ID: 'T1',
        Customer_Name: 'Asha',
        EMI_Amount: '1500',
        Total_Due_Amount: '4500',
        Due_Date: '2026-08-05',
        Last_Payment_Date: '2026-10-05',
        Last_Payment_Amount: '500',
      },
      {
        Loan_ID: 'T2',
        Customer_Name: 'Babu',
        EMI_Amount: '1600',
        Total_Due_Amount: '3200',
        Due_Date: '2026-09-05',
        Last_Payment_Date: '2026-10-06',
        Last_Payment_Amount: '600',
      },
    ],
  },
  {
    title: 'a header in two rows whose groups name other people',
    content: () =>
      Buffer.from(
        lines(
          'Loan,Customer,,Guarantor,,Dues',
          'Number,Name,Mobile,Name,Mobile,Total',
          'Q1,Asha,9300000001,Babu,9300000002,700',
        ),
      ),
    loans: [
      {
        Loan_ID: 'Q1',
        Customer_Name: 'Asha',
        Mobile_Number: '9300000001',
        Total_Due_Amount: '700',
      },
    ],
    kept: { Q1: { 'Guarantor Name': 'Babu', 'Guarantor Mobile': '9300000002' } },
  },
  {
    title: 'phones with words: "wife", "office", "or", country codes, spaces',
    content: () =>
      Buffer.from(
        lines(
          'LAN,Name,Mobile,Due Amt',
          'P1,a,98123 45678 (wife) / 98123 45679,1',
          'P2,b,+91-9812345670 or 9812345671,2',
          'P3,c,9812345672 9812345673,3',
          'P4,d,9812345674/ 12345,4',
          'P5,e,9812345675/9812345675,5',
        ),
      ),
    loans: [
      ['a', '9812345678', '9812345679'],
      ['b', '9812345670', '9812345671'],
      ['c', '9812345672', '9812345673'],
      ['d', '9812345674', ''],
      ['e', '9812345675', ''],
    ].map(([name = '', mobile = '', alternate = ''], at) => ({
      Loan_ID: `P${at + 1}`,
      Customer_Name: name,
      Mobile_Number: mobile,
      Alternate_Mobile_Number: alternate === '' ? undefined : alternate,
      Total_Due_Amount: String(at + 1),
    })),
    kept: {
      P1: { Mobile: '98123 45678 (wife) / 98123 45679' },
      P3: {},
      P4: { Mobile: '9812345674/ 12345' },
    },
  },
  {
    title: 'tabs in a .csv with its mark, quotes within quotes and line ends in a cell',
    content: () =>
      Buffer.from(
        '\uFEFFLAN\tName\tAddress\tDues\r\n"R1"\t"Asha ""Tai"" Rao"\t"12,\nMG Road"\t500\r\n',
      ),
    loans: [
      {
        Loan_ID: 'R1',
        Customer_Name: 'Asha "Tai" Rao',
        Address: '12,\nMG Road',
        Total_Due_Amount: '500',
      },
    ],
  },
  {
    title: 'semicolons with lakh commas that nobody quoted, and a first line sep=;',
    content: () => Buffer.from('sep=;\nLAN;Name;Overdue\nS1;Asha;1,23,456\nS2;Babu;12,34,567.00\n'),
    loans: [
      { Loan_ID: 'S1', Customer_Name: 'Asha', Total_Due_Amount: '123456' },
      { Loan_ID: 'S2', Customer_Name: 'Babu', Total_Due_Amount: '1234567' },
    ],
  },
  {
    title: 'blank rows, blank columns, spaces in headings, nothing after the last comma',
    content: () =>
      Buffer.from(
        '\n\n , L A N ,, Customer   Name ,Overdue  Amt, \n\n,W1,,Asha,10,\n\n,W2,,Babu,20,\n\n',
      ),
    loans: [
      { Loan_ID: 'W1', Customer_Name: 'Asha', Total_Due_Amount: '10' },
      { Loan_ID: 'W2', Customer_Name: 'Babu', Total_Due_Amount: '20' },
    ],
  },
  {
    title: 'one loan twice in a file, in another case of letters as it stands',
    content: () => Buffer.from(lines('LAN,Name,Dues', 'Z1,a,1', 'Z2,b,2', 'Z1,a again,3')),
    loans: [
      { Loan_ID: 'Z1', Customer_Name: 'a', Total_Due_Amount: '1' },
      { Loan_ID: 'Z2', Customer_Name: 'b', Total_Due_Amount: '2' },
    ],
    duplicates: [4],
  },
  {
    title: 'formula text in cells is text and never runs',
    content: () =>
      Buffer.from(
        lines(
          'LAN,Name,Remarks,Dues',
          'F1,=cmd|calc!A1,"=HYPERLINK(""http://x"")",5',
          'F2,b,,=1+1',
        ),
      ),
    loans: [{ Loan_ID: 'F1', Customer_Name: '=cmd|calc!A1', Total_Due_Amount: '5' }],
    refused: [[3, 'as a number']],
    kept: { F1: { Remarks: '=HYPERLINK("http://x")' } },
  },
  {
    title: 'a total that does not add up is told, not stored',
    content: () => Buffer.from(lines('LAN,Name,Dues', 'H1,a,100', 'H2,b,200', 'Total,,999')),
    loans: [
      { Loan_ID: 'H1', Customer_Name: 'a', Total_Due_Amount: '100' },
      { Loan_ID: 'H2', Customer_Name: 'b', Total_Due_Amount: '200' },
    ],
    refused: [[4, 'add up to 300']],
  },
  {
    title: 'our own file of refused rows that was mended',
    content: () =>
      Buffer.from(
        lines(
          'LAN,Name,Dues,Row in the file (Recoup),Reason (Recoup)',
          'O1,Asha,100,7,Dues: Write the amount as a number.',
        ),
      ),
    loans: [{ Loan_ID: 'O1', Customer_Name: 'Asha', Total_Due_Amount: '100' }],
    kept: { O1: {} },
  },
];
