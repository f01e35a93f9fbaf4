import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import { clientsVisibleTo } from '../access/scope.ts';
import { shownDateTime } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { seesMaskedPhones } from '../loans/loan-rows-service.ts';
import type { SheetCell } from '../spreadsheets/sheet-cell.ts';

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

/**
 * Condition on `c`: a lender whose loans agents and managers worked or had, though they are theirs no more. Their contacts and
 * money stay in their reports.
 */
function workedFor({ role, userId }: Actor): SQL {
  if (role !== 'MANAGER' && role !== 'COLLECTOR' && role !== 'FIELD_AGENT') return sql`false`;
  const isManager = role === 'MANAGER';
  const worked = isManager ? sql`d.manager_id = ${userId}` : sql`d.agent_id = ${userId}`;
  const had = isManager
    ? sql`a.assignee_id in (select p.id from users p where p.manager_id = ${userId})`
    : sql`a.assignee_id = ${userId}`;
  return sql`(exists (select 1 from dispositions d join loans l on l.id = d.loan_id where l.client_id = c.id and ${worked})
    or exists (select 1 from allocations a join loans l on l.id = a.loan_id where l.client_id = c.id and ${had}))`;
}

/**
 * The last rows of a file: the watermark of each lender that asks for one and whose loans may be in it, with who took the
 * file and when. `clientNames`: the lenders that it was narrowed to.
 */
export async function watermarkLines(
  db: Db,
  actor: Actor,
  zone: string,
  clientNames: readonly string[] = [],
): Promise<SheetCell[][]> {
  const names = clientNames.length === 0 ? null : clientNames;
  const { rows } = await db.execute<{ watermark: string }>(sql`
    select ce.watermark from client_exports ce join clients c on c.id = ce.client_id
    where ce.watermark is not null and (${clientsVisibleTo(actor)} or ${workedFor(actor)})
      and (${sql.param(names)}::text[] is null or c.name = any(${sql.param(names)}::text[]))
    order by c.name`);
  const { date, time } = shownDateTime(zone, new Date().toISOString());
  return rows.map(({ watermark }) => [`${watermark} · ${actor.fullName} · ${date} ${time}`]);
}
