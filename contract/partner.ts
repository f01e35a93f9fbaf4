import { z } from 'zod';
import { callsOf } from './call.ts';
import { says } from './errors.ts';
import { contactPersonInputSchema } from './client-contract.ts';
import { pageOf, pageQueryFields } from './paging.ts';
import { managerInputSchema } from './person.ts';
import { ADMINS, roleSchema } from './roles.ts';
import { gstinInputSchema, isGstinOfPan, panInputSchema } from './tax-numbers.ts';
import { idSchema, instantSchema, rupeesSchema, textSchema } from './values.ts';

/** Most contact persons of one partner. */
export const PARTNER_CONTACTS_MOST = 20;

/** A partner as the list shows it: the login, the firm, and what it brought. */
export const partnerSchema = z.object({
  _id: idSchema,
  username: z.string(),
  fullName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  firmName: z.string(),
  address: z.string().nullable(),
  /** GSTIN, 15 characters. */
  gst: z.string().nullable(),
  /** PAN, 10 characters. */
  pan: z.string().nullable(),
  /** Of the agency's fee, percent, at most two digits after the point. */
  sharePercent: z.number(),
  isActive: z.boolean(),
  managerCount: z.int(),
  /** Collectors and field agents. */
  agentCount: z.int(),
  clientCount: z.int(),
  /** Loans of its managers, with their dues in whole rupees. */
  loanCount: z.int(),
  dueAmount: rupeesSchema,
  createdAt: instantSchema,
  revision: z.int(),
});

/** A partner as the list shows it. */
export type Partner = z.infer<typeof partnerSchema>;

/** Whom to call at a partner about what. */
const partnerContactSchema = z.object({
  _id: idSchema,
  name: z.string(),
  matter: z.string().nullable(),
  designation: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
});

const optionalText = (most: number) =>
  textSchema(most)
    .transform((text) => (text === '' ? null : text))
    .nullable()
    .default(null);

/** One that is on file already is named by its id. */
const contactInputSchema = contactPersonInputSchema.safeExtend({ _id: idSchema.optional() });

const account = managerInputSchema.pick({
  username: true,
  email: true,
  password: true,
  fullName: true,
  phone: true,
});

const firmFields = {
  firmName: textSchema(200).min(1, says('name-missing')),
  address: optionalText(500),
  gst: gstinInputSchema.default(null),
  pan: panInputSchema.default(null),
  sharePercent: z.number().min(0).max(100).multipleOf(0.01, says('too-precise')),
  contacts: z.array(contactInputSchema).max(PARTNER_CONTACTS_MOST).default([]),
};

interface TaxNumbers {
  gst: string | null;
  pan: string | null;
}

/** The PAN stands inside the GST number: two that differ are a typing mistake in one of them. */
const samePan = ({ gst, pan }: TaxNumbers): boolean =>
  gst === null || pan === null || isGstinOfPan(gst, pan);
const samePanError = {
  path: ['pan'],
  ...says('pan-of-other-gst'),
};

/** A new partner: its account (spec 5) and its firm. */
export const partnerInputSchema = account.extend(firmFields).refine(samePan, samePanError);

/** A changed partner: the password only when a new one is set. */
export const partnerChangeSchema = account
  .extend({
    ...firmFields,
    password: z
      .union([z.literal('').transform(() => undefined), account.shape.password])
      .optional(),
  })
  .refine(samePan, samePanError);

/** What hangs on a partner, shown before it is disabled or deleted, and who could take it over. */
const partnerRemovalSchema = partnerSchema
  .pick({
    _id: true,
    fullName: true,
    firmName: true,
    managerCount: true,
    agentCount: true,
    clientCount: true,
    loanCount: true,
    dueAmount: true,
  })
  .extend({
    /** True: deleting asks for a successor. */
    needsSuccessor: z.boolean(),
    /** The admin who made it (the caller, when that one is gone) first, then the other partners. */
    successors: z.array(
      z.object({
        _id: idSchema,
        fullName: z.string(),
        role: roleSchema,
        firmName: z.string().nullable(),
      }),
    ),
  });

/** What hangs on a partner. */
export type PartnerRemoval = z.infer<typeof partnerRemovalSchema>;

/** One partner with its contact persons, for the form. */
const partnerDetailSchema = partnerSchema.extend({ contacts: z.array(partnerContactSchema) });

/** One partner with its contact persons. */
export type PartnerDetail = z.infer<typeof partnerDetailSchema>;

const admins = { roles: ADMINS } as const;
const params = z.object({ id: idSchema });
const onePartner = z.object({ data: partnerDetailSchema });

/**
 * Partners: firms that bring managers, agents and lenders. A taken user name or e-mail answers 409 `NAME_TAKEN` with
 * `details.problems`, a change made on an older `revision` 409 `STALE_REVISION`, deleting without the needed successor
 * 409 `NEEDS_SUCCESSOR`.
 */
export const partnerCalls = callsOf('partners', {
  listPartners: {
    ...admins,
    method: 'GET',
    path: '/partner/all',
    summary: 'Partners, paged and searched.',
    query: z.object({
      ...pageQueryFields,
      /** Part of firm, name, user name, e-mail, phone, GST or PAN. */
      search: textSchema(100).optional(),
      status: z.enum(['active', 'disabled']).optional(),
      sort: z
        .enum(['firmName', '-firmName', 'loanCount', '-loanCount', 'createdAt', '-createdAt'])
        .optional(),
    }),
    answer: pageOf(partnerSchema),
  },
  readPartner: {
    ...admins,
    method: 'GET',
    path: '/partner/id/:id',
    summary: 'One partner with its contact persons.',
    params,
    answer: onePartner,
  },
  addPartner: {
    ...admins,
    method: 'POST',
    path: '/partner',
    summary: 'Make a partner: its account and its firm.',
    body: partnerInputSchema,
    answer: onePartner,
  },
  changePartner: {
    ...admins,
    isDoneOnce: true,
    method: 'PUT',
    path: '/partner/id/:id',
    summary: 'Change a partner; its contact persons become the given ones.',
    params,
    body: partnerChangeSchema.safeExtend({ revision: z.int().optional() }),
    answer: onePartner,
  },
  readPartnerRemoval: {
    ...admins,
    method: 'GET',
    path: '/partner/id/:id/removal',
    summary: 'What hangs on a partner and who could take it over.',
    params,
    answer: z.object({ data: partnerRemovalSchema }),
  },
  setPartnerActive: {
    ...admins,
    method: 'PUT',
    path: '/partner/id/:id/active',
    summary: 'Disable a partner (its sessions end at once) or let it log in again.',
    params,
    body: z.object({ isActive: z.boolean() }),
    answer: onePartner,
  },
  removePartner: {
    ...admins,
    method: 'DELETE',
    path: '/partner/id/:id',
    summary: 'Delete a partner; its managers, agents and clients go to the successor.',
    params,
    query: z.object({ successorId: idSchema.optional() }),
    answer: z.object({ success: z.boolean(), movedPeople: z.int(), movedClients: z.int() }),
  },
});
