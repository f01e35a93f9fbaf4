import { z } from 'zod';
import { says } from './errors.ts';
import { pageQueryFields } from './paging.ts';
import { roleSchema } from './roles.ts';
import {
  emailSchema,
  emailTextSchema,
  idSchema,
  instantSchema,
  queryListSchema,
  rupeesSchema,
  textSchema,
} from './values.ts';

/** Largest sheet of people, bytes. */
export const BULK_PEOPLE_BYTES = 2 * 1024 * 1024;
/** Most people one sheet may make. */
export const BULK_PEOPLE_MOST = 500;

/** A person as lists and forms show it (spec 3: Collector, and what an account has). Never a password. */
export const personSchema = z.object({
  _id: idSchema,
  role: roleSchema,
  username: z.string(),
  fullName: z.string(),
  email: z.string(),
  /** Ten digits, or null. */
  phone: z.string().nullable(),
  createdBy: idSchema.nullable(),
  createdByName: z.string().nullable(),
  /** Manager of a collector or field agent. */
  managerId: idSchema.nullable(),
  managerName: z.string().nullable(),
  /** The lender of the lender's people. */
  client: idSchema.nullable(),
  Client_Name: z.string().nullable(),
  /** Lenders a manager works for, by id and by name in the same order; empty for others. */
  clientIds: z.array(idSchema),
  clientNames: z.array(z.string()),
  /** `D`: dialer agent (spec 9). */
  location: z.string().nullable(),
  /** The dialer's processes (spec 3: Collector process). */
  manualProcess: z.string().nullable(),
  assignedPredictiveProcess: z.string().nullable(),
  /** The telephone at the exchange that the dialer calls through; null: it is named like the user. */
  extension: z.string().nullable(),
  /** 0 hides the BI entry (spec 2.3). */
  noBiReport: z.int().nullable(),
  isActive: z.boolean(),
  /** Loans allocated to the person now, with their dues in whole rupees. */
  loanCount: z.int(),
  dueAmount: rupeesSchema,
  /** Collectors and field agents of a manager; 0 for others. */
  teamCount: z.int(),
  lastSeenAt: instantSchema.nullable(),
  createdAt: instantSchema,
  revision: z.int(),
});

/** A person as lists and forms show it. */
export type Person = z.infer<typeof personSchema>;

/** Letters that can be written in several ways (full width, with marks of their own) are kept in one. */
const usernameSchema = textSchema(60)
  .overwrite((name) => name.normalize('NFKC'))
  .min(1, says('username-missing'))
  .regex(/^[\p{L}\p{N}._@+-]+$/u, says('username-signs'));
const personEmailSchema = emailTextSchema.min(1, says('email-missing')).pipe(emailSchema);
const fullNameSchema = textSchema(120).min(1, says('full-name-missing'));
const passwordSchema = z
  .string()
  .min(1, says('password-missing'))
  .min(8, says('password-short'))
  .max(1024);
/** An Indian mobile number, with or without +91 and spaces; parses to ten digits. Empty is null. */
const phoneSchema = z
  .string()
  .trim()
  .transform((text) => text.replace(/[\s-]/g, '').replace(/^(\+?91|0)(?=\d{10}$)/, ''))
  .pipe(
    z.union([
      z.literal('').transform(() => null),
      z.string().regex(/^[6-9]\d{9}$/, says('not-a-mobile')),
    ]),
  )
  .nullable();
const processSchema = textSchema(60)
  .transform((text) => (text === '' ? null : text))
  .nullable();

/** A telephone's name at the exchange. Empty is null. */
const extensionSchema = textSchema(40)
  .transform((text) => (text === '' ? null : text))
  .pipe(
    z
      .string()
      .regex(/^[A-Za-z0-9._+-]+$/, says('extension'))
      .nullable(),
  )
  .nullable();

/** What narrows and orders a list of people. */
export const personListQuerySchema = z.object({
  ...pageQueryFields,
  /** Who made them; only narrows what the caller may see. */
  createdBy: idSchema.optional(),
  /** Part of name, user name, e-mail or phone. */
  search: textSchema(100).optional(),
  managerId: idSchema.optional(),
  role: queryListSchema.pipe(z.array(roleSchema)).optional(),
  /** `active` can log in, `disabled` can't. */
  status: z.enum(['active', 'disabled']).optional(),
  sort: z
    .enum(['fullName', '-fullName', 'loanCount', '-loanCount', 'createdAt', '-createdAt'])
    .optional(),
});

/** What a change of an account carries beside its fields. */
export const accountChangeFields = {
  /** That of what the form was filled from. */
  revision: z.int().optional(),
  /** Needed to change what one logs in with oneself: the user name, the e-mail or the password. */
  currentPassword: z.string().max(1024).optional(),
};

/** What a change of somebody's account carries beside its fields: the empty password keeps the one there is (spec 5). */
export const accountEditFields = {
  ...accountChangeFields,
  password: z
    .string()
    .transform((text) => (text === '' ? undefined : text))
    .pipe(passwordSchema.optional())
    .optional(),
};

/** What a person may change of its own account. */
export const profileInputSchema = z.object({
  fullName: fullNameSchema,
  email: personEmailSchema,
  phone: phoneSchema.optional(),
});

/** User form (spec 5): user name, e-mail, password, full name are required; the password not when editing. */
const accountFields = {
  username: usernameSchema,
  email: personEmailSchema,
  password: passwordSchema,
  fullName: fullNameSchema,
  phone: phoneSchema.optional(),
  noBiReport: z
    .union([z.literal(0), z.literal(1)])
    .nullable()
    .optional(),
};

/** A new field agent. */
export const fieldAgentInputSchema = z.object({ ...accountFields, managerId: idSchema });

/** A new collector. */
export const collectorInputSchema = z.object({
  ...accountFields,
  managerId: idSchema,
  /** `D` or none. */
  location: z
    .enum(['D', ''])
    .transform((text) => (text === '' ? null : text))
    .nullable()
    .optional(),
  manualProcess: processSchema.optional(),
  assignedPredictiveProcess: processSchema.optional(),
  extension: extensionSchema.optional(),
});

/** A new manager. */
export const managerInputSchema = z.object({
  ...accountFields,
  /** Lenders it works for. */
  clientIds: z.array(idSchema).max(500).optional(),
});

/** A new account of any role: a lender's person names its client, a collector or field agent its manager. */
export const userDataInputSchema = z.object({
  ...accountFields,
  role: roleSchema,
  client: idSchema.nullable().optional(),
  managerId: idSchema.nullable().optional(),
});

/** What hangs on a person, shown before it is disabled or deleted. */
export const removalSchema = z.object({
  _id: idSchema,
  fullName: z.string(),
  role: roleSchema,
  loanCount: z.int(),
  dueAmount: rupeesSchema,
  /** Promises and callbacks still to come. */
  alertCount: z.int(),
  /** People whose manager it is. */
  teamCount: z.int(),
  /** Visits saved on its phones that are not here yet, as far as the phones said. */
  unsentCount: z.int(),
  /** What it took in and still has. */
  inHandAmount: rupeesSchema,
  /** Settlements that wait for it and, without it, for nobody of its lender who can log in. */
  waitingSettlements: z.int(),
  /** True: deleting asks for a successor. */
  needsSuccessor: z.boolean(),
  /** Who could take over. */
  successors: z.array(
    z.object({ _id: idSchema, fullName: z.string(), username: z.string(), loanCount: z.int() }),
  ),
  /** Why it can't be deleted at all, such as the last admin or oneself; null when it can. */
  refusal: z.string().nullable(),
});

/** What hangs on a person. */
export type Removal = z.infer<typeof removalSchema>;

/** The columns of a sheet of people, in any order, matched by heading without regard to case and spaces. */
export const BULK_PEOPLE_COLUMNS = [
  'role',
  'fullName',
  'username',
  'email',
  'phone',
  'password',
  'manager',
  'location',
  'manualProcess',
  'predictiveProcess',
] as const;

/** What became of a sheet of people. */
export const bulkPeopleAnswerSchema = z.object({
  isTrial: z.boolean(),
  rowCount: z.int(),
  createdCount: z.int(),
  failedCount: z.int(),
  rows: z.array(
    z.object({
      /** As a spreadsheet numbers it. */
      row: z.int(),
      role: z.string(),
      fullName: z.string(),
      username: z.string(),
      email: z.string(),
      /** The manager's name as the sheet has it. */
      manager: z.string(),
      /** A password made for a row without one, said once, when the person was made; null otherwise. */
      madePassword: z.string().nullable(),
      problems: z.array(z.object({ column: z.string(), reason: z.string() })),
    }),
  ),
});

/** What became of a sheet of people. */
export type BulkPeopleAnswer = z.infer<typeof bulkPeopleAnswerSchema>;
