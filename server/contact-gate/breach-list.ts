import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import type { contactGateCalls } from '../../contract/contact-gate.ts';
import type { ContactBreach } from '../../contract/contact-record.ts';
import type { Actor } from '../access/actor.ts';
import { loansInReachOf } from '../access/scope.ts';
import { dayRange, isoInstant, isoInstantOrNull } from '../clock.ts';
import type { Command } from '../command.ts';
import type { Db } from '../database/connection.ts';
import { notFound } from '../errors.ts';

type ListCall = typeof contactGateCalls.listContactBreaches;
type Query = CallRequest<ListCall>['query'];

interface BreachRow extends ContactBreach, Record<string, unknown> {}

const toBreach = (row: BreachRow): ContactBreach => ({
  ...row,
  at: isoInstant(row.at),
  reviewedAt: isoInstantOrNull(row.reviewedAt),
});

const oneOf = (column: SQL, values: readonly string[] | undefined): SQL =>
  values === undefined || values.length === 0
    ? sql`true`
    : sql`${column} = any(${sql.param([...values])}::text[])`;

function matching(text: string | undefined): SQL {
  if (!text) return sql`true`;
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return sql`(l.loan_number ilike ${pattern} or l.customer_name ilike ${pattern} or u.full_name ilike ${pattern})`;
}

/** The day after it must still have four digits for its year. */
const LATEST_DAY = '9998-12-30';

function within({ startDate, endDate }: Query, businessTz: string): SQL {
  const from = startDate ?? '1900-01-01';
  const to = endDate === undefined || endDate > LATEST_DAY ? LATEST_DAY : endDate;
  const { start, end } = dayRange(businessTz, from, to);
  return sql`a.at >= ${start} and a.at < ${end}`;
}

/** Contacts against a rule of the loans in the actor's reach, the newest first. */
export async function listBreaches(
  db: Db,
  actor: Actor,
  query: Query,
  businessTz: string,
): Promise<CallAnswer<ListCall>> {
  const { page, pageSize, search, decision, reason, isReviewed } = query;
  const from = sql`from contact_attempts a join loans l on l.id = a.loan_id join clients c on c.id = l.client_id
      left join users u on u.id = a.agent_id left join users o on o.id = a.override_by
      left join contact_reviews r on r.attempt_id = a.id left join users w on w.id = r.reviewed_by
    where a.decision in ('BREACH', 'OVERRIDDEN') and ${loansInReachOf(actor)} and ${matching(search)}
      and ${oneOf(sql`a.decision`, decision)} and ${oneOf(sql`a.reason`, reason)} and ${within(query, businessTz)}
      and ${isReviewed === undefined ? sql`true` : sql`(r.attempt_id is not null) = ${isReviewed === 'true'}`}`;
  const counted = await db.execute<{ total: number }>(sql`select count(*)::int as total ${from}`);
  const { rows } = await db.execute<BreachRow>(sql`
    select a.id as "_id", l.id as "loanId", l.loan_number as "Loan_ID", l.customer_name as "Customer_Name",
      c.name as "Client_Name", a.channel, u.full_name as "agentName", a.at, a.decision, a.reason,
      a.override_reason as "overrideReason", o.full_name as "overrideBy", a.is_replay as "isReplay",
      w.full_name as "reviewedBy", r.reviewed_at as "reviewedAt", r.note as "reviewNote"
    ${from} order by a.at desc, a.id desc limit ${pageSize} offset ${(page - 1) * pageSize}`);
  const data = rows.map(toBreach);
  return { data, totalCount: counted.rows[0]?.total ?? 0, page, pageSize };
}

/** Notes that the actor looked at a breach; a later look takes the place of an earlier one. Throws 404. */
export async function reviewBreach(
  { tx, audit }: Command,
  actor: Actor,
  id: string,
  note: string | undefined,
): Promise<{ _id: string }> {
  const { rows } = await tx.execute<{ loan_id: string }>(sql`
    select a.loan_id from contact_attempts a join loans l on l.id = a.loan_id
    where a.id = ${id} and a.decision in ('BREACH', 'OVERRIDDEN') and ${loansInReachOf(actor)}`);
  const [found] = rows;
  if (!found) throw notFound('This contact');
  await tx.execute(sql`insert into contact_reviews (attempt_id, note, reviewed_by) values (${id}, ${note ?? null},
      ${actor.userId})
    on conflict (attempt_id) do update set note = excluded.note, reviewed_by = excluded.reviewed_by, reviewed_at = now()`);
  const details = { loanId: found.loan_id };
  audit({ action: 'contact.review-breach', entity: 'contact', entityId: id, details });
  return { _id: id };
}
