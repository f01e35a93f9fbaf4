import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import { clientsVisibleTo } from '../access/scope.ts';
import { shownDateTime } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import type { SheetCell } from '../spreadsheets/sheet-cell.ts';

/**
 * Condition on `c`: a lender whose loans agents and managers worked or had, though they are theirs no more. Their contacts and
 * money stay in their reports.
 */
function workedFor({ role, userId }: Actor): SQL {
  if (role !== 'MANAGER' && role !== 'COLLECTOR' && role !== 'FIELD_AGENT') return sql`false`;
  const isManager = role === 'MANAGER';
  const worked = isManager ? sql`d.manager_id = ${userId}` : sql`d.agent_id = ${userId}`;
  const had = isManager
    ? sql`a.assignee_id in (select led.user_id from team_spans led where led.manager_id = ${userId})`
    : sql`a.assignee_id = ${userId}`;
  return sql`(exists (select 1 from dispositions d join loans l on l.id = d.loan_id where l.client_id = c.id and ${worked})
    or exists (select 1 from allocations a join loans l on l.id = a.loan_id where l.client_id = c.id and ${had}))`;
}

/**
 * The last rows of a file: the watermark of each lender that asks for one and whose loans may be in it, with who took the
 * file and when. `lenders`: those that it was narrowed to, by their names or ids.
 */
export async function watermarkLines(
  db: Db,
  actor: Actor,
  zone: string,
  lenders: readonly string[] = [],
): Promise<SheetCell[][]> {
  const named = lenders.length === 0 ? null : sql.param(lenders);
  const { rows } = await db.execute<{ watermark: string }>(sql`
    select ce.watermark from client_exports ce join clients c on c.id = ce.client_id
    where ce.watermark is not null and (${clientsVisibleTo(actor)} or ${workedFor(actor)})
      and (${named}::text[] is null or c.name = any(${named}::text[]) or c.id::text = any(${named}::text[]))
    order by c.name`);
  const { date, time } = shownDateTime(zone, new Date().toISOString());
  return rows.map(({ watermark }) => [`${watermark} · ${actor.fullName} · ${date} ${time}`]);
}
