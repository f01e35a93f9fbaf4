import type { ContactFacts } from '../../contract/contact-rules.ts';
import { PROFILE_LIMITS } from '../../contract/contact-policy.ts';
import type { PolicyProfile } from '../../contract/contact-policy.ts';

/** How often a borrower may be contacted. */
type Limits = Pick<ContactFacts, 'perDay' | 'perWeek' | 'daysAfterTalk' | 'messagesPerDay'>;

/** The limits of a policy: its profile's, or with OWN those that the lender chose. */
export function limitsOf(profile: PolicyProfile, own: Limits): Limits {
  return profile === 'OWN' ? own : PROFILE_LIMITS[profile];
}
