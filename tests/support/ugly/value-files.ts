import { lines } from './ugly-file.ts';
import type { UglyFile } from './ugly-file.ts';

/** Cells in every form that lenders write them: phones, dates, amounts, loan numbers, and what is wrong with them. */
export const UGLY_VALUES: readonly UglyFile[] = [
  {
    title: 'numbers kept as text by an apostrophe or by ="..."',
    content: () =>
      Buffer.from(
        lines(
          'Account Number,Customer Name,Mobile,Amount Due',
          '="000123456789012345",Asha,\'9812345678,500',
          '\'0042,Babu,"=""9812345679""",600',
        ),
      ),
    loans: [
      {
        Loan_ID: '000123456789012345',
        Customer_Name: 'Asha',
        Mobile_Number: '9812345678',
        Total_Due_Amount: '500',
      },
      {
        Loan_ID: '0042',
        Customer_Name: 'Babu',
        Mobile_Number: '9812345679',
        Total_Due_Amount: '600',
      },
    ],
  },
  {
    title:
      'phones shortened by a spreadsheet: what has its digits is taken, what lost them is left out',
    content: () =>
      Buffer.from(
        lines(
          'Loan No,Customer,Mobile,Overdue',
          'E1,Indu,9.19E+11,100',
          'E2,Jaya,9.19812345678E+11,200',
          'E3,Kamla,9.81E+09,300',
        ),
      ),
    loans: [
      { Loan_ID: 'E1', Customer_Name: 'Indu', Total_Due_Amount: '100' },
      {
        Loan_ID: 'E2',
        Customer_Name: 'Jaya',
        Mobile_Number: '9812345678',
        Total_Due_Amount: '200',
      },
      { Loan_ID: 'E3', Customer_Name: 'Kamla', Total_Due_Amount: '300' },
    ],
    remarks: [
      [2, 'Mobile', 'nowhere in the file'],
      [4, 'Mobile', 'nowhere in the file'],
    ],
    kept: { E1: { Mobile: '9.19E+11' }, E2: {} },
  },
  {
    title: 'a loan number whose digits are lost is refused, its neighbours are stored',
    content: () =>
      Buffer.from(
        lines(
          'Loan No,Customer,Overdue',
          '1.23457E+15,Jai,100',
          '123457,Ravi,200',
          '1.23457E+05,Om,300',
        ),
      ),
    loans: [{ Loan_ID: '123457', Customer_Name: 'Ravi', Total_Due_Amount: '200' }],
    refused: [[2, 'last digits are lost']],
    duplicates: [4],
  },
  {
    title: 'dates in every form, in one file',
    content: () =>
      Buffer.from(
        lines(
          'LAN,Name,Amount Due,Due Date,Last Paid Date,Disb. Date',
          'D1,A,1,05-11-2026,5-Nov-26,20241105',
          'D2,B,2,5/11/2026,5th November 2026,05112024',
          'D3,C,3,05.11.26,"Nov 5, 2026",2024-11-05T00:00:00.000Z',
          'D4,D,4,46331,"Thu, 05 Nov 2026",05/11/2024 12:00:00 AM',
          'D5,E,5,05-Nov-2026 10:30 PM,00/00/0000,45601',
          "D6,F,6,5 नवंबर 2026,NULL,5-Nov-'24",
        ),
      ),
    loans: ['A', 'B', 'C', 'D', 'E', 'F'].map((name, at) => ({
      Loan_ID: `D${at + 1}`,
      Customer_Name: name,
      Total_Due_Amount: String(at + 1),
      Disbursal_Date: '2024-11-05',
      Due_Date: '2026-11-05',
      Last_Payment_Date: at < 4 ? '2026-11-05' : undefined,
    })),
  },
  {
    title: 'dates that start with the month, proved by the column',
    content: () =>
      Buffer.from(
        lines(
          'Loan_ID,Customer_Name,Total_Due_Amount,Due_Date',
          'M1,A,1,10/25/2026',
          'M2,B,2,11/05/2026',
        ),
      ),
    loans: [
      { Loan_ID: 'M1', Customer_Name: 'A', Total_Due_Amount: '1', Due_Date: '2026-10-25' },
      { Loan_ID: 'M2', Customer_Name: 'B', Total_Due_Amount: '2', Due_Date: '2026-11-05' },
    ],
  },
  {
    title: 'amounts in every form, in one file',
    content: () =>
      Buffer.from(
        lines(
          'LAN,Name,Total Due,POS',
          'A1,a,"₹1,23,456.00","Rs. 1,000/-"',
          'A2,b,"INR 123,456.49",(500)',
          'A3,c,"1,200.00 Dr.","1,200.00-"',
          'A4,d,"1,200.00CR",-',
          'A5,e,१२३४,Nil',
          'A6,f,00500,0.00',
        ),
      ),
    loans: [
      {
        Loan_ID: 'A1',
        Customer_Name: 'a',
        Principal_Outstanding: '1000',
        Total_Due_Amount: '123456',
      },
      {
        Loan_ID: 'A2',
        Customer_Name: 'b',
        Principal_Outstanding: '-500',
        Total_Due_Amount: '123456',
      },
      {
        Loan_ID: 'A3',
        Customer_Name: 'c',
        Principal_Outstanding: '-1200',
        Total_Due_Amount: '1200',
      },
      { Loan_ID: 'A4', Customer_Name: 'd', Total_Due_Amount: '-1200' },
      { Loan_ID: 'A5', Customer_Name: 'e', Total_Due_Amount: '1234' },
      { Loan_ID: 'A6', Customer_Name: 'f', Principal_Outstanding: '0', Total_Due_Amount: '00500' },
    ],
  },
  {
    title: 'bad optional cells of every kind refuse no loan',
    content: () =>
      Buffer.from(
        lines(
          'LAN,Name,Mobile,Email,Pincode,DPD,EMI,Due Date,Overdue Amt',
          'B1,a,not known,nobody,5600,many,abc,31-11-2026,100',
          'B2,b,12345,#REF!,560001,30,1000,05-11-2026,200',
          'B3,c,9812345678,c@d.in,560001,30,1000,05-11-2026,300',
          'B4,d,9812345679,d@d.in,560001,30,1000,05-11-2026,400',
        ),
      ),
    loans: [
      { Loan_ID: 'B1', Customer_Name: 'a', Total_Due_Amount: '100' },
      {
        Loan_ID: 'B2',
        Customer_Name: 'b',
        Pincode: '560001',
        DPD: '30',
        EMI_Amount: '1000',
        Total_Due_Amount: '200',
        Due_Date: '2026-11-05',
      },
      ...(['c', 'd'] as const).map((name, at) => ({
        Loan_ID: `B${at + 3}`,
        Customer_Name: name,
        Mobile_Number: `981234567${at + 8}`,
        Email: `${name}@d.in`,
        Pincode: '560001',
        DPD: '30',
        EMI_Amount: '1000',
        Total_Due_Amount: String(300 + at * 100),
        Due_Date: '2026-11-05',
      })),
    ],
    remarks: [
      [2, 'Mobile', 'ten digits'],
      [2, 'Email', 'e-mail address'],
      [2, 'Pincode', 'six digits'],
      [2, 'DPD', 'whole number'],
      [2, 'EMI', 'as a number'],
      [2, 'Due Date', 'no such day'],
      [3, 'Mobile', 'ten digits'],
      [3, 'Email', 'no valid result'],
    ],
    kept: {
      B1: {
        Mobile: 'not known',
        Email: 'nobody',
        Pincode: '5600',
        DPD: 'many',
        EMI: 'abc',
        'Due Date': '31-11-2026',
      },
    },
  },
  {
    title: 'needed cells that are empty or wrong refuse their row, with the reason',
    content: () =>
      Buffer.from(
        lines(
          'LAN,Name,Overdue',
          'N1,,100',
          ',Asha,200',
          'N3,Babu,',
          'N4,Chitra,soon',
          'N5,Dev,500',
        ),
      ),
    loans: [{ Loan_ID: 'N5', Customer_Name: 'Dev', Total_Due_Amount: '500' }],
    refused: [
      [2, 'Customer Name'],
      [3, 'Loan ID'],
      [4, 'Total Due Amount'],
      [5, 'as a number'],
    ],
  },
];
