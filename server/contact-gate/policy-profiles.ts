import { sql } from 'drizzle-orm';
import type { ContactFacts } from '../../contract/contact-rules.ts';
import { PROFILE_LIMITS, REG_F_HOURS } from '../../contract/contact-policy.ts';
import type { PolicyProfile } from '../../contract/contact-policy.ts';

/** A lender's policy as it stands in the database: `c` is its client, `p` its policy, which may be missing. */
export interface PolicyRow extends Record<string, unknown> {
  profile: PolicyProfile;
  contact_from: string;
  contact_to: string;
  own_from: string | null;
  own_to: string | null;
  per_day: number | null;
  per_week: number | null;
  days_after_talk: number;
  messages_per_day: number | null;
  closed_weekdays: number[];
  festival_days: string[];
  allows_third_parties: boolean;
  holds_on_dispute: boolean;
}

/** The columns of a PolicyRow. */
export const policyColumns = sql`coalesce(p.profile, 'INDIA') as profile, c.contact_from::text, c.contact_to::text,
  p.own_from::text, p.own_to::text, p.per_day, p.per_week, coalesce(p.days_after_talk, 0) as days_after_talk,
  p.messages_per_day, coalesce(to_jsonb(p.closed_weekdays), '[]') as closed_weekdays,
  coalesce(to_jsonb(p.festival_days), '[]') as festival_days,
  coalesce(p.allows_third_parties, false) as allows_third_parties, coalesce(p.holds_on_dispute, true) as holds_on_dispute`;

/** What counts of a policy: the profile's hours and limits, or with OWN the lender's. */
export function effectivePolicy(
  row: PolicyRow,
): Pick<
  ContactFacts,
  | 'from'
  | 'to'
  | 'perDay'
  | 'perWeek'
  | 'daysAfterTalk'
  | 'messagesPerDay'
  | 'closedWeekdays'
  | 'festivalDays'
  | 'allowsThirdParties'
> {
  const rest = {
    closedWeekdays: row.closed_weekdays,
    festivalDays: row.festival_days,
    allowsThirdParties: row.allows_third_parties,
  };
  if (row.profile === 'OWN')
    return {
      from: (row.own_from ?? row.contact_from).slice(0, 5),
      to: (row.own_to ?? row.contact_to).slice(0, 5),
      perDay: row.per_day,
      perWeek: row.per_week,
      daysAfterTalk: row.days_after_talk,
      messagesPerDay: row.messages_per_day,
      ...rest,
    };
  if (row.profile === 'REG_F') return { ...REG_F_HOURS, ...PROFILE_LIMITS.REG_F, ...rest };
  const hours = { from: row.contact_from.slice(0, 5), to: row.contact_to.slice(0, 5) };
  return { ...hours, ...PROFILE_LIMITS.INDIA, ...rest };
}
