import { z } from 'zod';
import { callsOf } from './call.ts';
import { says } from './errors.ts';
import { PAGE_SIZE_MAX, pageOf, pageQueryFields } from './paging.ts';
import { printedTextSchema } from './printed-text.ts';
import { ADMINS } from './roles.ts';
import { gstinInputSchema, panInputSchema } from './tax-numbers.ts';
import {
  dayInputSchema,
  monthInputSchema,
  daySchema,
  idSchema,
  instantSchema,
  rupeesSchema,
  seenRevisionSchema,
  textSchema,
} from './values.ts';

/** How an invoice stands. What is sent is frozen: corrections are lines of the next one. */
export const INVOICE_STATES = ['DRAFT', 'SENT', 'DISPUTED', 'AGREED', 'PAID'] as const;

/** How an invoice stands. */
export type InvoiceState = (typeof INVOICE_STATES)[number];

/** What a line is for; MINIMUM brings a month to the least fee, CREDIT takes a line back. */
export const INVOICE_LINE_KINDS = ['PAYMENT', 'VISIT', 'SETTLEMENT', 'MINIMUM', 'CREDIT'] as const;

/** What a line is for. */
export type InvoiceLineKind = (typeof INVOICE_LINE_KINDS)[number];

/** What is done to an invoice. */
export const INVOICE_ACTIONS = [
  'DRAFTED',
  'SENT',
  'DISPUTED',
  'ACCEPTED',
  'REJECTED',
  'AGREED',
  'PAID',
] as const;

/** An amount in paise. */
const paiseSchema = z.int().min(-9_000_000_000_000_000).max(9_000_000_000_000_000);
const stateSchema = z.enum(INVOICE_STATES);

/** Fee, taxes and what comes of them, paise: `total` is fee and GST, `payable` is what is left of it after TDS. */
const sumsSchema = z.object({
  fee: paiseSchema,
  gst: paiseSchema,
  tds: paiseSchema,
  total: paiseSchema,
  payable: paiseSchema,
});

/** Fee, taxes and what comes of them, paise. */
export type InvoiceSums = z.infer<typeof sumsSchema>;

const invoiceSchema = sumsSchema.extend({
  _id: idSchema,
  clientId: idSchema,
  Client_Name: z.string(),
  month: daySchema,
  state: stateSchema,
  number: z.string().nullable(),
  sentOn: daySchema.nullable(),
  paidOn: daySchema.nullable(),
  paidReference: z.string().nullable(),
  lineCount: z.int(),
  openDisputes: z.int(),
});

/** An invoice. */
export type Invoice = z.infer<typeof invoiceSchema>;

const partySchema = z.object({
  name: z.string(),
  address: z.string().nullable(),
  gst: z.string().nullable(),
  pan: z.string().nullable(),
});

/** Who sends an invoice to whom. */
export interface InvoiceParties {
  readonly from: z.infer<typeof partySchema> & { readonly bank: string | null };
  readonly to: z.infer<typeof partySchema>;
}

const optional = (schema: z.ZodType<string, string>) =>
  schema
    .transform((given) => (given === '' ? null : given))
    .nullable()
    .default(null);

/** Who sends invoices. */
export const invoicingDetailsSchema = z.object({
  name: textSchema(120).min(1, says('name-missing')),
  address: optional(textSchema(500)),
  gst: gstinInputSchema,
  pan: panInputSchema,
  /** Where it is to be paid. */
  bank: optional(textSchema(300)),
  /** What numbers begin with. */
  prefix: z
    .string()
    .trim()
    .regex(/^[A-Z0-9-]{1,4}$/, says('invoice-prefix')),
});

/** Who sends invoices. */
export type InvoicingDetails = z.output<typeof invoicingDetailsSchema>;

/** The same as a person says it: invoices show all of it. */
export const invoicingDetailsInputSchema = invoicingDetailsSchema.extend({
  name: printedTextSchema(120).check(z.minLength(1, says('name-missing'))),
  address: optional(printedTextSchema(500)),
  bank: optional(printedTextSchema(300)),
  revision: seenRevisionSchema,
});

const detailsAnswerSchema = z.object({
  details: invoicingDetailsSchema.nullable(),
  revision: z.int(),
});

const disputeSchema = z.object({
  _id: idSchema,
  lineId: idSchema,
  reason: z.string(),
  raisedBy: z.string().nullable(),
  raisedAt: instantSchema,
  outcome: z.enum(['ACCEPTED', 'REJECTED']).nullable(),
  answer: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: instantSchema.nullable(),
});

/** A line that the lender does not accept. */
export type InvoiceDispute = z.infer<typeof disputeSchema>;

const lineSchema = z.object({
  /** What it is for: it stays when the draft is sent. */
  source: z.string(),
  /** Null in a draft. */
  _id: idSchema.nullable(),
  kind: z.enum(INVOICE_LINE_KINDS),
  loanId: idSchema.nullable(),
  Loan_ID: z.string().nullable(),
  onDate: daySchema,
  base: rupeesSchema.nullable(),
  percent: z.number().nullable(),
  fee: paiseSchema,
  gst: paiseSchema,
  tds: paiseSchema,
  total: paiseSchema,
  dispute: disputeSchema.nullable(),
  /** The number of the invoice that takes it back. Absent from older servers. */
  creditedIn: z.string().nullable().default(null),
});

/** A line of an invoice. */
export type InvoiceLine = z.infer<typeof lineSchema>;

const taxSchema = z.object({
  kind: z.enum(['GST', 'IGST', 'CGST', 'SGST', 'UTGST']),
  percent: z.number(),
  amount: paiseSchema,
});

const detailSchema = invoiceSchema.extend({
  /** Whether its month is over: it is not sent before. */
  isOver: z.boolean(),
  /** By what the lines are for. */
  kinds: z.array(z.object({ kind: z.enum(INVOICE_LINE_KINDS), lines: z.int(), fee: paiseSchema })),
  /** The GST by percentage and by whose it is: CGST and SGST (UTGST) within a state, else IGST; GST where that is unknown. */
  taxes: z.array(taxSchema),
  /** The invoices whose lines it takes back, each with the lender's GST number as it has it. */
  corrects: z.array(
    z.object({ number: z.string(), sentOn: daySchema, gst: z.string().nullable() }),
  ),
  /** The later invoices that take lines of it back, each with what these credits come to, GST with them. Absent from older servers. */
  correctedBy: z
    .array(z.object({ number: z.string(), sentOn: daySchema, lines: z.int(), total: paiseSchema }))
    .default([]),
  history: z.array(
    z.object({
      at: instantSchema,
      by: z.string().nullable(),
      action: z.enum(INVOICE_ACTIONS),
      note: z.string().nullable(),
    }),
  ),
});

/** An invoice with what is told on its page. */
export type InvoiceDetail = z.infer<typeof detailSchema>;

const session = { roles: [...ADMINS] } as const;
/** The lender's admin sees and answers what was sent to the lender. */
const both = { ...session, roles: [...ADMINS, 'CLIENT_ADMIN'] } as const;
const one = z.object({ id: idSchema });
const done = z.object({ _id: idSchema, state: stateSchema });
const reason = textSchema(500).min(1, says('reason-missing'));

/** Invoices to lenders (spec 2.2 `/client-revenue`; the calls are ours). */
export const invoiceCalls = callsOf('invoices', {
  readInvoicingDetails: {
    ...session,
    method: 'GET',
    path: '/invoicing-details',
    summary: 'Who sends invoices; null until it was said.',
    answer: detailsAnswerSchema,
  },
  setInvoicingDetails: {
    ...session,
    isDoneOnce: true,
    method: 'PUT',
    path: '/invoicing-details',
    summary: 'Say who sends invoices. Those that were sent keep what they say.',
    body: invoicingDetailsInputSchema,
    answer: detailsAnswerSchema,
  },
  listInvoices: {
    ...both,
    method: 'GET',
    path: '/invoices',
    summary: 'A page of invoices, the newest month first; to the lender’s admin those that it got.',
    query: z.object({
      ...pageQueryFields,
      clientId: idSchema.optional(),
      state: stateSchema.optional(),
      month: monthInputSchema.optional(),
      search: textSchema(60).optional(),
    }),
    answer: pageOf(invoiceSchema),
  },
  draftInvoice: {
    ...session,
    method: 'POST',
    path: '/invoices',
    summary: 'Begin the invoice of a lender and month; 409 when there is one.',
    body: z.object({ clientId: idSchema, month: monthInputSchema }),
    answer: done,
  },
  readInvoice: {
    ...both,
    method: 'GET',
    path: '/invoices/:id',
    summary: 'An invoice with its sums and its history. A draft says what it comes to now.',
    params: one,
    answer: detailSchema,
  },
  listInvoiceLines: {
    ...both,
    method: 'GET',
    path: '/invoices/:id/lines',
    summary: 'A page of the lines of an invoice, by type, dispute and loan.',
    params: one,
    query: z.object({
      ...pageQueryFields,
      kind: z.enum(INVOICE_LINE_KINDS).optional(),
      /** Lines whose dispute is open; or that were disputed at all. */
      dispute: z.enum(['OPEN', 'ANY']).optional(),
      /** Part of a loan's number. */
      search: textSchema(60).optional(),
    }),
    answer: pageOf(lineSchema),
  },
  removeDraft: {
    ...session,
    method: 'DELETE',
    path: '/invoices/:id',
    summary: 'Take a draft away. What it would have billed stays to be billed.',
    params: one,
    answer: done,
  },
  sendInvoice: {
    ...session,
    method: 'POST',
    path: '/invoices/:id/send',
    summary:
      'Freeze a draft and give it its number. 409 DRAFT_CHANGED when its total or taxes are others than were seen.',
    params: one,
    body: z.object({ total: paiseSchema, taxes: z.array(taxSchema).max(100) }),
    answer: done,
  },
  disputeInvoiceLines: {
    ...both,
    method: 'POST',
    path: '/invoices/:id/disputes',
    summary: 'Say that lines of a sent invoice are not accepted, and why: all of them or none.',
    params: one,
    body: z.object({ lineIds: z.array(idSchema).min(1).max(PAGE_SIZE_MAX), reason }),
    answer: done,
  },
  decideDisputes: {
    ...session,
    isDoneOnce: true,
    method: 'PUT',
    path: '/invoices/:id/disputes',
    summary:
      'Accept disputes (their lines are credited in the next invoice) or reject them: all of them or none.',
    params: one,
    body: z.object({
      disputeIds: z.array(idSchema).min(1).max(PAGE_SIZE_MAX),
      isAccepted: z.boolean(),
      answer: reason,
    }),
    answer: done,
  },
  agreeInvoice: {
    ...both,
    method: 'POST',
    path: '/invoices/:id/agree',
    summary: 'The lender accepts an invoice of which no line is disputed any more.',
    params: one,
    answer: done,
  },
  payInvoice: {
    ...session,
    method: 'POST',
    path: '/invoices/:id/paid',
    summary: 'The lender paid.',
    params: one,
    body: z.object({ paidOn: dayInputSchema, reference: textSchema(80) }),
    answer: done,
  },
  downloadInvoice: {
    ...both,
    method: 'GET',
    path: '/invoices/:id/file',
    summary: 'An invoice as PDF or XLSX.',
    params: one,
    query: z.object({
      format: z.enum(['pdf', 'xlsx']).default('pdf'),
      language: z.enum(['en', 'hi']).default('en'),
    }),
    answer: z.unknown(),
    answerKind: 'file',
  },
});
