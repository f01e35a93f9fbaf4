import { z } from 'zod';
import { GATE_REASONS } from './contact-rules.ts';
import { instantSchema } from './values.ts';

export type { ContactChannel, GateReason } from './contact-rules.ts';

/** Ready policies: INDIA (RBI's hours, moderate numbers), REG_F (7 in 7 days, and 7 days after a talk), OWN. */
export const POLICY_PROFILES = ['INDIA', 'REG_F', 'OWN'] as const;

/** A ready policy, or the lender's own. */
export type PolicyProfile = (typeof POLICY_PROFILES)[number];

/** What the ready profiles allow. The RBI names hours but no numbers: these are ours. */
export const PROFILE_LIMITS = {
  INDIA: { perDay: 3, perWeek: 15, daysAfterTalk: 0, messagesPerDay: 3 },
  REG_F: { perDay: null, perWeek: 7, daysAfterTalk: 7, messagesPerDay: 3 },
} as const satisfies Record<Exclude<PolicyProfile, 'OWN'>, object>;

/** What the gate says: whether, why not, and from when it would be allowed. */
export const gateAnswerSchema = z.object({
  isAllowed: z.boolean(),
  reason: z.enum(GATE_REASONS).nullable(),
  until: instantSchema.nullable(),
});
