import { z } from 'zod';
import { says } from './errors.ts';
import { trimmed } from './trimmed.ts';

/** A row's id: a UUID (version 7) made by whoever creates the row, the phone included. */
export const idSchema = z.uuid(says('not-an-id'));

/**
 * The revision that the caller saw: 409 STALE_REVISION when it is another one by now. Not given: whatever stands is replaced.
 */
export const seenRevisionSchema = z.int().min(0).optional();

/** An amount in whole rupees. Bounded so that sums stay exact in a double. */
export const rupeesSchema = z
  .int({
    // One that is too small or too large is told so.
    error: ({ code }) =>
      code === 'too_small' || code === 'too_big' ? undefined : says('not-whole-rupees').error,
  })
  .min(-1_000_000_000_000)
  .max(1_000_000_000_000);

/** An amount that somebody gives: whole rupees, none below 0. */
export const amountInputSchema = z
  .int(says('not-an-amount'))
  .min(0, says('not-an-amount'))
  .max(1_000_000_000_000, says('not-an-amount'));

/** A percentage that somebody gives: 0 to 100, at most two digits after the point. */
export const percentInputSchema = z
  .number(says('not-a-percentage'))
  .min(0, says('not-a-percentage'))
  .max(100, says('not-a-percentage'))
  .refine(
    (value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
    says('not-a-percentage'),
  );

/** Somebody to choose. */
export const choosableSchema = z.object({
  _id: idSchema,
  fullName: z.string(),
  /** Tells people of one name apart; null for a client's people. */
  username: z.string().nullable(),
});

/** What is due on a loan, and beside it what agents collected that no payment confirms yet; absent from older servers. */
export const dueFields = {
  Total_Due_Amount: rupeesSchema.nullable(),
  Unverified_Amount: rupeesSchema.optional(),
};

/** What rounding amounts with paise to whole rupees came to: how many, and by how many paise more (less: below 0) in all. */
export const roundingSchema = z.object({ cells: z.int(), paise: z.int() });

/** A calendar day in the business time zone as it leaves the server: `YYYY-MM-DD`. */
export const daySchema = z.iso.date({ ...says('not-a-day'), abort: true });

/** An instant: ISO 8601 in UTC. */
export const instantSchema = z.iso.datetime({ offset: true });

/** PostgreSQL knows no year 0, and nothing in the trade is as old as this. */
const EARLIEST_DAY = '1900-01-01';

/**
 * A day as it may arrive: `DD-MM-YYYY` (spec 9) or `YYYY-MM-DD`; an ISO instant is cut to its date.
 * Parses to `YYYY-MM-DD`.
 */
export const dayInputSchema = z
  .string()
  .trim()
  .transform((text) => {
    const indian = /^(\d{2})-(\d{2})-(\d{4})$/.exec(text);
    if (indian) return `${indian[3]}-${indian[2]}-${indian[1]}`;
    return /^.{10}[T ]\d{2}:\d{2}[\d:.+\-Z ]*$/.test(text) ? text.slice(0, 10) : text;
  })
  .pipe(daySchema)
  .refine((day) => day >= EARLIEST_DAY, says('too-long-ago'));

/** Nothing is planned further ahead, or asked for. */
export const LATEST_DAY = '2199-12-31';

/** A month as it may arrive: `YYYY-MM`, `MM-YYYY`, or a day in it. Parses to a day of it, `YYYY-MM-DD`. */
export const monthInputSchema = z
  .string()
  .trim()
  .transform((text, context) => {
    const [, month, year] = /^(\d{2})-(\d{4})$/.exec(text) ?? [];
    const named = year === undefined ? text : `${year}-${month}`;
    const day = dayInputSchema.safeParse(/^\d{4}-\d{2}$/.test(named) ? `${named}-01` : text);
    if (day.success && day.data <= LATEST_DAY) return day.data;
    context.addIssue({ code: 'custom', message: says('not-a-month').error });
    return z.NEVER;
  });

/** A time of day as it may arrive: `hh:mm A` (spec 9) or `HH:mm`. Parses to `HH:mm`. */
export const timeInputSchema = z
  .string()
  .trim()
  .transform((text, context) => {
    const match = /^(\d{1,2}):(\d{2})(?::\d{2})?\s*([AaPp][Mm])?$/.exec(text);
    const half = match?.[3]?.toUpperCase();
    let hour = Number(match?.[1]);
    if (half === 'PM' && hour < 12) hour += 12;
    if (half === 'AM' && hour === 12) hour = 0;
    if (!match || hour > 23 || Number(match[2]) > 59) {
      context.addIssue({ code: 'custom', message: says('not-a-time').error });
      return z.NEVER;
    }
    return `${String(hour).padStart(2, '0')}:${match[2]}`;
  });

const hasMinutes = /^(\d{2}):(\d{2})/;

/** A day as the calls of contacts send it (spec 9): `DD-MM-YYYY`. Clients parse it to `YYYY-MM-DD`. */
export const wireDaySchema = dayInputSchema.pipe(z.string());

/** A time of day in the same way: `hh:mm A`. Clients parse it to `HH:mm`. */
export const wireTimeSchema = timeInputSchema.pipe(z.string());

/** `YYYY-MM-DD` as the wire has it. */
export const wireDay = (day: string): string => day.split('-').toReversed().join('-');

/** `HH:mm` as the wire has it. */
export function wireTime(time: string): string {
  const [, hour = '', minute = ''] = hasMinutes.exec(time) ?? [];
  const half = Number(hour) < 12 ? 'AM' : 'PM';
  return `${String(Number(hour) % 12 || 12).padStart(2, '0')}:${minute} ${half}`;
}

/** A text that a person typed: trimmed of what nobody sees, bounded, no NUL (PostgreSQL refuses it). */
export const textSchema = (max: number) =>
  z
    .string()
    .overwrite(trimmed)
    .max(max)
    .refine((text) => !text.includes('\u0000'), says('unreadable'));

/** Where an e-mail address is typed, before it is one. */
export const emailTextSchema = textSchema(254);

/** One e-mail address. */
export const emailSchema = emailTextSchema.pipe(z.email(says('not-an-email')));

/** A number in a query string: `"3"` parses to 3. */
export const queryIntSchema = (min: number, max: number) =>
  z.coerce.number().pipe(z.int().min(min).max(max));

/**
 * A query list: repeated (`bucket=1&bucket=2`), or one text with commas. What is repeated is taken as it is: a value that has a
 * comma itself ("Pune, Camp") is sent twice where it is the only one. Empty items are dropped.
 */
export const queryListSchema = z
  .union([z.string().transform((text) => text.split(',')), z.array(z.string())])
  .transform((given) => [
    ...new Set(given.map((text) => text.trim()).filter((text) => text !== '')),
  ])
  .pipe(z.array(z.string().max(200)).max(200));

/** A query list of codes, which are stored in capitals: addresses are typed in any letter case. */
export const queryCodesSchema = queryListSchema.transform((given) => [
  ...new Set(given.map((code) => code.toUpperCase())),
]);

/** A query list of ids. */
export const queryIdsSchema = queryListSchema.pipe(z.array(idSchema));
