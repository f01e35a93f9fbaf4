import { owing, text } from './ugly-file.ts';
import type { UglyFile } from './ugly-file.ts';

const MOBILE = '9812345670';
const SECOND = '9812345671';

/** Headings that say more than the field's name, or name the borrower by what the lender sells. */
export const UGLY_HEADINGS: readonly UglyFile[] = [
  {
    title:
      'what is overdue with its parts in brackets beside the principal: the principal is not due',
    ...text(
      'LAN,Primary Applicant Name,Total Overdue (EMI+LPP),POS,Opening Bucket,Current Bucket,Resi Mobile,Alt No',
      `L1,Asha Rao,12500,900000,1,2,${MOBILE},${SECOND}`,
    ),
    loans: [
      owing('L1', 'Asha Rao', '12500', {
        Principal_Outstanding: '900000',
        Bucket: '2',
        Mobile_Number: MOBILE,
        Alternate_Mobile_Number: SECOND,
      }),
    ],
  },
  {
    title: 'brackets that count installments or name somebody else are no addition',
    ...text(
      'Loan No,Student Name,Overdue (EMI),Overdue (Days),Irregularity Amt,Contact No (Parent),Due Date (DD-MM-YYYY)',
      `ED1,Asha Rao,3,61,12500,${MOBILE},05-10-2026`,
    ),
    loans: [owing('ED1', 'Asha Rao', '12500', { DPD: '61', Due_Date: '2026-10-05' })],
    kept: {
      ED1: { 'Overdue (EMI)': '3', 'Contact No (Parent)': MOBILE },
    },
  },
  {
    title: 'a telephone company: MSISDN, account code, subscriber',
    ...text(
      'MSISDN,Account Code,Subscriber Name,O/S Amt,Ageing',
      `${MOBILE},AC1,Asha Rao,1250,61-90`,
    ),
    loans: [owing('AC1', 'Asha Rao', '1250', { Mobile_Number: MOBILE, Bucket: '61-90' })],
  },
  {
    title: 'two phones under one heading, contracts called so',
    ...text('CONTRACT,PARTY NAME,MOB NO 1/MOB NO 2,DEMAND', `K1,Asha,${MOBILE}/${SECOND},12500`),
    loans: [
      owing('K1', 'Asha', '12500', {
        Mobile_Number: MOBILE,
        Alternate_Mobile_Number: SECOND,
      }),
    ],
  },
  {
    title: 'a cooperative: accounts, members, closing balances with Dr and Cr, guarantors',
    ...text(
      'Sr No,Account,Member,Closing Balance,Guarantor 1,Guarantor Mobile,Mobile',
      `1,A1,Asha,12500 Dr,Ramesh,${SECOND},${MOBILE}`,
      `2,A2,Babu,500 Cr,Suresh,9812345672,9812345673`,
    ),
    loans: [
      owing('A1', 'Asha', '12500', { Mobile_Number: MOBILE }),
      owing('A2', 'Babu', '-500', { Mobile_Number: '9812345673' }),
    ],
  },
];
