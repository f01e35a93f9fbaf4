import { gstinCheckCharacter } from '../../contract/tax-numbers.ts';

/* A lender's contract as an admin types it. */

/** Tax numbers that fit each other. */
export const PAN = 'AABCS1234K';
export const GST_START = `27${PAN}1Z`;
export const GST = `${GST_START}${gstinCheckCharacter(GST_START)}`;

let made = 0;

/** A new profile, its name and code unlike those before. */
export const profileOf = (change: object = {}) => {
  made += 1;
  return {
    Client_Name: `Sahyadri Credit ${made}`,
    code: `SAHY-${made}`,
    address: '12 Tilak Road, Pune 411030',
    gst: GST.toLowerCase(),
    pan: PAN,
    products: ['Home Loan', 'Gold Loan'],
    buckets: ['1', '2'],
    managerWaiverPercent: 15,
    customerApprovalLimit: 500000,
    contactFrom: '09:00',
    contactTo: '06:30 PM',
    retentionDays: 2555,
    callerIdSeries: '1600 220 xxx',
    ...change,
  };
};

/** A whole contract of a new client with one of each. */
export const contractOf = (managerId: string, change: object = {}) => ({
  profile: profileOf(),
  portfolios: [
    { name: 'Home 2026', products: ['Home Loan'], buckets: [], startsOn: '01-04-2026', endsOn: '' },
  ],
  incentives: [
    {
      roleType: 'COLLECTOR',
      slabs: [
        { fromAmount: 100000, percent: 1.25, fixedAmount: null },
        { fromAmount: 0, percent: null, fixedAmount: 500 },
      ],
    },
  ],
  successFees: [{ product: 'Home Loan', bucket: '', feePercent: 7.55, minimumFee: null }],
  contacts: [
    {
      name: 'Rekha Joshi',
      designation: '',
      matter: 'Settlements',
      phone: '+91 98765 01234',
      email: '',
    },
  ],
  managerIds: [managerId],
  ...change,
});
