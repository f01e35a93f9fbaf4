import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Person } from '../../contract/person.ts';
import type { Role } from '../../contract/roles.ts';
import type { Actor } from '../access/actor.ts';
import { peopleOnceVisibleTo, peopleVisibleTo } from '../access/scope.ts';
import { isoInstant, isoInstantOrNull } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { notFound } from '../errors.ts';

interface PersonRow extends Person, Record<string, unknown> {}

/**
 * What a page's people hold, counted for these rows only. One arm per kind of work, so that each is read by its own
 * index; an arm that does not concern the person's role is not run at all.
 */
const stock = sql`left join lateral (
    select count(*) as loans, coalesce(sum(h.due), 0)::bigint as due from (
      select l.total_due_amount as due from loans l where u.role = 'COLLECTOR' and l.collector_id = u.id
      union all select l.total_due_amount from loans l where u.role = 'FIELD_AGENT' and l.field_agent_id = u.id
      union all select l.total_due_amount from loans l where u.role = 'MANAGER' and l.manager_id = u.id and l.status = 'ACTIVE') h) stock on true`;

const columns = sql`u.id as "_id", u.role, u.username, u.full_name as "fullName", u.email, u.phone,
  u.created_by as "createdBy", maker.full_name as "createdByName", u.manager_id as "managerId",
  boss.full_name as "managerName", u.client_id as client, c.name as "Client_Name",
  coalesce(lenders.ids, '{}') as "clientIds", coalesce(lenders.names, '{}') as "clientNames", u.location,
  u.manual_process as "manualProcess", u.predictive_process as "assignedPredictiveProcess",
  u.extension, u.no_bi_report as "noBiReport", u.disabled_at is null as "isActive", stock.loans as "loanCount",
  stock.due as "dueAmount", coalesce(team.size, 0) as "teamCount", seen.at as "lastSeenAt",
  u.created_at as "createdAt", u.revision`;

const joins = sql`left join users maker on maker.id = u.created_by
  left join users boss on boss.id = u.manager_id
  left join clients c on c.id = u.client_id
  left join lateral (select array_agg(k.id order by k.name) as ids, array_agg(k.name order by k.name) as names
    from manager_clients mc join clients k on k.id = mc.client_id
    where u.role = 'MANAGER' and mc.manager_id = u.id) lenders on true
  left join lateral (select count(*) as size from users t
    where u.role = 'MANAGER' and t.manager_id = u.id and t.deleted_at is null) team on true
  left join lateral (select max(s.last_seen_at) as at from sessions s where s.user_id = u.id) seen on true
  ${stock}`;

function toPerson(row: PersonRow): Person {
  return {
    ...row,
    lastSeenAt: isoInstantOrNull(row.lastSeenAt),
    createdAt: isoInstant(row.createdAt),
  };
}

const isOfRole = (roles: readonly Role[]): SQL =>
  roles.length === 0 ? sql`true` : sql`u.role = any(${sql.param(roles)}::text[])`;

/** Condition on `u`: a person of one of the roles (any when none is named) whom the actor may see or once led, a deleted one too; itself always. */
export const wasPersonFor = (actor: Actor, roles: readonly Role[]): SQL =>
  sql`(${isOfRole(roles)} and (u.id = ${actor.userId} or ${peopleOnceVisibleTo(actor)}))`;

/** Condition on `u`: such a person who is still there and whom the actor may see now. */
export const isPersonFor = (actor: Actor, roles: readonly Role[]): SQL =>
  sql`(u.deleted_at is null and ${isOfRole(roles)} and (u.id = ${actor.userId} or ${peopleVisibleTo(actor)}))`;

/** People in an order: `chosen` gives their `id` and `place`. */
export async function readPeople(db: Db, chosen: SQL): Promise<Person[]> {
  const result = await db.execute<PersonRow>(sql`
    select ${columns} from (${chosen}) chosen join users u on u.id = chosen.id ${joins} order by chosen.place`);
  return result.rows.map(toPerson);
}

/** One person of one of the roles (any when none is named). Throws 404 when it is not there for the actor. */
export async function readPerson(
  db: Db,
  actor: Actor,
  id: string,
  roles: readonly Role[] = [],
): Promise<Person> {
  const [person] = await readPeople(
    db,
    sql`select u.id, 1 as place from users u where u.id = ${id} and ${isPersonFor(actor, roles)}`,
  );
  if (!person) throw notFound('This person');
  return person;
}
