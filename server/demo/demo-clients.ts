import type { NewClient } from '../../contract/client-contract.ts';
import { gstinCheckCharacter } from '../../contract/tax-numbers.ts';
import { addClient } from '../clients/client-service.ts';
import type { Command } from '../command.ts';
import { DEMO_LENDERS } from './demo-plan.ts';

/** The products and buckets of the demo's files. */
const PRODUCTS = [
  'Personal Loan',
  'Two Wheeler Loan',
  'Home Loan',
  'Business Loan',
  'Gold Loan',
  'Tractor Loan',
  'Consumer Durable Loan',
];
const BUCKETS = ['1', '2', '3', '4', '5', '6+'];
const EARLY = ['1', '2'];
const LATE = ['5', '6+'];

/** What differs between the demo's lenders. Tax numbers fit their checksums and belong to nobody. */
interface DemoContract {
  readonly code: string;
  readonly pan: string;
  /** The state of its GST registration. */
  readonly state: string;
  readonly address: string;
  readonly waiver: number;
  readonly fee: number;
  readonly contacts: readonly (readonly [name: string, matter: string])[];
}

const CONTRACTS: Readonly<Record<string, DemoContract>> = {
  'Suryodaya Housing': {
    code: 'SURY',
    pan: 'AAZCS4417Q',
    state: '27',
    address: '4th floor, Tilak Chambers, Shivajinagar, Pune 411005',
    waiver: 15,
    fee: 6.5,
    contacts: [
      ['Rekha Joshi', 'Settlements'],
      ['Anand Kulkarni', 'Files and imports'],
    ],
  },
  'Konkan Gramin Credit': {
    code: 'KONK',
    pan: 'AAZCK2093F',
    state: '27',
    address: '18 Station Road, Chiplun 415605',
    waiver: 15,
    fee: 8,
    contacts: [['Madhav Sawant', 'Settlements']],
  },
  'Vindhya Finance': {
    code: 'VIND',
    pan: 'AAZCV7756M',
    state: '23',
    address: '9 Residency Road, Indore 452001',
    waiver: 15,
    fee: 7.25,
    contacts: [['Shalini Dubey', 'Payments']],
  },
  'Nilgiri Motors Credit': {
    code: 'NILG',
    pan: 'AAZCN3310D',
    state: '33',
    address: '221 Anna Salai, Chennai 600002',
    waiver: 15,
    fee: 9.5,
    contacts: [
      ['Karthik Iyer', 'Settlements'],
      ['Lakshmi Menon', 'Repossession'],
    ],
  },
  'Aravali Microcredit': {
    code: 'ARAV',
    pan: 'AAZCA8821H',
    state: '08',
    address: '77 Mirza Ismail Road, Jaipur 302001',
    waiver: 15,
    fee: 11,
    contacts: [['Imran Qureshi', 'Settlements']],
  },
};

const gstOf = ({ state, pan }: DemoContract): string => {
  const start = `${state}${pan}1Z`;
  return `${start}${gstinCheckCharacter(start)}`;
};

function contractOf(name: string, index: number): NewClient {
  const given = CONTRACTS[name];
  if (!given) throw new Error(`The demo has no contract of ${name}.`);
  const { code, pan, address, waiver, fee } = given;
  const domain = `${code.toLowerCase()}.example`;
  return {
    profile: {
      Client_Name: name,
      code,
      address,
      gst: gstOf(given),
      pan,
      products: PRODUCTS,
      buckets: BUCKETS,
      managerWaiverPercent: waiver,
      customerApprovalLimit: 500_000,
      contactFrom: '08:00',
      contactTo: '19:00',
      retentionDays: 2555,
      callerIdSeries: `160022${index}xxxx`,
    },
    portfolios: [
      { name: 'Early buckets', products: [], buckets: EARLY, startsOn: null, endsOn: null },
      { name: 'Late buckets', products: [], buckets: LATE, startsOn: null, endsOn: null },
    ],
    incentives: [
      {
        roleType: 'COLLECTOR',
        slabs: [
          { fromAmount: 0, percent: 0.5, fixedAmount: null },
          { fromAmount: 200_000, percent: 1, fixedAmount: null },
          { fromAmount: 500_000, percent: 1.5, fixedAmount: null },
        ],
      },
      {
        roleType: 'FIELD_AGENT',
        slabs: [
          { fromAmount: 0, percent: 1, fixedAmount: null },
          { fromAmount: 300_000, percent: 1.75, fixedAmount: null },
        ],
      },
      {
        roleType: 'MANAGER',
        slabs: [{ fromAmount: 1_000_000, percent: null, fixedAmount: 15_000 }],
      },
    ],
    successFees: [
      { product: null, bucket: null, feePercent: fee, minimumFee: null },
      { product: null, bucket: '6+', feePercent: fee * 2, minimumFee: 25_000 },
    ],
    contacts: given.contacts.map(([person, matter], at) => ({
      name: person,
      designation: at === 0 ? 'Collections head' : 'Operations',
      matter,
      phone: `+9120555010${index}${at}`,
      email: `${person.split(' ')[0]?.toLowerCase() ?? 'office'}@${domain}`,
    })),
    managerIds: [],
  };
}

/** Stores the demo's lenders with whole contracts; incentives hold from the day's month on. Returns their ids by name. */
export async function addDemoClients(command: Command, day: string): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const [index, { name }] of DEMO_LENDERS.entries())
    ids.set(name, await addClient(command, null, contractOf(name, index), { day }));
  return ids;
}
