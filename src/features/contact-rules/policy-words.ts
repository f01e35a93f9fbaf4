import type { TFunction } from 'i18next';
import type { ContactPolicy } from '../../../contract/contact-policy.ts';
import { formatClock } from '../../lib/dates.ts';

/** Days of the week, Monday first. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0] as const;

/** A weekday's name; 0 is Sunday. */
export function weekdayWords(t: TFunction, day: number): string {
  const known = WEEKDAYS.find((each) => each === day) ?? 0;
  return t(`borrower.weekday.d${known === 0 ? 7 : known}`);
}

const ALL_DAY = { from: '00:00', to: '23:59' };

/** A policy in plain sentences. */
export function policyWords(t: TFunction, policy: ContactPolicy): string[] {
  const { from, to, perDay, perWeek, daysAfterTalk, messagesPerDay } = policy;
  const isAllDay = from === ALL_DAY.from && to === ALL_DAY.to;
  const zone = policy.timeZone ?? t('contactRules.agencyZone');
  const hours = { from: formatClock(from), to: formatClock(to), zone };
  const days = policy.closedWeekdays.map((day) => weekdayWords(t, day)).join(', ');
  const festivals = policy.festivalDays.length;
  return [
    isAllDay ? t('contactRules.sayAnyHour') : t('contactRules.sayHours', hours),
    perDay === null ? '' : t('contactRules.sayPerDay', { count: perDay }),
    perWeek === null ? '' : t('contactRules.sayPerWeek', { count: perWeek }),
    perDay === null && perWeek === null ? t('contactRules.sayNoLimit') : '',
    daysAfterTalk === 0 ? '' : t('contactRules.sayAfterTalk', { count: daysAfterTalk }),
    messagesPerDay === null ? '' : t('contactRules.sayMessages', { count: messagesPerDay }),
    days === '' ? '' : t('contactRules.sayClosed', { days }),
    festivals === 0 ? '' : t('contactRules.sayFestivals', { count: festivals }),
    t(
      policy.allowsThirdParties ? 'contactRules.sayThirdParties' : 'contactRules.sayNoThirdParties',
    ),
    policy.holdsOnDispute ? t('contactRules.sayDispute') : '',
  ].filter((sentence) => sentence !== '');
}
