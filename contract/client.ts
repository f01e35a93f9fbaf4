import { z } from 'zod';
import { callsOf } from './call.ts';
import {
  clientProfileSchema,
  incentiveRoleSchema,
  incentiveSlabSchema,
  incentivesInputSchema,
  newClientSchema,
  successFeesInputSchema,
} from './client-contract.ts';
import { contactPersonSchema } from './contact-person.ts';
import { pageOf, pageQueryFields } from './paging.ts';
import { portfolioSchema } from './portfolio.ts';
import { ADMINS } from './roles.ts';
import { idSchema, instantSchema, rupeesSchema, textSchema } from './values.ts';

/** Largest policy, bytes. */
export const POLICY_BYTES = 20_000_000;
/** Most policies that one call takes. */
export const MOST_POLICIES = 10;

/** A client in the list. Counts and dues (whole rupees) are of the loans that it has now. */
export const clientRowSchema = z.object({
  _id: idSchema,
  Client_Name: z.string(),
  code: z.string().nullable(),
  products: z.array(z.string()),
  managerNames: z.array(z.string()),
  portfolioCount: z.int(),
  loanCount: z.int(),
  dueAmount: rupeesSchema,
  createdAt: instantSchema,
});

/** A client in the list. */
export type ClientRow = z.infer<typeof clientRowSchema>;

const policySchema = z.object({
  _id: idSchema,
  name: z.string(),
  contentType: z.string(),
  /** Bytes. */
  size: z.int(),
  createdAt: instantSchema,
});

/** An uploaded policy of a lender. */
export type ClientPolicy = z.infer<typeof policySchema>;

/** A client's whole contract. */
export const clientRecordSchema = z.object({
  _id: idSchema,
  Client_Name: z.string(),
  code: z.string().nullable(),
  address: z.string().nullable(),
  gst: z.string().nullable(),
  pan: z.string().nullable(),
  products: z.array(z.string()),
  buckets: z.array(z.string()),
  managerWaiverPercent: z.int(),
  customerApprovalLimit: rupeesSchema.nullable(),
  /** `HH:mm` in the business zone. */
  contactFrom: z.string(),
  contactTo: z.string(),
  retentionDays: z.int(),
  callerIdSeries: z.string().nullable(),
  revision: z.int(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
  loanCount: z.int(),
  dueAmount: rupeesSchema,
  /** Loans that nobody works yet. */
  unallocatedCount: z.int(),
  portfolios: z.array(portfolioSchema),
  policies: z.array(policySchema),
  /** Null for the lender's people: what the agency pays its own is not theirs to read. */
  incentives: z
    .array(z.object({ roleType: incentiveRoleSchema, slabs: z.array(incentiveSlabSchema) }))
    .nullable(),
  successFees: z.array(
    z.object({
      product: z.string().nullable(),
      bucket: z.string().nullable(),
      feePercent: z.number(),
      minimumFee: rupeesSchema.nullable(),
    }),
  ),
  contacts: z.array(contactPersonSchema),
  managers: z.array(z.object({ _id: idSchema, fullName: z.string() })),
});

/** A client's whole contract. */
export type ClientRecord = z.infer<typeof clientRecordSchema>;

/** What hangs on a client. */
export const clientRemovalSchema = z.object({
  _id: idSchema,
  Client_Name: z.string(),
  /** What forbids the removal: each must be 0. */
  loanCount: z.int(),
  personCount: z.int(),
  importCount: z.int(),
  targetCount: z.int(),
  notificationCount: z.int(),
  /** Those that were sent. */
  invoiceCount: z.int(),
  campaignCount: z.int(),
  /** Sheets of payments or activities. */
  sheetCount: z.int(),
  /** Runs that shared out its loans. */
  runCount: z.int(),
  /** What goes with it. */
  portfolioCount: z.int(),
  policyCount: z.int(),
  contactCount: z.int(),
  mappingCount: z.int(),
  /** False: the removal is refused. */
  isRemovable: z.boolean(),
});

/** What hangs on a client. */
export type ClientRemoval = z.infer<typeof clientRemovalSchema>;

const session = { roles: [...ADMINS] } as const;
const oneOf = z.object({ id: idSchema });
const policyOf = z.object({ id: idSchema, policyId: idSchema });
const changed = z.object({ _id: idSchema, revision: z.int() });

/** Sorts of the list of clients; `-` before one is descending. */
const CLIENT_SORTS = [
  'Client_Name',
  '-Client_Name',
  'loanCount',
  '-loanCount',
  'dueAmount',
  '-dueAmount',
  'createdAt',
  '-createdAt',
] as const;

/** Clients and their contracts (spec 2.2, 3; but for the incentives the calls are ours). */
export const clientCalls = callsOf('clients', {
  listClients: {
    ...session,
    method: 'GET',
    path: '/clients',
    summary: 'A page of clients with their loans and dues.',
    query: z.object({
      ...pageQueryFields,
      /** Part of name or code. */
      search: textSchema(100).optional(),
      sort: z.enum(CLIENT_SORTS).optional(),
    }),
    answer: pageOf(clientRowSchema),
  },
  readClient: {
    ...session,
    roles: [...ADMINS, 'CLIENT_ADMIN'],
    method: 'GET',
    path: '/clients/:id',
    summary: 'A client with everything of its contract.',
    params: oneOf,
    answer: clientRecordSchema,
  },
  createClient: {
    ...session,
    method: 'POST',
    path: '/clients',
    summary: 'Stores a client with its whole contract, policies as files, or nothing of it.',
    body: newClientSchema,
    bodyKind: 'multipart',
    files: { policy: MOST_POLICIES },
    bodyLimit: POLICY_BYTES + 1_000_000,
    answer: z.object({ _id: idSchema }),
  },
  updateClient: {
    ...session,
    isDoneOnce: true,
    method: 'PUT',
    path: '/clients/:id',
    summary:
      'Changes the given sections of a client’s contract; 409 when somebody else changed it meanwhile.',
    params: oneOf,
    body: z.object({
      revision: z.int(),
      profile: clientProfileSchema.optional(),
      incentives: incentivesInputSchema.optional(),
      successFees: successFeesInputSchema.optional(),
      managerIds: z.array(idSchema).max(200).optional(),
    }),
    answer: changed,
  },
  readClientRemoval: {
    ...session,
    method: 'GET',
    path: '/clients/:id/removal',
    summary: 'What hangs on a client and whether it can be removed.',
    params: oneOf,
    answer: clientRemovalSchema,
  },
  removeClient: {
    ...session,
    method: 'DELETE',
    path: '/clients/:id',
    summary: 'Removes a client without loans, people and history; 409 with the counts otherwise.',
    params: oneOf,
    answer: z.object({ _id: idSchema }),
  },
  addPolicies: {
    ...session,
    method: 'POST',
    path: '/clients/:id/policies',
    summary: 'Adds policies to a client: PDF, Word, Excel or pictures, told by their content.',
    params: oneOf,
    bodyKind: 'multipart',
    files: { policy: MOST_POLICIES },
    bodyLimit: POLICY_BYTES + 1_000_000,
    answer: z.object({ data: z.array(policySchema) }),
  },
  getPolicy: {
    ...session,
    roles: [...ADMINS, 'CLIENT_ADMIN'],
    method: 'GET',
    path: '/clients/:id/policies/:policyId',
    summary: 'The bytes of a policy, always as an attachment.',
    params: policyOf,
    answer: z.unknown(),
    answerKind: 'file',
  },
  removePolicy: {
    ...session,
    method: 'DELETE',
    path: '/clients/:id/policies/:policyId',
    summary: 'Removes a policy with its file.',
    params: policyOf,
    answer: z.object({ _id: idSchema }),
  },
  readIncentives: {
    ...session,
    section: '7.5',
    roles: [...ADMINS, 'PARTNER', 'MANAGER', 'COLLECTOR', 'FIELD_AGENT'],
    method: 'GET',
    path: '/api/v2/incentives',
    summary:
      'What a role type earns on a client’s collections, in steps; no steps when none are set.',
    query: z.object({ clientId: idSchema, roleType: incentiveRoleSchema }),
    answer: z.object({
      data: z.array(
        z.object({
          clientId: idSchema,
          Client_Name: z.string(),
          roleType: incentiveRoleSchema,
          incentives: z.array(incentiveSlabSchema),
        }),
      ),
    }),
  },
  listClientNames: {
    ...session,
    method: 'GET',
    path: '/clients/names',
    roles: [...ADMINS, 'CLIENT_ADMIN', 'MANAGER', 'PARTNER'],
    summary: 'The clients the caller may see, for choosing one.',
    answer: z.object({ data: z.array(z.object({ _id: idSchema, Client_Name: z.string() })) }),
  },
});
