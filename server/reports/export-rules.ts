import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import { seesMaskedPhones, sqlNumbersMasked, sqlTextFor } from '../loans/loan-rows-service.ts';

/** A number but for its last four digits. */
export const maskedNumber = (number: string): string =>
  number.replaceAll(/\d(?=(?:\D*\d){4})/g, 'X');

/** What is audited of a file's filters: what was searched for may be somebody's number. */
export function notedFilters(filters: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { search } = filters;
  return { ...filters, ...(typeof search === 'string' && { search: maskedNumber(search) }) };
}

/** A phone number of a loan `l`, as a reader sees it on screens. */
export const phoneFor = ({ role }: Pick<Actor, 'role'>, number: SQL): SQL =>
  seesMaskedPhones(role) ? sql`regexp_replace(${number}, '\\d(?=(\\D*\\d){4})', '•', 'g')` : number;

/** The same number in a file: masked too where its lender says so for this role. */
export function phoneForFile(reader: Pick<Actor, 'role'>, number: SQL): SQL {
  const { role } = reader;
  if (seesMaskedPhones(role)) return phoneFor(reader, number);
  return maskedWhereAsked(
    role,
    number,
    sql`regexp_replace(${number}, '\\d(?=(\\D*\\d){4})', 'X', 'g')`,
  );
}

/** What people wrote of a loan `l` in a file: the numbers in it are masked as its phone numbers are. */
export const noteForFile = ({ role }: Pick<Actor, 'role'>, note: SQL): SQL =>
  seesMaskedPhones(role)
    ? sqlTextFor(role, note)
    : maskedWhereAsked(role, note, sqlNumbersMasked(note, 'X'));

/** The second where the lender of a loan `l` wants numbers masked for a role, else the first. */
const maskedWhereAsked = (role: Actor['role'], value: SQL, masked: SQL): SQL =>
  sql`case when exists (select 1 from client_exports ce where ce.client_id = l.client_id
      and ${role} = any(ce.masked_roles))
    then ${masked} else ${value} end`;
