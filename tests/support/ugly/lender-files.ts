import { lines } from './ugly-file.ts';
import type { UglyFile } from './ugly-file.ts';

const one = (header: string, row: string): Buffer => Buffer.from(lines(header, row));

/** NBFCs, MFIs, card issuers, housing and gold lenders, fintechs: text files with the headings that each of them uses. */
export const UGLY_LENDERS: readonly UglyFile[] = [
  {
    title: 'an MFI: member, center, weekly installment, arrears days',
    content: () =>
      one(
        'Unique Loan ID,Mem. Name,Spouse Name,Center Name,Village,Weekly Installment,Arrears Amt,Days in Arrears,Mobile_No',
        'MF/1/22,Lakshmi,Raju,Center 12,Hosur,550,1650,21,9845012345',
      ),
    loans: [
      {
        Loan_ID: 'MF/1/22',
        Customer_Name: 'Lakshmi',
        Mobile_Number: '9845012345',
        City: 'Hosur',
        Branch: 'Center 12',
        DPD: '21',
        EMI_Amount: '550',
        Total_Due_Amount: '1650',
      },
    ],
    kept: { 'MF/1/22': { 'Spouse Name': 'Raju' } },
  },
  {
    title: 'an MFI with one word headings: MOBILENO, LOANID, Outstanding_Loan_Amount',
    content: () =>
      one('LOANID,MEMBERNAME,MOBILENO,Outstanding_Loan_Amount', 'X1,Devi,9845012346,12000'),
    loans: [
      {
        Loan_ID: 'X1',
        Customer_Name: 'Devi',
        Mobile_Number: '9845012346',
        Total_Due_Amount: '12000',
      },
    ],
  },
  {
    title: 'a card issuer: masked card numbers, minimum and total amount due, cycle',
    content: () =>
      one(
        'Card No,Card Holder Name,Min Amt Due,Total Amt Due,Payment Due Dt,Cycle Bucket,Credit Limit,Regd. Mobile',
        '4315XXXXXXXX1234,MR A KUMAR,"1,200.00","45,000.00",05/11/2026,B3,100000,9900112233',
      ),
    loans: [
      {
        Loan_ID: '4315XXXXXXXX1234',
        Customer_Name: 'MR A KUMAR',
        Bucket: 'B3',
        Loan_Amount: '100000',
        Total_Due_Amount: '45000',
        Due_Date: '2026-11-05',
      },
    ],
    kept: { '4315XXXXXXXX1234': { 'Min Amt Due': '1,200.00', 'Regd. Mobile': '9900112233' } },
  },
  {
    title: 'a card issuer with TAD, POS and statement words',
    content: () => one('Account_Id,Cust_Nm,RMN,TAD,POS,BKT', '77001,Neha,9900112244,8500,8000,X'),
    loans: [
      {
        Loan_ID: '77001',
        Customer_Name: 'Neha',
        Mobile_Number: '9900112244',
        Bucket: 'X',
        Principal_Outstanding: '8000',
        Total_Due_Amount: '8500',
      },
    ],
  },
  {
    title: 'a two-wheeler NBFC: agreement, hirer, bounce charges, ODC, odd spellings',
    content: () =>
      one(
        'AGR_NO,HIRER NAME,PRI_PHONE_NO,ALT_PH_NO,PROD,EMI_AMT,NO OF DPD,CBC,INSTL OVERDUE AMT,DISB_DT',
        'TW123,Suresh,9700000001,9700000002,TW,2850,64,590,5700,15-Jan-25',
      ),
    loans: [
      {
        Loan_ID: 'TW123',
        Customer_Name: 'Suresh',
        Alternate_Mobile_Number: '9700000002',
        Product: 'TW',
        DPD: '64',
        EMI_Amount: '2850',
        Penalty_Amount: '590',
        Total_Due_Amount: '5700',
        Disbursal_Date: '2025-01-15',
      },
    ],
    kept: { TW123: { PRI_PHONE_NO: '9700000001' } },
  },
  {
    title: 'a fintech export in camel case with ids of every kind beside the loan number',
    content: () =>
      one(
        'customerId,loanApplicationId,loanAccountNumber,customerName,mobileNumber,emailId,currentDpd,totalOutstandingAmount,principalOutstanding,currentAddress,pinCode',
        '9,APP-1,FT0001,Rohit,9600000001,r@x.in,12,"10,500",10000,"12, MG Road",560001',
      ),
    loans: [
      {
        Loan_ID: 'FT0001',
        Customer_Name: 'Rohit',
        Mobile_Number: '9600000001',
        Email: 'r@x.in',
        Address: '12, MG Road',
        Pincode: '560001',
        DPD: '12',
        Principal_Outstanding: '10000',
        Total_Due_Amount: '10500',
      },
    ],
    kept: { FT0001: { customerId: '9', loanApplicationId: 'APP-1' } },
  },
  {
    title: 'a housing lender: applicant, co-applicant and guarantor with phones of their own',
    content: () =>
      one(
        'LAN,Applicant Name,Applicant Mobile,Co-Applicant Name,Co-Applicant Mobile,Guarantor Mobile,Total Overdue',
        'HL1,Asha,9500000001,Babu,9500000002,9500000003,25000',
      ),
    loans: [
      {
        Loan_ID: 'HL1',
        Customer_Name: 'Asha',
        Mobile_Number: '9500000001',
        Total_Due_Amount: '25000',
      },
    ],
  },
  {
    title: 'a gold lender that tells the principal only: it is what is due',
    content: () => one('Loan No,Customer,POS,Contact', 'G1,Mani,30000,9400000001'),
    loans: [
      {
        Loan_ID: 'G1',
        Customer_Name: 'Mani',
        Mobile_Number: '9400000001',
        Total_Due_Amount: '30000',
      },
    ],
  },
  {
    title: 'a heading "balance" alone',
    content: () => one('loan id,name,phone,balance', 'g2,Ravi,9400000002,750.4'),
    loans: [
      {
        Loan_ID: 'g2',
        Customer_Name: 'Ravi',
        Mobile_Number: '9400000002',
        Total_Due_Amount: '750',
      },
    ],
  },
  {
    title: '"Last payment" and "EMI due" with dates below them are days, not amounts',
    content: () =>
      Buffer.from(
        lines(
          'LAN,Name,Last Payment,EMI Due,Demand',
          'K1,a,05-10-2026,05-11-2026,100',
          'K2,b,06-10-2026,05-11-2026,200',
        ),
      ),
    loans: [
      {
        Loan_ID: 'K1',
        Customer_Name: 'a',
        Total_Due_Amount: '100',
        Due_Date: '2026-11-05',
        Last_Payment_Date: '2026-10-05',
      },
      {
        Loan_ID: 'K2',
        Customer_Name: 'b',
        Total_Due_Amount: '200',
        Due_Date: '2026-11-05',
        Last_Payment_Date: '2026-10-06',
      },
    ],
  },
];
