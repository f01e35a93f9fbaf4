import { z } from 'zod';
import { plainSigns } from './amount-text.ts';
import { daySchema, idSchema, instantSchema } from './values.ts';

/** How a borrower is contacted; DIALER is a call that the pacing engine places. */
export const CONTACT_CHANNELS = ['CALL', 'DIALER', 'SMS', 'WHATSAPP', 'VISIT'] as const;

/** How a borrower is contacted. */
export type ContactChannel = (typeof CONTACT_CHANNELS)[number];

/** Why a borrower is left alone until somebody ends it, or its day comes. */
export const HOLD_KINDS = ['DO_NOT_CALL', 'DISPUTE', 'HARDSHIP', 'BEREAVEMENT', 'LEGAL'] as const;

/** Why a contact is not allowed; of several that hold, the first of this list is given. */
export const GATE_REASONS = [
  'LOAN_CLOSED',
  'THIRD_PARTY',
  'NUMBER_BLOCKED',
  'WRONG_NUMBER',
  'IN_CALL',
  ...HOLD_KINDS,
  'SETTLEMENT',
  'AVOID_TIME',
  'FESTIVAL',
  'CLOSED_DAY',
  'HOURS',
  'AFTER_TALK',
  'WEEK_LIMIT',
  'DAY_LIMIT',
  'MESSAGE_LIMIT',
] as const;

/** Why a contact is not allowed. */
export type GateReason = (typeof GATE_REASONS)[number];

/** Nobody can grant these: a loan that is over, people who owe nothing, a number that is not to be reached until it is given back, somebody who is being spoken to. */
const NEVER: ReadonlySet<GateReason> = new Set([
  'LOAN_CLOSED',
  'THIRD_PARTY',
  'NUMBER_BLOCKED',
  'WRONG_NUMBER',
  'IN_CALL',
]);

/** Whether a manager may allow a contact that this rule forbids. */
export const isOverridable = (reason: GateReason): boolean => !NEVER.has(reason);

const wallClockSchema = z.string();

/**
 * All that the rules look at, of one loan. It travels to the phone with the loan, so that both sides decide alike.
 * Times of day are `HH:mm` (`24:00` is the day's end) and days `YYYY-MM-DD`, by the clock of `zone`; 0 is Sunday.
 */
export const contactFactsSchema = z.object({
  /** Only an active loan is worked. */
  isWorked: z.boolean(),
  /** The borrower's time zone, an IANA name. */
  zone: z.string(),
  from: wallClockSchema,
  to: wallClockSchema,
  closedWeekdays: z.array(z.int()),
  festivalDays: z.array(daySchema),
  /** While a settlement is being paid: the day on which its next money is due. Absent from older servers. */
  agreedDay: daySchema.nullable().optional(),
  /** Calls and visits together; null: no limit. */
  perDay: z.int().nullable(),
  /** In any seven days that follow each other. */
  perWeek: z.int().nullable(),
  /** Days without call or visit after a talk, that of the talk included. */
  daysAfterTalk: z.int(),
  messagesPerDay: z.int().nullable(),
  allowsThirdParties: z.boolean(),
  holds: z.array(
    z.object({
      kind: z.enum(HOLD_KINDS),
      channel: z.enum(CONTACT_CHANNELS).nullable(),
      from: instantSchema,
      /** The first instant at which it is over; null: nobody has said. */
      until: instantSchema.nullable(),
    }),
  ),
  avoidTimes: z.array(
    z.object({
      weekdays: z.array(z.int()),
      from: wallClockSchema,
      to: wallClockSchema,
      untilDay: daySchema.nullable(),
      since: instantSchema,
      endedAt: instantSchema.nullable(),
    }),
  ),
  /** Numbers nobody may reach, as ten digits. */
  numbers: z.array(
    z.object({
      number: z.string(),
      isWrong: z.boolean(),
      since: instantSchema,
      endedAt: instantSchema.nullable(),
    }),
  ),
  /** Contacts that count, of this loan and of its numbers, those of the last days that a rule looks back on. */
  attempts: z.array(
    z.object({
      id: idSchema,
      channel: z.enum(CONTACT_CHANNELS),
      number: z.string().nullable(),
      at: instantSchema,
      isTalk: z.boolean(),
      isOfLoan: z.boolean(),
    }),
  ),
});

/** All that the rules look at, of one loan. */
export type ContactFacts = z.infer<typeof contactFactsSchema>;

/** A contact that somebody wants to make, or made. */
export interface ContactQuestion {
  /** Its own earlier record does not count against it. */
  readonly attemptId?: string | undefined;
  readonly channel: ContactChannel;
  /** Ten digits; null: no number is used. */
  readonly number: string | null;
  readonly at: Date;
  readonly toThirdParty?: boolean;
  /** It was a talk: contacts already known of the days after it stand against it. */
  readonly isTalk?: boolean;
}

/** What the rules say of a contact. */
export interface ContactVerdict {
  readonly reason: GateReason | null;
  /** The first moment from which it would be allowed as things stand; null when it is allowed or nobody can tell. */
  readonly until: Date | null;
  /** Calls and visits counted against it (messages for a message): that day, and in the fullest seven days around it. */
  readonly today: number;
  readonly week: number;
}

/** A phone number as rules compare it: its last ten digits; null without any. */
export function comparableNumber(number: string | null | undefined): string | null {
  const digits = plainSigns(number ?? '').replace(/\D/g, '');
  return digits === '' ? null : digits.slice(-10);
}

/**
 * The digits of a phone number as far as it is typed, at most ten, without +91 or 0 before them: "+91 98765 4" gives 987654.
 * Null: the text is something else, or nothing of the number is typed yet.
 */
export function numberSoFar(text: string): string | null {
  const plain = plainSigns(text).trim();
  if (!/^[+\d\s().-]+$/.test(plain)) return null;
  const digits = plain
    .replace(/^(?:(?:\+|00)\s*91|91(?=[\s.-]))/, '')
    .replace(/\D/g, '')
    .replace(/^0+/, '');
  return digits === '' || digits.length > 14 ? null : digits.slice(-10);
}

/** The ten digits of a text that is a whole phone number, with +91, 0, blanks or dashes; null: it is something else. */
export function wholeNumber(text: string): string | null {
  const plain = plainSigns(text).trim();
  const digits = plain.replace(/\D/g, '');
  return /^[+\d\s().-]{10,}$/.test(plain) && /^\d{10,14}$/.test(digits) ? digits.slice(-10) : null;
}
