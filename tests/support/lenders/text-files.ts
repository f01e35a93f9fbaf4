import { SHORTENED, TOTAL } from './lender-file.ts';
import type { LenderFile } from './lender-file.ts';

const lines = (...rows: readonly string[]) => `${rows.join('\n')}\n`;

const grandTotal: LenderFile = {
  title: 'UTF-8 with its mark, Windows line ends, lakh commas in quotes, a grand total below',
  fileName: 'Aarohi Oct-26 allocation.csv',
  content: () =>
    Buffer.from(
      `\uFEFF${[
        'A/C No,Cust Name,Mobile No.,Total Overdue Amt (Rs.),POS,DPD,EMI Due Dt,RM',
        'AA/001,Asha Rao,+91 98123 45678,"1,23,456.00","₹ 1,00,000",35,05-11-2026,Ravi',
        'AA/002,"Babu, K.",09812345679,"2,000.50",1500,65 days,25-10-2026,',
        'AA/003,Chitra Das,,500,(200),0,,Sen',
        'Grand Total,,,"1,25,956.50","1,01,300",,,',
      ].join('\r\n')}\r\n`,
    ),
  loans: [
    {
      loan_number: 'AA/001',
      customer_name: 'Asha Rao',
      mobile_number: '9812345678',
      total_due_amount: 123_456,
      principal_outstanding: 100_000,
      dpd: 35,
      due_date: '2026-11-05',
      other_columns: { RM: 'Ravi' },
    },
    {
      loan_number: 'AA/002',
      customer_name: 'Babu, K.',
      mobile_number: '9812345679',
      total_due_amount: 2001,
      principal_outstanding: 1500,
      dpd: 65,
      due_date: '2026-10-25',
    },
    {
      loan_number: 'AA/003',
      customer_name: 'Chitra Das',
      total_due_amount: 500,
      principal_outstanding: -200,
      dpd: 0,
      other_columns: { RM: 'Sen' },
    },
  ],
  skipped: [[5, 'A/C No', 'Grand Total', TOTAL]],
};

const windows1252: LenderFile = {
  title: 'Windows-1252 with semicolons, lakh commas without quotes, Dr and Cr, two-digit years',
  fileName: 'brindavan.txt',
  content: () =>
    Buffer.from(
      lines(
        'Agreement No;Borrower Name;City;Outstanding Balance;Last Paid Amt;Last Payment Date',
        'BR-10;José D\u2019Souza;Panaji;1,23,456.00 Dr;2,500 Cr;25/10/26',
        'BR-11;Zoë Fernandes;Margão;12,34,567.00 Dr;3,500 Cr;05/09/26',
        'BR-12;Renée Pinto;Goa;500.00 Cr;;',
      ).replace('\u2019', '\u0092'),
      'latin1',
    ),
  loans: [
    {
      loan_number: 'BR-10',
      customer_name: 'José D\u2019Souza',
      city: 'Panaji',
      total_due_amount: 123_456,
      last_payment_amount: 2500,
      last_payment_date: '2026-10-25',
    },
    {
      loan_number: 'BR-11',
      customer_name: 'Zoë Fernandes',
      city: 'Margão',
      total_due_amount: 1_234_567,
      last_payment_amount: 3500,
      last_payment_date: '2026-09-05',
    },
    {
      loan_number: 'BR-12',
      customer_name: 'Renée Pinto',
      city: 'Goa',
      total_due_amount: -500,
    },
  ],
};

const utf16Little: LenderFile = {
  title: 'UTF-16 with tabs as a spreadsheet saves "Unicode text", Hindi names, months in letters',
  fileName: 'chandrika unicode.txt',
  content: () =>
    Buffer.from(
      `\uFEFF${lines(
        'LAN\tCustomer Name\tContact No\tAmount Due\tDate of Disbursal',
        'CH1\tरवि शर्मा\t9812345678\t"1,200"\t05-Nov-2024',
        'CH2\tमीना देवी\tN/A\tRs. 2,000/-\t5 Dec 23',
        'कुल\t\t\t"3,200"\t',
      )}`,
      'utf16le',
    ),
  loans: [
    {
      loan_number: 'CH1',
      customer_name: 'रवि शर्मा',
      mobile_number: '9812345678',
      total_due_amount: 1200,
      disbursal_date: '2024-11-05',
    },
    {
      loan_number: 'CH2',
      customer_name: 'मीना देवी',
      total_due_amount: 2000,
      disbursal_date: '2023-12-05',
    },
  ],
  skipped: [[4, 'LAN', 'कुल', TOTAL]],
};

const utf16Big: LenderFile = {
  title: 'UTF-16 the other way round, cut by bars, titles above, blank columns and rows, ISO dates',
  fileName: 'devgiri.csv',
  content: () =>
    Buffer.from(
      `\uFEFF${lines(
        'Devgiri Finance Limited||||||',
        'Overdue as on|31/10/2026|||||',
        '||||||',
        'Loan Account Number||Name of Borrower|Bucket|Overdue Amt||Loan Date',
        'DG7||Dev Nair|B2|900||2024-02-29',
        '||||||',
        'DG8||Ela Bose|B3|1100||2025-12-01 00:00:00',
        '||||2000||',
      )}`,
      'utf16le',
    ).swap16(),
  loans: [
    {
      loan_number: 'DG7',
      customer_name: 'Dev Nair',
      bucket: 'B2',
      total_due_amount: 900,
      disbursal_date: '2024-02-29',
    },
    {
      loan_number: 'DG8',
      customer_name: 'Ela Bose',
      bucket: 'B3',
      total_due_amount: 1100,
      disbursal_date: '2025-12-01',
    },
  ],
  skipped: [[8, 'Loan Account Number', '', TOTAL]],
};

const monthFirst: LenderFile = {
  title:
    'dates that start with the month, proved by the whole column, and one column that proves nothing',
  fileName: 'eastwind_export.csv',
  content: () =>
    Buffer.from(
      lines(
        'Loan_ID,Customer_Name,Total_Due_Amount,Due_Date,Last_Payment_Date,Disbursal_Date',
        'EW1,Farah Khan,100,05/11/2026,04/03/2026,01/13/24',
        'EW2,Gopal Rao,200,11/25/2026,03/04/2026,02/03/24',
        'EW3,Hema Iyer,300,12/01/2026,,',
      ),
    ),
  notes: [
    '"Disbursal_Date" start with the month (1 of them',
    '"Due_Date" start with the month (1 of them',
    'No date of "Last_Payment_Date" tells',
  ],
  loans: [
    {
      loan_number: 'EW1',
      customer_name: 'Farah Khan',
      total_due_amount: 100,
      due_date: '2026-05-11',
      last_payment_date: '2026-03-04',
      disbursal_date: '2024-01-13',
    },
    {
      loan_number: 'EW2',
      customer_name: 'Gopal Rao',
      total_due_amount: 200,
      due_date: '2026-11-25',
      last_payment_date: '2026-04-03',
      disbursal_date: '2024-02-03',
    },
    {
      loan_number: 'EW3',
      customer_name: 'Hema Iyer',
      total_due_amount: 300,
      due_date: '2026-12-01',
    },
  ],
};

const mangled: LenderFile = {
  title:
    'a file that went through a spreadsheet: shortened numbers, mixed dates, a repeated header',
  fileName: 'farmcredit.csv',
  content: () =>
    Buffer.from(
      lines(
        'Loan No,Customer,Mobile,Alternate No,Overdue,Due Date,Remarks',
        'FC1,Indu Rani,9.19E+11,,100,25/10/2026,first',
        '1.23457E+15,Jai Singh,9812345678,,200,25/10/2026,',
        'FC3,Kiran Bedi,9812345670,9812345671,300,25/10/2026,"two, lines\nof text \\ud800\\u0000"',
        'Loan No,Customer,Mobile,Alternate No,Overdue,Due Date,Remarks',
        'FC4,Lata Sen,98123/45678,,400,11/25/2026,',
        'FC3,Kiran Again,9812345670,,300,25/10/2026,',
        'FC6,Mohan Lal,#REF!,,abc,31-11-2026,',
        'FC7,Nita Roy,,,700,46331,,extra',
        ',,,,,,',
        'FC8,Om Prakash,0091 9812345672,,"1,234.56",,',
      ),
    ),
  loans: [
    {
      loan_number: 'FC1',
      customer_name: 'Indu Rani',
      total_due_amount: 100,
      due_date: '2026-10-25',
      other_columns: { Mobile: '9.19E+11', Remarks: 'first' },
    },
    {
      loan_number: 'FC3',
      customer_name: 'Kiran Bedi',
      mobile_number: '9812345670',
      alternate_mobile_number: '9812345671',
      total_due_amount: 300,
      due_date: '2026-10-25',
      other_columns: { Remarks: 'two, lines\nof text \\ud800\\u0000' },
    },
    {
      loan_number: 'FC4',
      customer_name: 'Lata Sen',
      total_due_amount: 400,
      other_columns: { Mobile: '98123/45678', 'Due Date': '11/25/2026' },
    },
    {
      loan_number: 'FC8',
      customer_name: 'Om Prakash',
      mobile_number: '9812345672',
      total_due_amount: 1235,
    },
  ],
  notes: ['2 cells of "Mobile" could not be taken', '1 cell of "Due Date" could not be taken'],
  duplicates: [[7, 'Loan No', 'FC3', 'in row 4 already']],
  skipped: [[5, 'Loan No', '', 'repeats the header']],
  refused: [
    [3, 'Loan No', '1.23457E+15', SHORTENED],
    [8, 'Overdue', 'abc', 'as a number'],
    [8, 'Mobile', '#REF!', 'no valid result'],
    [8, 'Due Date', '31-11-2026', 'no such day'],
    [9, 'Column 8', 'extra', 'more cells than the header'],
  ],
};

const subtotals: LenderFile = {
  title: 'a named delimiter, old line ends, subtotals per branch and a total that does not add up',
  fileName: 'gangotri.csv',
  content: () =>
    Buffer.from(
      [
        'sep=;',
        'Branch;Account Number;Party Name;Demand Amount',
        'Pune;GG1;Piya Das;1000',
        'Pune;GG2;Raju More;500',
        'Pune Total;;;1500',
        'Nashik;GG3;Sita Pawar;250',
        'Nashik Total;;;250',
        'Total;;;9999',
      ].join('\r'),
    ),
  loans: [
    {
      loan_number: 'GG1',
      customer_name: 'Piya Das',
      branch: 'Pune',
      total_due_amount: 1000,
    },
    { loan_number: 'GG2', customer_name: 'Raju More', branch: 'Pune', total_due_amount: 500 },
    { loan_number: 'GG3', customer_name: 'Sita Pawar', branch: 'Nashik', total_due_amount: 250 },
  ],
  skipped: [
    [4, 'Account Number', '', TOTAL],
    [6, 'Account Number', '', TOTAL],
  ],
  refused: [[7, 'Demand Amount', '9999', 'add up to 1750']],
};

/** Lenders' text files of different shape. */
export const TEXT_FILES: readonly LenderFile[] = [
  grandTotal,
  windows1252,
  utf16Little,
  utf16Big,
  monthFirst,
  mangled,
  subtotals,
];
