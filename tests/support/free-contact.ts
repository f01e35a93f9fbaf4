import type { ContactFacts } from '../../contract/contact-rules.ts';

/** A loan's facts without any rule but the hours of the day: what looks at the real clock widens them. */
export const FREE_CONTACT: ContactFacts = {
  isWorked: true,
  zone: 'Asia/Kolkata',
  from: '08:00',
  to: '19:00',
  closedWeekdays: [],
  festivalDays: [],
  perDay: null,
  perWeek: null,
  daysAfterTalk: 0,
  messagesPerDay: null,
  allowsThirdParties: false,
  holds: [],
  avoidTimes: [],
  numbers: [],
  attempts: [],
};
