import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import { seesMaskedPhones } from '../loans/loan-rows-service.ts';

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
  return sql`case when exists (select 1 from client_exports ce where ce.client_id = l.client_id
      and ${role} = any(ce.masked_roles))
    then regexp_replace(${number}, '\\d(?=(\\D*\\d){4})', 'X', 'g') else ${number} end`;
}
