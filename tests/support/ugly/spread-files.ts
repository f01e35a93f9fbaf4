import { owing, text, workbook } from './ugly-file.ts';
import type { UglyFile } from './ugly-file.ts';

/** What one field needs stands in several columns, or in a kind of file that only some programs write. */
export const UGLY_SPREAD: readonly UglyFile[] = [
  {
    title: 'Dr or Cr in a column of its own: what stands to the borrower’s credit is not due',
    ...text(
      'Acct No.,Customer,Balance,Dr/Cr,Contact No',
      '1001,Asha,12000.00,DR,9812345670',
      '1002,Babu,500.00,CR,9812345671',
      '1003,Chitra,700.00,,9812345672',
      '1004,Dev,-50.00,Cr,9812345673',
    ),
    loans: [
      owing('1001', 'Asha', '12000', { Mobile_Number: '9812345670' }),
      owing('1002', 'Babu', '-500', { Mobile_Number: '9812345671' }),
      owing('1003', 'Chitra', '700', { Mobile_Number: '9812345672' }),
    ],
    refused: [[5, 'which may mean either']],
    kept: { 1002: { 'Dr/Cr': 'CR' } },
  },
  {
    title: 'debit and credit balances in two columns, and a row that has both',
    ...text(
      'A/c No,Name,Debit Balance,Credit Balance',
      '1001,Asha,"12,000.00",',
      '1002,Babu,0.00,500.00',
      '1003,Chitra,700,-',
      '1004,Dev,900,100',
      'Total,,"13,600.00",600.00',
    ),
    loans: [
      owing('1001', 'Asha', '12000'),
      owing('1002', 'Babu', '-500'),
      owing('1003', 'Chitra', '700'),
    ],
    refused: [[5, 'as a number']],
    skipped: [6],
  },
  {
    title: 'a name in three columns and an address in four',
    ...text(
      'Loan Account,First Name,Middle Name,Last Name,ADDRESS1,ADDRESS2,ADDRESS3,CITY,Cell,Past Due',
      'L1,Asha,K,Rao,12 MG Road,Near Temple,,Pune,9812345670,100',
      'L2,Babu,,,,,Shivaji Nagar,Pune,9812345671,200',
    ),
    loans: [
      owing('L1', 'Asha K Rao', '100', {
        Mobile_Number: '9812345670',
        Address: '12 MG Road, Near Temple',
        City: 'Pune',
      }),
      owing('L2', 'Babu', '200', {
        Mobile_Number: '9812345671',
        Address: 'Shivaji Nagar',
        City: 'Pune',
      }),
    ],
  },
  {
    title: 'the same installment of two months: neither is taken',
    ...text('LAN,Name,EMI Oct-26,EMI Nov-26,Overdue', 'L1,Asha,100,200,300'),
    loans: [owing('L1', 'Asha', '300')],
    kept: { L1: { 'EMI Oct-26': '100', 'EMI Nov-26': '200' } },
  },
  {
    title: 'phones joined without anything between, with 0, 0091, & and line ends',
    ...text(
      'LAN,Name,Mobile,Due',
      'X1,a,98123456709812345671,1',
      'X2,b,0091-9812345670,2',
      'X3,c,09812345670,3',
      'X4,d,9812345670 & 9812345671,4',
      'X5,e,"9812345670\n9812345671",5',
    ),
    loans: ['a', 'b', 'c', 'd', 'e'].map((name, at) =>
      owing(`X${at + 1}`, name, String(at + 1), {
        Mobile_Number: '9812345670',
        Alternate_Mobile_Number: [0, 3, 4].includes(at) ? '9812345671' : undefined,
      }),
    ),
  },
  {
    title: 'dates with points in their time, spaces around signs and an apostrophe before',
    ...text(
      'LAN,Name,Due,Due Date',
      'L1,a,1,25-NOV-26 00.00.00',
      "L2,b,2,'25/11/2026",
      'L3,c,3,25 / 11 / 2026',
      'L4,d,4,25‐11‐2026',
      'L5,e,5,"Wednesday, 25 November 2026"',
      'L6,f,6,2026-11-25T00:00:00+05:30',
      'L7,g,7,Nov-25-2026',
    ),
    loans: ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name, at) =>
      owing(`L${at + 1}`, name, String(at + 1), { Due_Date: '2026-11-25' }),
    ),
  },
  {
    title: 'amounts with "only", brackets around the unit; other units and signs are refused',
    ...text(
      'Loan A/c,Name,Amt O/s',
      'Q1,a,"INR 4,500/- only"',
      'Q2,b,"(Rs. 1,200)"',
      'Q3,c,4500 only',
      'Q4,d,1.5 Lakh',
      'Q5,e,"1.200,50"',
    ),
    loans: [owing('Q1', 'a', '4500'), owing('Q2', 'b', '-1200'), owing('Q3', 'c', '4500')],
    refused: [
      [5, 'as a number'],
      [6, 'as a number'],
    ],
  },
  {
    title: 'apostrophes before loan numbers, characters that nobody sees in names and phones',
    ...text(
      'LAN,Name,Mobile,Due',
      "'L1 ,\u200bAsha\u200b, '9812345670 ,'1200",
      'L2\u200e,Babu,\u202a+91 98123 45671\u202c,200',
    ),
    loans: [
      owing('L1', 'Asha', '1200', { Mobile_Number: '9812345670' }),
      owing('L2', 'Babu', '200', { Mobile_Number: '9812345671' }),
    ],
  },
  {
    title: 'cut by tildes',
    ...text('LAN~Name~Due', 'L1~Asha, K~100', 'L2~Babu~200'),
    loans: [owing('L1', 'Asha, K', '100'), owing('L2', 'Babu', '200')],
  },
  {
    title: 'bars at both ends of each line',
    ...text('|LAN|NAME|OVERDUE|', '|L1|Asha|1,23,456|', '|L2|Babu|500|'),
    loans: [owing('L1', 'Asha', '123456'), owing('L2', 'Babu', '500')],
  },
  {
    title: 'line ends of old Macs',
    content: () => Buffer.from('LAN,Name,Due\rL1,Asha,100\rL2,Babu,200\r'),
    loans: [owing('L1', 'Asha', '100'), owing('L2', 'Babu', '200')],
  },
  {
    title: 'UTF-16 without a mark',
    content: () => Buffer.from('LAN\tName\tDue\r\nL1\tAsha\t100\r\n', 'utf16le'),
    loans: [owing('L1', 'Asha', '100')],
  },
  {
    title: 'a total that counts its cases in the name’s column, and E&OE below',
    ...text('LAN,Name,Due', 'L1,a,100', 'L2,b,200', ',Grand Total : 2 cases,300', '*E&OE,,'),
    loans: [owing('L1', 'a', '100'), owing('L2', 'b', '200')],
    skipped: [4, 5],
  },
  {
    title: 'headings with line ends and units in them, below a letterhead',
    ...text(
      'ACME FINANCE LTD,,,',
      'Allocation list for: ABC Agency,,Date:,25/11/2026',
      ',,,',
      '"Loan\nNumber","Customer\nName","Total\nDue (₹)","Mobile\n(Primary)"',
      'L1,Asha,100,9812345670',
    ),
    loans: [owing('L1', 'Asha', '100', { Mobile_Number: '9812345670' })],
  },
  {
    title: 'a web page with a table that is called .xls: numbers keep their zeros',
    content: () =>
      Buffer.from(
        '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta charset="utf-8"></head><body>' +
          '<table border=1><tr><td colspan=4>Overdue report</td></tr><tr><th>Loan No</th><th>Customer Name</th><th>Mobile</th><th>Overdue Amt</th></tr>' +
          '<tr><td>0012</td><td>आशा &amp; Co</td><td>9812345670</td><td>1,200.00</td></tr>' +
          '<tr><td>0013</td><td>Babu<br>Lal</td><td>&nbsp;</td><td>300</td></tr></table></body></html>',
      ),
    sheetName: 'Sheet1',
    loans: [
      owing('0012', 'आशा & Co', '1200', { Mobile_Number: '9812345670' }),
      owing('0013', 'Babu\nLal', '300'),
    ],
  },
  {
    title: 'the XML of Excel 2003 that is called .xls',
    content: () =>
      Buffer.from(
        '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="Loans"><Table>' +
          [
            ['Loan No', 'Name', 'Due'],
            ['0012', 'Asha', '100'],
          ]
            .map(
              (row) =>
                `<Row>${row.map((cell) => `<Cell><Data ss:Type="String">${cell}</Data></Cell>`).join('')}</Row>`,
            )
            .join('') +
          '</Table></Worksheet></Workbook>',
      ),
    sheetName: 'Loans',
    loans: [owing('0012', 'Asha', '100')],
  },
  {
    title: 'a binary workbook (.xlsb)',
    content: () =>
      workbook('xlsb', [
        {
          name: 'Data',
          rows: [
            ['LAN', 'Name', 'Due', 'Due Date'],
            ['L1', 'Asha', 5, 46_351],
          ],
          formats: { D2: 'dd/mm/yyyy' },
        },
      ]),
    sheetName: 'Data',
    loans: [owing('L1', 'Asha', '5', { Due_Date: '2026-11-25' })],
  },
  {
    title: 'loans on the second sheet of an .ods, two phones in two columns',
    content: () =>
      workbook('ods', [
        { name: 'Read me', rows: [['Please read'], ['1. Call only 8 to 7']] },
        {
          name: 'Oct alloc',
          rows: [
            ['Loan_No', 'Cust_Name', 'Mob1', 'Mob2', 'Tot_OD'],
            ['L1', 'Asha', 9_812_345_670, 9_812_345_671, 1200.5],
          ],
        },
      ]),
    sheetName: 'Oct alloc',
    loans: [
      owing('L1', 'Asha', '1201', {
        Mobile_Number: '9812345670',
        Alternate_Mobile_Number: '9812345671',
      }),
    ],
  },
];
