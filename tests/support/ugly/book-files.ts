import { lockedAgile, lockedStandard } from './locked-workbook.ts';
import { workbook } from './ugly-file.ts';
import type { GivenLoan, UglyFile } from './ugly-file.ts';

const loanRows = [
  ['Loan No', 'Customer', 'Mobile', 'Due Date', 'Overdue Amt'],
  ['0012', 'Asha', 919_812_345_678, 46_331, 1234.5],
  ['0013', 'Babu', 9_812_345_679, 46_332, 500],
] as const;
const loanFormats = { D2: 'dd/mm/yyyy', D3: 'd-mmm-yy', E2: '#,##0.00' };
const loansOfRows: readonly GivenLoan[] = [
  {
    Loan_ID: '0012',
    Customer_Name: 'Asha',
    Mobile_Number: '9812345678',
    Total_Due_Amount: '1235',
    Due_Date: '2026-11-05',
  },
  {
    Loan_ID: '0013',
    Customer_Name: 'Babu',
    Mobile_Number: '9812345679',
    Total_Due_Amount: '500',
    Due_Date: '2026-11-06',
  },
];
const plain = (type: 'xlsx' | 'biff8' | 'biff5' | 'ods') =>
  workbook(type, [{ name: 'Loans', rows: loanRows, formats: loanFormats }]);

/** Workbooks: new, old and open ones, with several sheets, merged cells, passwords. */
export const UGLY_BOOKS: readonly UglyFile[] = [
  {
    title:
      'an .xlsx with phones and dates as numbers: shown as 9.19E+11, with all digits in the file',
    content: () => plain('xlsx'),
    sheetName: 'Loans',
    loans: loansOfRows,
  },
  {
    title: 'an .xlsx that somebody filtered: its hidden row is read too, and told',
    content: () => workbook('xlsx', [{ name: 'Loans', rows: loanRows, hiddenRows: [3] }]),
    sheetName: 'Loans',
    loans: loansOfRows,
  },
  {
    title: 'an old .xls (Excel 97)',
    content: () => plain('biff8'),
    sheetName: 'Loans',
    loans: loansOfRows,
  },
  {
    title: 'a very old .xls (Excel 95)',
    content: () => plain('biff5'),
    sheetName: 'Loans',
    loans: loansOfRows,
  },
  {
    title: 'an .ods',
    content: () => plain('ods'),
    sheetName: 'Loans',
    loans: loansOfRows,
  },
  {
    title: 'a workbook locked by Excel of today',
    content: () => lockedAgile(plain('xlsx'), 'Loans@2026'),
    password: 'Loans@2026',
    sheetName: 'Loans',
    loans: loansOfRows,
  },
  {
    title: 'a workbook locked by Excel 2007, with a Hindi password',
    content: () => lockedStandard(plain('xlsx'), 'गोपनीय 1'),
    password: 'गोपनीय 1',
    sheetName: 'Loans',
    loans: loansOfRows,
  },
  {
    title: 'a workbook whose structure is protected: Excel locks it with a password of its own',
    content: () => lockedAgile(plain('xlsx'), 'VelvetSweatshop'),
    sheetName: 'Loans',
    loans: loansOfRows,
  },
  {
    title: 'an .xls with a hidden sheet, a cover and the loans on the third, Hindi headings',
    content: () =>
      workbook('biff8', [
        {
          name: 'Old',
          rows: [
            ['LAN', 'Name', 'Dues'],
            ['X', 'Not this', 1],
          ],
          isHidden: true,
        },
        { name: 'Cover', rows: [['Allocation of November 2026'], ['Prepared by: MIS']] },
        {
          name: 'लोन',
          rows: [
            ['लोन संख्या', 'ग्राहक नाम', 'मोबाइल', 'कुल बकाया'],
            ['ह-1', 'कमला', '9812345670', '₹ 1,500'],
            ['कुल', null, null, 1500],
          ],
        },
      ]),
    sheetName: 'लोन',
    loans: [
      {
        Loan_ID: 'ह-1',
        Customer_Name: 'कमला',
        Mobile_Number: '9812345670',
        Total_Due_Amount: '1500',
      },
    ],
    skipped: [3],
  },
  {
    title: 'an .ods with a header in two rows, merged groups, totals and a note below',
    content: () =>
      workbook('ods', [
        {
          name: 'Sheet1',
          rows: [
            ['Loan Account No', 'Borrower Name', 'Dues', null, null],
            [null, null, 'Principal', 'Interest', 'Total'],
            ['MM1', 'Asha', 100, 20, 120],
            ['MM2', 'Babu', 200, 30, 230],
            ['Total', null, 300, 50, 350],
            ['Note: figures are subject to audit', null, null, null, null],
          ],
          merged: ['C1:E1', 'A1:A2', 'B1:B2'],
        },
      ]),
    sheetName: 'Sheet1',
    loans: [
      {
        Loan_ID: 'MM1',
        Customer_Name: 'Asha',
        Principal_Outstanding: '100',
        Interest_Outstanding: '20',
        Total_Due_Amount: '120',
      },
      {
        Loan_ID: 'MM2',
        Customer_Name: 'Babu',
        Principal_Outstanding: '200',
        Interest_Outstanding: '30',
        Total_Due_Amount: '230',
      },
    ],
    skipped: [5, 6],
  },
  {
    title: 'an .xls whose days count from 1904',
    content: () =>
      workbook(
        'biff8',
        [
          {
            name: 'Mac',
            rows: [
              ['LAN', 'Name', 'Dues', 'Due Date'],
              ['Y1', 'Asha', 10, 46_331 - 1462],
            ],
            formats: { D2: 'dd/mm/yyyy' },
          },
        ],
        true,
      ),
    sheetName: 'Mac',
    loans: [
      { Loan_ID: 'Y1', Customer_Name: 'Asha', Total_Due_Amount: '10', Due_Date: '2026-11-05' },
    ],
  },
  {
    title: 'an .xlsx with leading zeros by format, dates as text and a summary sheet before',
    content: () =>
      workbook('xlsx', [
        {
          name: 'Summary',
          rows: [
            ['Bucket', 'Count', 'Total'],
            ['B1', 1, 100],
          ],
        },
        {
          name: 'Data',
          rows: [
            ['Account No', 'Customer Name', 'Bucket', 'Total Overdue', 'Loan Date'],
            [42, 'Asha', 'B1', 100, '05-Nov-2024'],
          ],
          formats: { A2: '0000000000' },
        },
      ]),
    sheetName: 'Data',
    loans: [
      {
        Loan_ID: '0000000042',
        Customer_Name: 'Asha',
        Bucket: 'B1',
        Total_Due_Amount: '100',
        Disbursal_Date: '2024-11-05',
      },
    ],
  },
];
