import { owing, text } from './ugly-file.ts';
import type { UglyFile } from './ugly-file.ts';

/** A second such set: whether what the first one taught holds for others. */
export const UGLY_NEXT: readonly UglyFile[] = [
  {
    title: 'a gold lender: pledge number, interest due, total payable',
    ...text(
      'Pledge No,Cust Name,Mob,Loan Amt,Loan Date,Int Due,Total Payable,Auction Date',
      'GL-1,Asha,9812345670,50000,01/01/2026,4500,54500,15/12/2026',
    ),
    loans: [
      owing('GL-1', 'Asha', '54500', {
        Mobile_Number: '9812345670',
        Loan_Amount: '50000',
        Disbursal_Date: '2026-01-01',
        Interest_Outstanding: '4500',
      }),
    ],
  },
  {
    title: 'columns below each other without a ruler',
    ...text(
      'Loan No      Customer           Mobile        Overdue Amt',
      'A-001        Asha K Rao         9812345670       1,200.00',
      'A-002        Babu Patil                            300.00',
      'A-003        Chitra More        9812345672      14,000.00',
      'A-004        Dev                9812345673         100.00',
    ),
    loans: [
      owing('A-001', 'Asha K Rao', '1200', { Mobile_Number: '9812345670' }),
      owing('A-002', 'Babu Patil', '300'),
      owing('A-003', 'Chitra More', '14000', { Mobile_Number: '9812345672' }),
      owing('A-004', 'Dev', '100', { Mobile_Number: '9812345673' }),
    ],
  },
  {
    title: 'thousands told as (Rs. 000), and a name with its address of a state bank',
    ...text(
      "S.No.,Ac No,Name of the Borrower & Address,Date of NPA,Amount O/S as on 30.09.2026 (Rs. '000)",
      '1,3001,"Asha Rao, MG Road, Pune",31.03.2026,125.5',
      '2,3002,"Babu Lal\nShivaji Nagar\nSatara",31.03.2026,7',
    ),
    loans: [
      owing('3001', 'Asha Rao', '125500', { Address: 'MG Road, Pune', Due_Date: '2026-03-31' }),
      owing('3002', 'Babu Lal', '7000', {
        Address: 'Shivaji Nagar, Satara',
        Due_Date: '2026-03-31',
      }),
    ],
  },
  {
    title: 'नाम एवं पता in one column',
    ...text(
      'खाता सं.,नाम एवं पता,मो. नं.,बकाया',
      'N1,"आशा देवी, रामपुर, सतना",9812345670,1200',
      'N2,बाबू लाल,9812345671,300',
    ),
    loans: [
      owing('N1', 'आशा देवी', '1200', { Mobile_Number: '9812345670', Address: 'रामपुर, सतना' }),
      owing('N2', 'बाबू लाल', '300', { Mobile_Number: '9812345671' }),
    ],
  },
  {
    title: 'a card system in capitals: CUST_FULL_NM, TOT_AMT_DUE, CR_LMT, PD_30',
    ...text(
      'RELATIONSHIP_NO,ACCT_NBR,CUST_FULL_NM,MOB_NBR,TOT_AMT_DUE,MIN_AMT_DUE,PD_30,PD_60,CR_LMT,CYC_DT,BKT',
      '77,0004567,ASHA RAO,9812345670,14000,700,350,350,50000,15,2',
    ),
    loans: [
      owing('0004567', 'ASHA RAO', '14000', {
        Mobile_Number: '9812345670',
        Loan_Amount: '50000',
        Bucket: '2',
      }),
    ],
  },
  {
    title: 'a group lender in short words: Acct ID, Arrear Prin, Arrear Int, Arrear Total, Phone1',
    ...text(
      'Cust No,Cust Nm,Center Code,Grp Code,Acct ID,Inst Amt,Arrear Prin,Arrear Int,Arrear Total,Phone1,Phone2',
      'C1,Asha,9,G2,J-77,450,800,100,900,9812345670,9812345671',
    ),
    loans: [
      owing('J-77', 'Asha', '900', {
        Mobile_Number: '9812345670',
        Alternate_Mobile_Number: '9812345671',
        EMI_Amount: '450',
        Principal_Outstanding: '800',
        Interest_Outstanding: '100',
      }),
    ],
  },
  {
    title: 'an NBFC: CUSTOMERNAME, REG_MOBILE_NO, OVERDUE_AMT beside NET_RECEIVABLE',
    ...text(
      'LOAN_NO,CUSTOMERNAME,REG_MOBILE_NO,OVERDUE_AMT,TOTAL_CHARGES,NET_RECEIVABLE,PRODUCT_DESC,STATE_NAME,DEALER_NAME',
      'NB1,Asha,9812345670,4500,300,4800,TW,Maharashtra,Raj Motors',
    ),
    loans: [
      owing('NB1', 'Asha', '4500', {
        Mobile_Number: '9812345670',
        Product: 'TW',
        State: 'Maharashtra',
        Penalty_Amount: '300',
      }),
    ],
  },
];
