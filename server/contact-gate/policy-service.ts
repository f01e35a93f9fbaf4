import { sql } from 'drizzle-orm';
import { fieldProblem } from '../../contract/errors.ts';
import type { CallRequest } from '../../contract/call.ts';
import { INDIA_HOURS, PROFILE_LIMITS } from '../../contract/contact-policy.ts';
import type { ContactPolicy, contactPolicyCalls } from '../../contract/contact-policy.ts';
import { isTimeZone } from '../../contract/zone-time.ts';
import type { Actor } from '../access/actor.ts';
import { clientsVisibleTo } from '../access/scope.ts';
import { staleRecord } from '../audit/stale-record.ts';
import { isoInstantOrNull } from '../clock.ts';
import type { Command } from '../command.ts';
import type { Db } from '../database/connection.ts';
import { badInput, notFound } from '../errors.ts';
import { effectivePolicy, policyColumns } from './policy-profiles.ts';
import type { PolicyRow } from './policy-profiles.ts';

type NewPolicy = CallRequest<typeof contactPolicyCalls.saveContactPolicy>['body'];

interface ListedRow extends PolicyRow {
  id: string;
  name: string;
  time_zone: string | null;
  revision: number;
  updated_at: string | null;
}

const toPolicy = (row: ListedRow): ContactPolicy => ({
  clientId: row.id,
  Client_Name: row.name,
  profile: row.profile,
  ...effectivePolicy(row),
  holdsOnDispute: row.holds_on_dispute,
  timeZone: row.time_zone,
  revision: row.revision,
  updatedAt: isoInstantOrNull(row.updated_at),
});

/** The contact policies of the lenders in the actor's reach, by name; only this lender's when it is given. */
export async function listPolicies(
  db: Db,
  actor: Actor,
  clientId: string | null = null,
): Promise<ContactPolicy[]> {
  const { rows } = await db.execute<ListedRow>(sql`
    select c.id, c.name, ${policyColumns}, p.time_zone, coalesce(p.revision, 0) as revision, p.updated_at
    from clients c left join contact_policies p on p.client_id = c.id
    where ${clientsVisibleTo(actor)} and ${clientId === null ? sql`true` : sql`c.id = ${clientId}`}
    order by lower(c.name), c.id limit 2000`);
  return rows.map(toPolicy);
}

/** Saves a lender's contact policy with its hours. Throws 404, 409 when it was changed meanwhile, 400. */
export async function savePolicy(
  { tx, audit }: Command,
  actor: Actor,
  clientId: string,
  given: NewPolicy,
): Promise<ContactPolicy> {
  if (given.timeZone !== null && !isTimeZone(given.timeZone))
    throw badInput('Choose a time zone such as Asia/Kolkata.', [
      fieldProblem('timeZone', 'time-zone'),
    ]);
  const visible = await tx.execute(sql`select c.id from clients c where c.id = ${clientId}
    and ${clientsVisibleTo(actor)} for update`);
  if (visible.rows.length === 0) throw notFound('This client');
  const before = await tx.execute<{ revision: number }>(
    sql`select revision from contact_policies where client_id = ${clientId}`,
  );
  const stands = before.rows[0]?.revision ?? 0;
  if (stands !== given.revision)
    throw await staleRecord(tx, { kind: 'policy', id: clientId }, { revision: stands });
  const isOwn = given.profile === 'OWN';
  const limits = isOwn ? given : PROFILE_LIMITS[given.profile === 'REG_F' ? 'REG_F' : 'INDIA'];
  const hours = isOwn ? given : INDIA_HOURS;
  if (given.profile === 'INDIA')
    await tx.execute(sql`update clients set contact_from = ${given.from}, contact_to = ${given.to} where id = ${clientId}
      and (contact_from, contact_to) is distinct from (${given.from}::time, ${given.to}::time)`);
  await tx.execute(sql`
    insert into contact_policies (client_id, profile, own_from, own_to, per_day, per_week, days_after_talk,
      messages_per_day, time_zone,
      closed_weekdays, festival_days, allows_third_parties, holds_on_dispute, updated_by)
    values (${clientId}, ${given.profile}, ${hours.from}, ${hours.to}, ${limits.perDay}, ${limits.perWeek},
      ${limits.daysAfterTalk}, ${limits.messagesPerDay}, ${given.timeZone},
      ${sql.param([...new Set(given.closedWeekdays)])}::int[], ${sql.param([...new Set(given.festivalDays)])}::date[],
      ${given.allowsThirdParties}, ${given.holdsOnDispute}, ${actor.userId})
    on conflict (client_id) do update set profile = excluded.profile, own_from = excluded.own_from,
      own_to = excluded.own_to, per_day = excluded.per_day,
      per_week = excluded.per_week, days_after_talk = excluded.days_after_talk,
      messages_per_day = excluded.messages_per_day, time_zone = excluded.time_zone,
      closed_weekdays = excluded.closed_weekdays, festival_days = excluded.festival_days,
      allows_third_parties = excluded.allows_third_parties, holds_on_dispute = excluded.holds_on_dispute,
      updated_by = excluded.updated_by, updated_at = now(), revision = contact_policies.revision + 1`);
  const [saved] = await listPolicies(tx, actor, clientId);
  if (!saved) throw notFound('This client');
  audit({ action: 'contact.policy', entity: 'client', entityId: clientId, details: { ...saved } });
  return saved;
}
