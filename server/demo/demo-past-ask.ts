import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';

/** What the statements of the past need of the present. */
export interface PastAsk {
  readonly zone: string;
  /** The business day on which the demo is made. */
  readonly today: string;
  readonly adminId: string;
}

/** How many days the demo's past reaches back. */
export const PAST_DAYS = 330;

/** A number from 0 up to 1 that is the same for the same key and salt in every demo. */
export const lot = (key: SQL, salt: SQL): SQL =>
  sql`((hashtext(${key} || ${salt})::bigint & 65535) / 65536.0)`;

/** A time of a day as an instant. */
export const instantAt = (day: SQL, time: SQL, zone: string): SQL =>
  sql`(((${day})::date + (${time})::time) at time zone ${zone})`;

/** Days past due with which a loan came to the agency. */
export const cameWith = (key: SQL): SQL => sql`(1 + floor(${lot(key, sql`'first'`)} * 20))::int`;

/** How many instalments the borrower of a present loan paid since it came: more of those who pay readily. */
export const instalmentsPaid = (key: SQL): SQL =>
  sql`floor(${lot(key, sql`'good'`)} * ${lot(key, sql`'kept'`)} * 7)::int`;
