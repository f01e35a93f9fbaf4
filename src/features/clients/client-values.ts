import { z } from 'zod';
import type { ClientRecord } from '../../../contract/client.ts';
import { MANAGER_PERCENT } from '../../../contract/settlement-rule.ts';

/*
 * What the inputs of a client's form hold: texts as typed, null where nothing is chosen. The rules are the contract's;
 * this only says which shape a kept draft must have.
 */

const text = z.string();
const choice = z.string().nullable();
const number = z.number().nullable();
const words = z.array(z.string());

const profileValues = z.object({
  Client_Name: text,
  code: text,
  address: text,
  gst: text,
  pan: text,
  products: words,
  buckets: words,
  managerWaiverPercent: number,
  customerApprovalLimit: number,
  contactFrom: text,
  contactTo: text,
  retentionDays: number,
  callerIdSeries: text,
});

const portfolioValues = z.object({
  name: text,
  products: words,
  buckets: words,
  startsOn: choice,
  endsOn: choice,
});

const slabValues = z.object({ fromAmount: number, percent: number, fixedAmount: number });

const incentiveValues = z.object({ roleType: choice, slabs: z.array(slabValues) });

const feeValues = z.object({
  product: choice,
  bucket: choice,
  feePercent: number,
  minimumFee: number,
});

const contactValues = z.object({
  name: text,
  designation: text,
  matter: text,
  phone: text,
  email: text,
});

/** What the form of a new client holds. */
export const newClientValues = z.object({
  profile: profileValues,
  portfolios: z.array(portfolioValues),
  incentives: z.array(incentiveValues),
  successFees: z.array(feeValues),
  contacts: z.array(contactValues),
  managerIds: words,
});

/** What the form of a new client holds. */
export type NewClientValues = z.infer<typeof newClientValues>;
/** What the form of one portfolio holds. */
export type PortfolioValues = z.infer<typeof portfolioValues>;
/** What the form of one contact person holds. */
export type ContactValues = z.infer<typeof contactValues>;

/** Two thousand five hundred and fifty-five days: seven years, as the law asks of accounts. */
const SEVEN_YEARS = 2555;

const EMPTY_PROFILE: NewClientValues['profile'] = {
  Client_Name: '',
  code: '',
  address: '',
  gst: '',
  pan: '',
  products: [],
  buckets: [],
  managerWaiverPercent: MANAGER_PERCENT,
  customerApprovalLimit: null,
  contactFrom: '08:00',
  contactTo: '19:00',
  retentionDays: SEVEN_YEARS,
  callerIdSeries: '',
};

/** An empty portfolio. */
export const EMPTY_PORTFOLIO: PortfolioValues = {
  name: '',
  products: [],
  buckets: [],
  startsOn: null,
  endsOn: null,
};

/** An empty contact person. */
export const EMPTY_CONTACT: ContactValues = {
  name: '',
  designation: '',
  matter: '',
  phone: '',
  email: '',
};

/** An empty step of an incentive, from nothing on. */
export const EMPTY_SLAB = { fromAmount: null, percent: null, fixedAmount: null };
/** An empty success fee: for any product and bucket. */
export const EMPTY_FEE = { product: null, bucket: null, feePercent: null, minimumFee: null };

/** The empty form of a new client. */
export const EMPTY_CLIENT: NewClientValues = {
  profile: EMPTY_PROFILE,
  portfolios: [],
  incentives: [],
  successFees: [],
  contacts: [],
  managerIds: [],
};

/** A kept draft of a new client; null when it is none. */
export function draftOf(kept: unknown): NewClientValues | null {
  const parsed = newClientValues.safeParse(kept);
  return parsed.success ? parsed.data : null;
}

/** A client's profile as its form begins with. */
export function profileOf(client: ClientRecord): NewClientValues['profile'] {
  return {
    Client_Name: client.Client_Name,
    code: client.code ?? '',
    address: client.address ?? '',
    gst: client.gst ?? '',
    pan: client.pan ?? '',
    products: [...client.products],
    buckets: [...client.buckets],
    managerWaiverPercent: client.managerWaiverPercent,
    customerApprovalLimit: client.customerApprovalLimit,
    contactFrom: client.contactFrom,
    contactTo: client.contactTo,
    retentionDays: client.retentionDays,
    callerIdSeries: client.callerIdSeries ?? '',
  };
}
