import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import { clientsVisibleTo, peopleVisibleTo } from '../access/scope.ts';
import type { Db } from '../database/connection.ts';
import { notFound } from '../errors.ts';
import { monthsLeader } from './target-service.ts';
import type { NewTarget } from './target-service.ts';

const isOfActor = (actor: Actor, isOfTeam: SQL): SQL => {
  if (isAdmin(actor)) return sql`true`;
  if (actor.clientId !== null) return sql`t.client_id = ${actor.clientId}`;
  if (actor.role === 'MANAGER') return isOfTeam;
  return sql`t.owner_id = ${actor.userId}`;
};

/** Condition on `t` (targets): those that the actor sees. A client's people have their client's, a manager its team's of that month. */
export const targetsVisibleTo = (actor: Actor, zone: string): SQL =>
  isOfActor(
    actor,
    sql`(t.owner_id = ${actor.userId}
      or ${monthsLeader(sql`t.owner_id`, sql`t.month`, zone)} = ${actor.userId})`,
  );

/** Condition on `t`: those that the actor may change. A manager's own is set by those above, its people's by who leads them now. */
export const targetsChangedBy = (actor: Actor): SQL =>
  isOfActor(actor, sql`t.owner_id in (select id from users where manager_id = ${actor.userId})`);

/** Condition on `u` (users): whose targets the actor sets. */
export function ownersSetBy(actor: Actor): SQL {
  const mine =
    actor.role === 'MANAGER' ? sql`u.manager_id = ${actor.userId}` : peopleVisibleTo(actor);
  return sql`(u.deleted_at is null and u.role in ('COLLECTOR', 'FIELD_AGENT', 'MANAGER') and ${mine})`;
}

/** Whether each target of the actor's is some person's: a manager sets its team's alone. */
export const needsOwner = (actor: Actor): boolean => actor.role === 'MANAGER';

/** Throws 404 when a target is about somebody or a client that the actor sets no targets for. */
export async function refuseForeignTargets(
  db: Db,
  actor: Actor,
  targets: readonly NewTarget[],
): Promise<void> {
  const owners = [...new Set(targets.flatMap(({ ownerId }) => ownerId ?? []))];
  const lenders = [...new Set(targets.flatMap(({ clientId }) => clientId ?? []))];
  const { rows } = await db.execute<{ people: number; clients: number }>(sql`select
    (select count(*)::int from users u where u.id = any(${sql.param(owners)}::uuid[])
      and ${ownersSetBy(actor)}) as people,
    (select count(*)::int from clients c where c.id = any(${sql.param(lenders)}::uuid[])
      and ${clientsVisibleTo(actor)}) as clients`);
  if (rows[0]?.people !== owners.length) throw notFound('This person');
  if (rows[0].clients !== lenders.length) throw notFound('This client');
  if (needsOwner(actor) && targets.some(({ ownerId }) => ownerId === null))
    throw notFound('This person');
}
