import { z } from 'zod';
import { callsOf } from './call.ts';
import { says } from './errors.ts';
import { RECEIPT_STANDINGS, paymentModeSchema, receiptNumberSchema } from './receipt.ts';
import {
  daySchema,
  dayInputSchema,
  idSchema,
  instantSchema,
  rupeesSchema,
  textSchema,
  timeInputSchema,
  wireDaySchema,
  wireTimeSchema,
} from './values.ts';

/** Where a disposition was recorded: by phone or on a visit. */
const DISPOSITION_CHANNELS = ['CALL', 'FIELD'] as const;

/** Classes that the product acts on: PTP and CALLBACK make alerts (spec 9), PAID and PARTIAL carry an amount collected. */
const DISPOSITION_CLASSES = [
  'PTP',
  'CALLBACK',
  'PAID',
  'REFUSED',
  'DISPUTE',
  'NOT_CONTACTED',
  'CONTACTED',
  'SKIP',
] as const;

/** Class of a disposition code. */
export type DispositionClass = (typeof DISPOSITION_CLASSES)[number];

/** A disposition code of the catalogue (`GET /disposition/with/code`). */
export const dispositionCodeSchema = z.object({
  code: z.string(),
  label: z.string(),
  channel: z.enum(DISPOSITION_CHANNELS),
  disposition_class: z.enum(DISPOSITION_CLASSES),
  /** What the form must ask for with this code. */
  needsAmount: z.boolean(),
  needsDate: z.boolean(),
  needsTime: z.boolean(),
  needsPersonMet: z.boolean(),
  sortOrder: z.int(),
});

/** A disposition code of the catalogue. */
export type DispositionCode = z.infer<typeof dispositionCodeSchema>;

/** Where a visit was recorded, or why there is no position. */
export const positionSchema = z.union([
  z.object({
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    /** Radius of 68 % confidence, metres. */
    accuracyMetres: z.number().min(0).max(10_000_000),
    takenAt: instantSchema,
  }),
  z.object({ missingReason: z.enum(['DENIED', 'UNAVAILABLE', 'TIMEOUT', 'UNSUPPORTED']) }),
]);

/** A phone takes the position while the visit is recorded: one of another time than this is no sign of the visit. */
export const SAME_VISIT_MS = 15 * 60_000;

/** Where a visit was recorded, or why there is no position. */
export type Position = z.infer<typeof positionSchema>;

/** Kinds of attached files (spec 3: screenShot and supportingDoc lists; photos are a visit's). */
export const FILE_KINDS = ['screenShot', 'supportingDoc', 'photo'] as const;

/** An earlier visit. Loan and agent are null where the reader may not see that loan. */
export const earlierVisitSchema = z.object({
  dispositionId: idSchema,
  disCreatedAt: instantSchema,
  loanId: idSchema.nullable(),
  Loan_ID: z.string().nullable(),
  Agent_Name: z.string().nullable(),
});

/** A file attached to a disposition. The bytes come from `GET /files/:id`. */
export const attachedFileSchema = z.object({
  _id: idSchema,
  kind: z.enum(FILE_KINDS),
  name: z.string(),
  contentType: z.string(),
  /** Bytes. */
  size: z.int(),
  /** Lower-case hex. */
  sha256: z.string(),
  /** False while the phone has not delivered the bytes yet. */
  isDelivered: z.boolean(),
  /** The first visit on which a visit's picture stood already: told to managers, partners and admins only. */
  earlierVisit: earlierVisitSchema.optional(),
});

/** An earlier visit. */
export type EarlierVisit = z.infer<typeof earlierVisitSchema>;

/** A file attached to a disposition. */
export type AttachedFile = z.infer<typeof attachedFileSchema>;

/** What became of an amount that a contact speaks of. */
export const MONEY_STATES = ['CLAIMED', 'RECEIPTED', 'VERIFIED', 'CANCELLED'] as const;

/** What became of an amount that a contact speaks of. */
export type MoneyState = (typeof MONEY_STATES)[number];

/** One recorded contact: a call or a visit (spec 3: Call disposition). Amounts in whole rupees. */
export const dispositionSchema = z.object({
  _id: idSchema,
  dispositionId: idSchema,
  loanId: idSchema,
  Loan_ID: z.string(),
  Customer_Name: z.string(),
  Client_Name: z.string(),
  channel: z.enum(DISPOSITION_CHANNELS),
  collectorId: idSchema.nullable(),
  fieldAgentId: idSchema.nullable(),
  Agent_Name: z.string(),
  code: z.string(),
  label: z.string(),
  disposition_class: z.enum(DISPOSITION_CLASSES),
  /** Calls only: CALL_STARTED while a call runs, then how it ended (spec 4.3). */
  call_status: z.string().nullable(),
  /** Calls only: seconds. */
  duration: z.int().nullable(),
  /** As the agent gave it: text, never fetched. */
  recordlink: z.string().nullable(),
  /** Its dialer has a recording of this very call (`GET /call-recordings/:id`); absent from older servers. */
  hasRecording: z.boolean().optional(),
  /** Counts up with every correction; absent from older servers. */
  revision: z.int().optional(),
  personMet: z.string().nullable(),
  remarks: z.string().nullable(),
  amountCollected: rupeesSchema.nullable(),
  /** Of the receipt of that amount; null without one, absent from older servers. */
  receiptNumber: z.int().nullable().optional(),
  /**
   * What that amount is: a borrower's claim, money that was taken in and receipted, either of them verified by a payment,
   * or cancelled. Null without an amount, absent from older servers.
   */
  moneyState: z.enum(MONEY_STATES).nullable().optional(),
  /** How it was paid and under which number, and of a claim the day that the borrower told; absent from older servers. */
  paymentMode: paymentModeSchema.nullable().optional(),
  paidOn: daySchema.nullable().optional(),
  paymentReference: z.string().nullable().optional(),
  /** How that receipt stands; null without one, absent from older servers. */
  receiptStanding: z.enum(RECEIPT_STANDINGS).nullable().optional(),
  promiseAmount: rupeesSchema.nullable(),
  /** Day and time of the promise or callback (spec's date and time). */
  date: wireDaySchema.nullable(),
  /** In the business time zone. */
  time: wireTimeSchema.nullable(),
  position: positionSchema.nullable(),
  /** The agent's visit before, and how far it is, where nobody comes so far in the time: told to whom `earlierVisit` is. */
  tooFarFrom: earlierVisitSchema.extend({ metres: z.int() }).optional(),
  files: z.array(attachedFileSchema),
  /** Those of the files that are screenshots, and those that are documents (spec 3); absent from older servers. */
  screenShot: z.array(attachedFileSchema).optional(),
  supportingDoc: z.array(attachedFileSchema).optional(),
  /** When the agent recorded it, by the device's clock corrected to the server's. */
  disCreatedAt: instantSchema,
  /** When the server received it. */
  createdAt: instantSchema,
  updatedAt: instantSchema,
});

/** One recorded contact. */
export type Disposition = z.infer<typeof dispositionSchema>;

/** A file announced with a disposition; its bytes follow by `PUT` (device) or travel in the same multipart body. */
export const announcedFileSchema = z.object({
  _id: idSchema,
  kind: z.enum(FILE_KINDS),
  name: textSchema(255),
  contentType: z.string().max(100),
  size: z.int().min(1).max(20_000_000),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** No borrower pays or promises more at once, rupees. */
export const MOST_AT_ONCE = 1_000_000_000;

/** An amount that a person writes of one contact, whole rupees. */
export const contactAmountSchema = rupeesSchema.min(0).max(MOST_AT_ONCE);

/** What a person records of one contact: the fields of both channels. */
const contactFields = {
  loanId: idSchema,
  /** Code of the catalogue. */
  disposition: textSchema(40).min(1, says('wrong-disposition')),
  remarks: textSchema(4000).optional(),
  personMet: textSchema(120).optional(),
  amountCollected: contactAmountSchema.optional(),
  /** Why that is more than is left of the due: a call at once without one is refused. */
  excessReason: textSchema(300).optional(),
  /** How it was paid. Not said: in hand for a visit. */
  paymentMode: paymentModeSchema.optional(),
  /** The number of its transaction or cheque: the payment of the same number confirms it first. */
  paymentReference: textSchema(60).optional(),
  promiseAmount: contactAmountSchema.optional(),
  date: dayInputSchema.optional(),
  time: timeInputSchema.optional(),
  files: z.array(announcedFileSchema).max(20).optional(),
  /** Instant of recording by the device's clock: heeded in sealed offline work, as far as it can be proved. */
  recordedAt: instantSchema.optional(),
};

/** A number as an agent dials it; parses to its digits (with the country's code when that was given). */
export const dialledNumberSchema = z
  .string()
  .transform((text) => text.replace(/[\s()+.-]/g, ''))
  .pipe(z.string().regex(/^\d{5,15}$/, says('not-a-phone')));

/**
 * The status of a call that begins (spec 4.3), and the code a call has until its outcome is recorded. The catalogue does
 * not offer it; reports leave it out; a history shows it only while no outcome followed.
 */
export const CALL_STARTED = 'CALL_STARTED';

const TALKS: ReadonlySet<string> = new Set<DispositionClass>([
  'PTP',
  'CALLBACK',
  'PAID',
  'REFUSED',
  'DISPUTE',
  'CONTACTED',
]);

/** Whether somebody was spoken to, by a contact's outcome and its class: days of silence may follow. */
export const isTalk = (code: string, dispositionClass: string): boolean =>
  code !== CALL_STARTED && TALKS.has(dispositionClass);

/** Whether the outcome, of a call or a visit, is that the borrower has died. */
export const tellsOfDeath = (code: string): boolean => code.endsWith('DECEASED');

/**
 * A recorded call, as the outbox queues it and `POST /call-disposition` takes it. `_id` makes a replay harmless. Without
 * a `disposition` (spec 7.6: loanId, call_status, duration, recordlink) it notes a call that began; the outcome follows
 * under the same `_id`, which completes that row, or under its own.
 */
export const callDispositionInputSchema = z.object({
  _id: idSchema.optional(),
  ...contactFields,
  disposition: contactFields.disposition.optional(),
  call_status: textSchema(40).min(1).default(CALL_STARTED),
  duration: z.coerce.number().pipe(z.int().min(0).max(86_400)).optional(),
  /** A call that has no recording may say so by null, as it is answered. */
  recordlink: z
    .string()
    .trim()
    .max(2000)
    .nullable()
    .transform((link) => link ?? undefined)
    .optional(),
  dialledNumber: dialledNumberSchema.optional(),
  /** When the borrower says it was paid. What a visit takes in is paid on its day. */
  paidOn: dayInputSchema.optional(),
});

/** The outcome that says that all was paid. */
export const PAID_IN_FULL = 'FIELD_PAID';

/** A recorded visit. */
export const fieldDispositionInputSchema = z.object({
  _id: idSchema,
  ...contactFields,
  position: positionSchema,
  /** From the device's range. One that can't be taken costs the number, not the visit: its receipt is flagged. */
  receiptNumber: receiptNumberSchema.optional(),
});

/** A recorded call before the server's rules. */
export type CallDispositionInput = z.input<typeof callDispositionInputSchema>;
/** A recorded visit before the server's rules. */
export type FieldDispositionInput = z.input<typeof fieldDispositionInputSchema>;

/** Contacts recorded and read (spec 7.6). */
export const dispositionCalls = callsOf('dispositions', {
  listDispositionCodes: {
    method: 'GET',
    path: '/disposition/with/code',
    section: '7.6',
    summary: 'The catalogue of call and field disposition codes with their classes.',
    roles: 'any',
    answer: z.object({ data: z.array(dispositionCodeSchema) }),
  },
  createCallDisposition: {
    isDoneOnce: false,
    method: 'POST',
    path: '/call-disposition',
    section: '7.6',
    summary:
      'Record a call: JSON, or multipart with screenShot and supportingDoc files. PTP and CALLBACK make an alert.',
    roles: ['COLLECTOR', 'MANAGER'],
    body: callDispositionInputSchema,
    bodyKind: 'multipart',
    files: { screenShot: 10, supportingDoc: 10 },
    bodyLimit: 60_000_000,
    answer: dispositionSchema,
  },
  createFieldDisposition: {
    isDoneOnce: false,
    method: 'POST',
    path: '/field-disposition',
    summary: 'Record a visit with its position; files follow by `PUT /files/:id`.',
    roles: ['FIELD_AGENT'],
    body: fieldDispositionInputSchema,
    answer: dispositionSchema,
  },
  listCaseHistory: {
    method: 'GET',
    path: '/call-disposition/caseHistory',
    section: '7.6',
    summary: "A loan's dispositions of both channels, newest first.",
    roles: 'any',
    query: z.object({ loanId: idSchema }),
    answer: z.object({ data: z.array(dispositionSchema) }),
  },
});
