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
import { allOf, contains, listPage } from '../database/list-page.ts';
import { againstRules, notFound } from '../errors.ts';

type ListCall = typeof contactGateCalls.listContactBreaches;
type Query = CallRequest<ListCall>['query'];

interface BreachRow extends ContactBreach, Record<string, unknown> {}

const toBreach = (row: BreachRow): ContactBreach => ({
  ...row,
  at: isoInstant(row.at),
  reviewedAt: isoInstantOrNull(row.reviewedAt),
});

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
  const { search, decision, reason, isReviewed, ...page } = query;
  return listPage(db, page, {
    columns: sql`a.id as "_id", l.id as "loanId", l.loan_number as "Loan_ID", l.customer_name as "Customer_Name",
      c.name as "Client_Name", a.channel, u.full_name as "agentName", a.at, a.decision, a.reason,
      a.override_reason as "overrideReason", o.full_name as "overrideBy", a.is_replay as "isReplay",
      w.full_name as "reviewedBy", r.reviewed_at as "reviewedAt", r.note as "reviewNote"`,
    from: sql`contact_attempts a join loans l on l.id = a.loan_id join clients c on c.id = l.client_id
      left join users u on u.id = a.agent_id left join users o on o.id = a.override_by
      left join contact_reviews r on r.attempt_id = a.id left join users w on w.id = r.reviewed_by`,
    where: allOf([
      sql`a.decision in ('BREACH', 'OVERRIDDEN')`,
      loansInReachOf(actor),
      search && contains(search, sql`l.loan_number`, sql`l.customer_name`, sql`u.full_name`),
      decision?.length && sql`a.decision = any(${sql.param(decision)}::text[])`,
      reason?.length && sql`a.reason = any(${sql.param(reason)}::text[])`,
      within(query, businessTz),
      isReviewed && sql`(r.attempt_id is not null) = ${isReviewed === 'true'}`,
    ]),
    order: sql`a.at desc, a.id desc`,
    row: toBreach,
  });
}

/**
 * Notes that the actor looked at a breach; a later look takes the place of an earlier one. Throws 404, and 422 OWN_BREACH
 * for a contact that the actor made or allowed.
 */
export async function reviewBreach(
  { tx, audit }: Command,
  actor: Actor,
  id: string,
  note: string | undefined,
): Promise<{ _id: string }> {
  const { rows } = await tx.execute<{ loan_id: string; is_own: boolean }>(sql`
    select a.loan_id, ${actor.userId}::uuid in (a.agent_id, a.override_by) is true as is_own from contact_attempts a join loans l on l.id = a.loan_id
    where a.id = ${id} and a.decision in ('BREACH', 'OVERRIDDEN') and ${loansInReachOf(actor)}`);
  const [found] = rows;
  if (!found) throw notFound('This contact');
  if (found.is_own)
    throw againstRules(
      'OWN_BREACH',
      'A contact that you made or allowed is looked at by somebody else.',
    );
  await tx.execute(sql`insert into contact_reviews (attempt_id, note, reviewed_by) values (${id}, ${note ?? null},
      ${actor.userId})
    on conflict (attempt_id) do update set note = excluded.note, reviewed_by = excluded.reviewed_by, reviewed_at = now()`);
  const details = { loanId: found.loan_id };
  audit({ action: 'contact.review-breach', entity: 'contact', entityId: id, details });
  return { _id: id };
}
