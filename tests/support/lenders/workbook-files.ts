import ExcelJS from 'exceljs';
import * as XLSX from 'xlsx';
import { FORMULA, SHORTENED, TOTAL } from './lender-file.ts';
import type { LenderFile } from './lender-file.ts';

async function bytesOf(book: ExcelJS.Workbook): Promise<Buffer> {
  return Buffer.from(await book.xlsx.writeBuffer());
}

const day = (year: number, month: number, date: number) =>
  new Date(Date.UTC(year, month - 1, date));

const mergedHeader: LenderFile = {
  title: 'titles above, a header merged over two rows, dates as dates, totals by formula',
  fileName: 'Himgiri MIS.xlsx',
  sheetName: 'Allocation',
  content: async () => {
    const book = new ExcelJS.Workbook();
    const sheet = book.addWorksheet('Allocation');
    sheet.addRow(['Himgiri Small Finance Bank']);
    sheet.mergeCells('A1:H1');
    sheet.addRow([]);
    sheet.addRow(['Loan No', 'Borrower', null, 'Dues', null, null, 'Guarantor', null]);
    sheet.addRow([
      null,
      'Name',
      'Mobile No',
      'Principal',
      'Interest',
      'Total',
      'Name',
      'Mobile No',
    ]);
    for (const merged of ['A3:A4', 'B3:C3', 'D3:F3', 'G3:H3']) sheet.mergeCells(merged);
    sheet.addRow(['HG-1', 'Tara Devi', 9812345678, 1000, 100.4, 1100.4, 'Uma Devi', '9812345670']);
    sheet.addRow(['HG-2', 'Veer Singh', '98123 45679', 2000, 200, 2200, null, null]);
    sheet.addRow([
      'Total',
      null,
      null,
      { formula: 'SUM(D5:D6)', result: 3000 },
      { formula: 'SUM(E5:E6)', result: 300.4 },
      { formula: 'SUM(F5:F6)', result: 3300.4 },
    ]);
    return bytesOf(book);
  },
  loans: [
    {
      loan_number: 'HG-1',
      customer_name: 'Tara Devi',
      mobile_number: '9812345678',
      principal_outstanding: 1000,
      interest_outstanding: 100,
      total_due_amount: 1100,
      other_columns: { 'Guarantor Name': 'Uma Devi', 'Guarantor Mobile No': '9812345670' },
    },
    {
      loan_number: 'HG-2',
      customer_name: 'Veer Singh',
      mobile_number: '9812345679',
      principal_outstanding: 2000,
      interest_outstanding: 200,
      total_due_amount: 2200,
    },
  ],
  skipped: [[7, 'Loan No', 'Total', TOTAL]],
};

const severalSheets: LenderFile = {
  title: 'several sheets, a hidden one, numbers shown with leading zeros, formulas good and bad',
  fileName: 'indus.xlsx',
  sheetName: 'Nov allocation',
  notes: ['were not read: "Summary", "Paid"'],
  content: async () => {
    const book = new ExcelJS.Workbook();
    const summary = book.addWorksheet('Summary');
    summary.addRow(['Product', 'Accounts', 'Amount']);
    summary.addRow(['Gold', 2, 300]);
    book
      .addWorksheet('Lookup', { state: 'hidden' })
      .addRow(['Loan_ID', 'Customer_Name', 'Total Due']);
    const sheet = book.addWorksheet('Nov allocation');
    sheet.addRow(['Account No', 'Customer Name', 'Total Due', 'Due Date', 'Pin Code', 'Branch']);
    const rows = [
      [1201, 'Wasim Akram', { formula: 'B9*2', result: 450.5 }, day(2026, 11, 5), 560001],
      [1202, 'Xavier D', { formula: 'VLOOKUP(1,Z:Z,1)', result: { error: '#REF!' } }, null, 560002],
      [1203, 'Yash Rao', { formula: 'C2+1' }, '2026/11/05', '560 003'],
      [1204, 'Zoya Ali', 700, '5-Nov-2026', { formula: 'A1', result: { error: '#N/A' } }],
    ];
    for (const row of rows) sheet.addRow(row);
    sheet.getColumn(1).numFmt = '00000000';
    sheet.getColumn(4).numFmt = 'dd-mmm-yy';
    book.addWorksheet('Paid').addRow(['Loan_ID', 'Customer_Name', 'Total Due']);
    return bytesOf(book);
  },
  loans: [
    {
      loan_number: '00001201',
      customer_name: 'Wasim Akram',
      total_due_amount: 451,
      due_date: '2026-11-05',
      pincode: '560001',
    },
    {
      loan_number: '00001204',
      customer_name: 'Zoya Ali',
      total_due_amount: 700,
      due_date: '2026-11-05',
    },
  ],
  refused: [
    [3, 'Total Due', '#REF!', FORMULA],
    [4, 'Total Due', '#FORMULA!', FORMULA],
  ],
};

const bareNumbers: LenderFile = {
  title: 'everything as bare numbers: phones, day numbers, card numbers of sixteen digits',
  fileName: 'jeevan.xlsx',
  sheetName: 'Sheet1',
  content: () => {
    const sheet = XLSX.utils.aoa_to_sheet([
      [
        'Card Number',
        'Full Name',
        'Phone 1',
        'Phone 2',
        'Arrears',
        'EMI Due Date',
        'Days Past Due',
      ],
      [411111111111111, 'Amit Roy', 919812345678, 9812345679, 1000.4999999999999, 46331, 12],
      [4111111111111110, 'Bina Roy', 9812345670, null, 2000, 46331, 12],
      ['4111111111111111', 'Chand Roy', 9812345671, null, '3,000', '46331', '12'],
      [null, null, null, null, 6000, null, null],
    ]);
    const book = XLSX.utils.book_new();
    XLSX.utils.book_append_sheet(book, sheet, 'Sheet1');
    return Buffer.from(XLSX.write(book, { type: 'buffer', bookSST: true }) as Buffer);
  },
  loans: [
    {
      loan_number: '411111111111111',
      customer_name: 'Amit Roy',
      mobile_number: '9812345678',
      alternate_mobile_number: '9812345679',
      total_due_amount: 1001,
      due_date: '2026-11-05',
      dpd: 12,
    },
    {
      loan_number: '4111111111111111',
      customer_name: 'Chand Roy',
      mobile_number: '9812345671',
      total_due_amount: 3000,
      due_date: '2026-11-05',
      dpd: 12,
    },
  ],
  refused: [[3, 'Card Number', '4.11111111111111E+15', SHORTENED]],
  skipped: [[5, 'Card Number', '', TOTAL]],
};

/** Lenders' workbooks of different shape. */
export const WORKBOOKS: readonly LenderFile[] = [mergedHeader, severalSheets, bareNumbers];
