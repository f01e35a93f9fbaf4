import { z } from 'zod';
import { callsOf } from './call.ts';
import { says } from './errors.ts';
import { ADMINS } from './roles.ts';
import {
  dayInputSchema,
  daySchema,
  idSchema,
  instantSchema,
  textSchema,
  timeInputSchema,
} from './values.ts';

/** Ready policies: INDIA (RBI's hours, moderate numbers), REG_F (7 in 7 days, and 7 days after a talk), OWN. */
export const POLICY_PROFILES = ['INDIA', 'REG_F', 'OWN'] as const;

/** A ready policy, or the lender's own. */
export type PolicyProfile = (typeof POLICY_PROFILES)[number];

/** What the ready profiles allow. The RBI names hours but no numbers: those of INDIA are ours. */
export const PROFILE_LIMITS = {
  INDIA: { perDay: 3, perWeek: 15, daysAfterTalk: 0, messagesPerDay: 3 },
  REG_F: { perDay: null, perWeek: 7, daysAfterTalk: 7, messagesPerDay: 3 },
} as const satisfies Record<Exclude<PolicyProfile, 'OWN'>, object>;

/** Regulation F's hours, by the borrower's clock. */
export const REG_F_HOURS = { from: '08:00', to: '21:00' } as const;

/** The RBI's hours: a lender's contract may narrow them. */
export const INDIA_HOURS = { from: '08:00', to: '19:00' } as const;

const limit = (most: number) => z.int(says('not-whole')).min(1).max(most).nullable();

const limitFields = {
  /** Calls and visits; null: no limit. */
  perDay: limit(100),
  /** In any seven days that follow each other. */
  perWeek: limit(500),
  /** Days without call or visit after a talk, that of the talk included. */
  daysAfterTalk: z.int().min(0).max(30),
  messagesPerDay: limit(100),
};

/** 0 is Sunday; a form's choice is text. */
const weekdaySchema = z.coerce.number().pipe(z.int().min(0).max(6));

const policyFields = {
  profile: z.enum(POLICY_PROFILES),
  ...limitFields,
  closedWeekdays: z.array(weekdaySchema).max(7),
  allowsThirdParties: z.boolean(),
  holdsOnDispute: z.boolean(),
};

/** A lender's contact policy; `revision` 0: it has not been changed yet. */
const contactPolicySchema = z.object({
  clientId: idSchema,
  Client_Name: z.string(),
  /** `HH:mm` by the borrower's clock; `23:59` is the end of the day. */
  from: z.string(),
  to: z.string(),
  ...policyFields,
  festivalDays: z.array(daySchema),
  timeZone: z.string().nullable(),
  revision: z.int(),
  updatedAt: instantSchema.nullable(),
});

/** A lender's contact policy. */
export type ContactPolicy = z.infer<typeof contactPolicySchema>;

/** What is saved of a policy. Limits count with the profile OWN; hours with OWN and INDIA. */
export const contactPolicyInputSchema = z
  .object({
    revision: z.int(),
    from: timeInputSchema,
    to: timeInputSchema,
    ...policyFields,
    festivalDays: z.array(dayInputSchema).max(100),
    timeZone: textSchema(60)
      .nullable()
      .transform((zone) => zone || null),
  })
  .refine(({ from, to }) => from < to, {
    path: ['to'],
    ...says('end-before-start'),
  })
  .refine(
    ({ profile, from, to }) =>
      profile !== 'INDIA' || (from >= INDIA_HOURS.from && to <= INDIA_HOURS.to),
    { path: ['from'], ...says('contact-hours') },
  )
  .refine(({ closedWeekdays }) => new Set(closedWeekdays).size < 7, {
    path: ['closedWeekdays'],
    ...says('no-open-weekday'),
  });

const session = {
  roles: [...ADMINS, 'CLIENT_ADMIN'],
} as const;

/** When and how often a lender's borrowers may be contacted. All ours. */
export const contactPolicyCalls = callsOf('contact-rules', {
  listContactPolicies: {
    ...session,
    method: 'GET',
    path: '/contact-policies',
    summary: 'The contact policies of the lenders that the caller may see, by name.',
    answer: z.object({ data: z.array(contactPolicySchema) }),
  },
  saveContactPolicy: {
    ...session,
    isDoneOnce: true,
    method: 'PUT',
    path: '/contact-policies/:id',
    summary: 'Changes a lender’s contact policy; 409 when somebody else changed it meanwhile.',
    params: z.object({ id: idSchema }),
    body: contactPolicyInputSchema,
    answer: contactPolicySchema,
  },
});
