import { owing, text, workbook } from './ugly-file.ts';
import type { UglyFile } from './ugly-file.ts';

/** A book of branches and centres whose names stand once for several loans; an amount of two loans is that of neither. */
const mergedFile = (type: 'xlsx' | 'biff8' | 'ods'): UglyFile => ({
  title: `branches and centres in cells merged downwards (${type})`,
  content: () =>
    workbook(type, [
      {
        name: 'MIS',
        rows: [
          ['Branch', 'Center', 'Loan No', 'Member Name', 'Overdue', 'Loan Amount'],
          ['Pune', 'C1', 'M1', 'Asha', 100, 5000],
          [null, null, 'M2', 'Babu', 200],
          [null, 'C2', 'M3', 'Chitra', 300],
          ['Satara', null, 'M4', 'Dev', 400],
          [null, null, 'M5', 'Esha', 500],
        ],
        merged: ['A2:A4', 'A5:A6', 'B2:B3', 'B4:B6', 'F2:F3'],
      },
    ]),
  sheetName: 'MIS',
  loans: [
    owing('M1', 'Asha', '100', { Branch: 'Pune', Loan_Amount: '5000' }),
    owing('M2', 'Babu', '200', { Branch: 'Pune' }),
    owing('M3', 'Chitra', '300', { Branch: 'Pune' }),
    owing('M4', 'Dev', '400', { Branch: 'Satara' }),
    owing('M5', 'Esha', '500', { Branch: 'Satara' }),
  ],
  kept: { M3: { Center: 'C2' }, M5: { Center: 'C2' } },
});

/** Files that were written before anybody looked whether they are read: the next lenders'. */
export const UGLY_FRESH: readonly UglyFile[] = [
  ...(['xlsx', 'biff8', 'ods'] as const).map((type) => mergedFile(type)),
  {
    title: 'name and address in one column',
    ...text(
      'Loan A/c No,Name & Address,Contact,Total Dues',
      'L1,"ASHA RAO\n12 MG Road, Near Temple\nPune 411001",9812345670,1200',
      'L2,"Babu Patil, Plot 7, Shivaji Nagar, Satara",9812345671,300',
      'L3,Chitra More,9812345672,400',
    ),
    loans: [
      owing('L1', 'ASHA RAO', '1200', {
        Mobile_Number: '9812345670',
        Address: '12 MG Road, Near Temple, Pune 411001',
      }),
      owing('L2', 'Babu Patil', '300', {
        Mobile_Number: '9812345671',
        Address: 'Plot 7, Shivaji Nagar, Satara',
      }),
      owing('L3', 'Chitra More', '400', { Mobile_Number: '9812345672' }),
    ],
  },
  {
    title: 'a fixed-width text: columns by spaces, a ruler below the header',
    ...text(
      'SATARA SAHAKARI BANK LTD             DATE: 20/11/2026',
      '',
      'ACCT NO      CUSTOMER NAME          MOBILE       O/S BAL       OVERDUE',
      '------------ ---------------------- ------------ ------------- -----------',
      '000123456    ASHA K RAO             9812345670      12,500.00    1,200.00',
      '000123457    BABU PATIL                              9,000.00      300.00',
      '000123458    CHITRA MORE            9812345672      70,000.00   14,000.00',
    ),
    loans: [
      owing('000123456', 'ASHA K RAO', '1200', { Mobile_Number: '9812345670' }),
      owing('000123457', 'BABU PATIL', '300'),
      owing('000123458', 'CHITRA MORE', '14000', { Mobile_Number: '9812345672' }),
    ],
    kept: { '000123456': { 'O/S BAL': '12,500.00' } },
  },
  {
    title: 'a cooperative bank in Marathi',
    ...text(
      'अ.क्र.,कर्ज खाते क्रमांक,कर्जदाराचे नाव,भ्रमणध्वनी,पत्ता,थकबाकी रक्कम,शाखा',
      '1,K-11,आशा पाटील,9812345670,शिवाजी नगर,"1,200",सातारा',
      '2,K-12,बाबू मोरे,9812345671,एमजी रोड,300,पुणे',
    ),
    loans: [
      owing('K-11', 'आशा पाटील', '1200', {
        Mobile_Number: '9812345670',
        Address: 'शिवाजी नगर',
        Branch: 'सातारा',
      }),
      owing('K-12', 'बाबू मोरे', '300', {
        Mobile_Number: '9812345671',
        Address: 'एमजी रोड',
        Branch: 'पुणे',
      }),
    ],
  },
  {
    title: 'Hindi of a rural bank: ऋण खाता, ग्राहक का नाम, कुल देय राशि, गाँव, पिन',
    ...text(
      'क्र.सं.,ऋण खाता संख्या,ग्राहक का नाम,पिता/पति का नाम,मोबाइल नं.,गाँव,जिला,पिन कोड,कुल देय राशि,अंतिम भुगतान तिथि',
      '1,R-1,आशा देवी,राम लाल,9812345670,रामपुर,सतना,485001,1200,05/10/2026',
      '2,R-2,बाबू लाल,श्याम लाल,9812345671,सोहावल,सतना,485002,300,',
    ),
    loans: [
      owing('R-1', 'आशा देवी', '1200', {
        City: 'सतना',
        Mobile_Number: '9812345670',
        Pincode: '485001',
        Last_Payment_Date: '2026-10-05',
      }),
      owing('R-2', 'बाबू लाल', '300', {
        City: 'सतना',
        Mobile_Number: '9812345671',
        Pincode: '485002',
      }),
    ],
  },
  {
    title: 'Hindi in Latin letters',
    ...text(
      'Khata No,Karzdar Ka Naam,Mobile No.,Pata,Bakaya Rashi,Kist',
      'H1,Asha Devi,9812345670,Rampur,1200,100',
      'H2,Babu Lal,9812345671,Satna,300,50',
    ),
    loans: [
      owing('H1', 'Asha Devi', '1200', {
        Mobile_Number: '9812345670',
        Address: 'Rampur',
        EMI_Amount: '100',
      }),
      owing('H2', 'Babu Lal', '300', {
        Mobile_Number: '9812345671',
        Address: 'Satna',
        EMI_Amount: '50',
      }),
    ],
  },
  {
    title:
      'a table of pandas: .0 behind whole numbers, nan, None and NaT, an index without a heading',
    ...text(
      ',loan_account_number,customer_full_name,primary_phone,pin_code,days_past_due,total_outstanding_amt,last_paid_on',
      '0,1001.0,Asha,9812345670.0,411001.0,30.0,1200.0,NaT',
      '1,1002.0,Babu,nan,,nan,300.5,2026-10-05 00:00:00',
      '2,1003.0,Chitra,None,411003.0,0.0,400.0,NaT',
    ),
    loans: [
      owing('1001', 'Asha', '1200', {
        Mobile_Number: '9812345670',
        Pincode: '411001',
        DPD: '30',
      }),
      owing('1002', 'Babu', '301', { Last_Payment_Date: '2026-10-05' }),
      owing('1003', 'Chitra', '400', { Pincode: '411003', DPD: '0' }),
    ],
  },
  {
    title: 'amounts in lakhs and thousands, told in the heading',
    ...text(
      'Loan No,Name,Sanction Limit (Rs. in Lakhs),Outstanding (Rs. in Lakhs)',
      'A1,Asha,5.00,1.25',
      'A2,Babu,10,0.5',
      'A3,Chitra,Rs.2.5,Rs. 1.25 Dr',
      'A4,Dev,.5,"(0.123456)"',
      'A5,Esha,1,1.2E+00',
      'A6,Farid,"1,00.5",₹ १.२५',
    ),
    loans: [
      owing('A1', 'Asha', '125000', { Loan_Amount: '500000' }),
      owing('A2', 'Babu', '50000', { Loan_Amount: '1000000' }),
      owing('A3', 'Chitra', '125000', { Loan_Amount: '250000' }),
      owing('A4', 'Dev', '-12346', { Loan_Amount: '50000' }),
      owing('A6', 'Farid', '125000', { Loan_Amount: '10050000' }),
    ],
    refused: [[6, 'shortened this number']],
  },
  {
    title: 'two columns with the same heading, of which one is the due',
    ...text('Loan No,Name,Amount,Amount', 'H1,Asha,100,5000'),
    loans: [owing('H1', 'Asha', '100')],
    kept: { H1: { 'Amount (2)': '5000' } },
  },
  {
    title: 'an amount headed (Cr) is no crore',
    ...text('Loan No,Name,Balance (Dr),Balance (Cr)', 'B1,Asha,1200,', 'B2,Babu,,500'),
    loans: [owing('B1', 'Asha', '1200'), owing('B2', 'Babu', '-500')],
  },
  {
    title: 'days as numbers of a spreadsheet',
    ...text(
      'LAN,Customer,Amount Overdue,Disb Date,Next Due Date',
      'S1,Asha,100,45292,46351',
      'S2,Babu,200,45293,46352',
    ),
    loans: [
      owing('S1', 'Asha', '100', { Disbursal_Date: '2024-01-01', Due_Date: '2026-11-25' }),
      owing('S2', 'Babu', '200', { Disbursal_Date: '2024-01-02', Due_Date: '2026-11-26' }),
    ],
  },
  {
    title: 'a card issuer: embossed name, alternate account number, total and minimum amount due',
    ...text(
      'Alt Acct No,Card No,Embossed Name,Mob No,Curr Bal,Total Amt Due,Min Amt Due,Pymt Due Dt,Bkt,Lst Pymt Amt,Lst Pymt Dt',
      '0001234567,XXXX-1234,ASHA RAO,9812345670,15000,14000,700,25-Nov-26,2,500,01-Oct-26',
    ),
    loans: [
      owing('0001234567', 'ASHA RAO', '14000', {
        Mobile_Number: '9812345670',
        Bucket: '2',
        Due_Date: '2026-11-25',
        Last_Payment_Amount: '500',
        Last_Payment_Date: '2026-10-01',
      }),
    ],
  },
  {
    title: 'a group lender: client, spouse, loan account, principal and interest, overdue days',
    ...text(
      'Client ID,Client Name,Spouse Name,Spouse Mobile,Village,Loan Acc No,Loan Cycle,Prin OS,Int OS,Total Overdue,OD Days,Phone No',
      'C9,Asha,Ram,9812345679,Rampur,JLG-1,2,9000,200,1200,45,9812345670',
    ),
    loans: [
      owing('JLG-1', 'Asha', '1200', {
        City: 'Rampur',
        Mobile_Number: '9812345670',
        DPD: '45',
        Principal_Outstanding: '9000',
        Interest_Outstanding: '200',
      }),
    ],
  },
  {
    title: 'a vehicle lender: contract, hirer, registration, two contacts, last received',
    ...text(
      'Contract No,Hirer Name,Regn No,Chassis No,Contact 1,Contact 2,Instl Amt,Arrears Amount,Last Recd Amt,Last Recd Date',
      'V/2024/001,Asha,MH12AB1234,MA1,9812345670,9812345671,4500,9000,4500,05/09/2026',
    ),
    loans: [
      owing('V/2024/001', 'Asha', '9000', {
        Mobile_Number: '9812345670',
        Alternate_Mobile_Number: '9812345671',
        EMI_Amount: '4500',
        Last_Payment_Amount: '4500',
        Last_Payment_Date: '2026-09-05',
      }),
    ],
  },
  {
    title: 'a state bank: limit, irregular amount, asset class and the day of becoming bad',
    ...text(
      'BR Code,A/C No,Borrower Name,Ph. No.,Limit,O/S,Irregular Amt,NPA Dt,Asset Class',
      '01234,30012345678,Asha,9812345670,500000,420000,15000,31.03.2026,SS',
    ),
    loans: [
      owing('30012345678', 'Asha', '15000', {
        Branch: '01234',
        Due_Date: '2026-03-31',
        Mobile_Number: '9812345670',
        Loan_Amount: '500000',
      }),
    ],
  },
  {
    title: 'a pivot beside the list',
    content: () =>
      workbook('xlsx', [
        {
          name: 'Nov',
          rows: [
            ['Loan No', 'Name', 'Bucket', 'Overdue', null, null, 'Bucket', 'Count', 'Overdue'],
            ['P1', 'Asha', '1-30', 100, null, null, '1-30', 1, 100],
            ['P2', 'Babu', '31-60', 200, null, null, '31-60', 2, 500],
            ['P3', 'Chitra', '31-60', 300, null, null, 'Grand Total', 3, 600],
          ],
        },
      ]),
    sheetName: 'Nov',
    loans: [
      owing('P1', 'Asha', '100', { Bucket: '1-30' }),
      owing('P2', 'Babu', '200', { Bucket: '31-60' }),
      owing('P3', 'Chitra', '300', { Bucket: '31-60' }),
    ],
  },
  {
    title: 'the same heading for the borrower and the guarantor',
    ...text(
      'Loan No,Name,Mobile No,Address,Guarantor,Name,Mobile No,Total Due',
      'G1,Asha,9812345670,Pune,Yes,Ram,9812345671,100',
      'G2,Babu,9812345672,Satara,No,,,200',
    ),
    loans: [
      owing('G1', 'Asha', '100', { Mobile_Number: '9812345670', Address: 'Pune' }),
      owing('G2', 'Babu', '200', { Mobile_Number: '9812345672', Address: 'Satara' }),
    ],
  },
];
