import { sql } from 'drizzle-orm';
import { refusalSentence } from '../../contract/refusal-words.ts';
import type { Role } from '../../contract/roles.ts';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import { staleRecord } from '../audit/stale-record.ts';
import type { Db } from '../database/connection.ts';
import { holdLock } from '../database/locks.ts';
import { conflict, notAllowed, notFound } from '../errors.ts';
import { isPersonFor } from './person-rows.ts';

/** An account as it stands, locked until the transaction's end. */
export interface LockedPerson extends Record<string, unknown> {
  readonly id: string;
  readonly role: Role;
  readonly username: string;
  readonly email: string;
  readonly fullName: string;
  readonly phone: string | null;
  readonly managerId: string | null;
  readonly clientId: string | null;
  readonly location: string | null;
  readonly noBiReport: number | null;
  readonly manualProcess: string | null;
  readonly predictiveProcess: string | null;
  readonly extension: string | null;
  readonly createdBy: string | null;
  readonly isActive: boolean;
  readonly revision: number;
  readonly updatedAt: string;
}

/**
 * Locks people, always in the same order, as far as the actor may see them. Sessions and work of theirs are not held up.
 */
export async function lockPeople(
  tx: Db,
  actor: Actor,
  ids: readonly string[],
  roles: readonly Role[] = [],
): Promise<LockedPerson[]> {
  const result = await tx.execute<LockedPerson>(sql`
    select u.id, u.role, u.username, u.email, u.full_name as "fullName", u.phone, u.manager_id as "managerId",
      u.client_id as "clientId", u.location, u.no_bi_report as "noBiReport", u.manual_process as "manualProcess",
      u.predictive_process as "predictiveProcess", u.extension, u.created_by as "createdBy",
      u.disabled_at is null as "isActive", u.revision, u.updated_at as "updatedAt"
    from users u where u.id = any(${sql.param(ids)}::uuid[]) and ${isPersonFor(actor, roles)}
    order by u.id for no key update of u`);
  return result.rows;
}

/** Locks one person. Throws 404 when it is not there for the actor, 403 for a super admin when the actor is none. */
export async function lockPerson(
  tx: Db,
  actor: Actor,
  id: string,
  roles: readonly Role[] = [],
): Promise<LockedPerson> {
  const [person] = await lockPeople(tx, actor, [id], roles);
  if (!person) throw notFound('This person');
  refuseAbove(actor, person.role);
  return person;
}

/** Throws 403 when the role is above the actor's own: nobody gives or changes more than it has. */
export function refuseAbove(actor: Actor, role: Role): void {
  if (role === 'SUPER_ADMIN' && actor.role !== 'SUPER_ADMIN')
    throw notAllowed('Only a super admin may change a super admin.', 'ROLE_ABOVE');
  if (role === 'ADMIN' && !isAdmin(actor))
    throw notAllowed('Only an admin may change an admin.', 'ROLE_ABOVE');
}

/** Why an account may not be disabled, deleted or given another role; null when it may. */
export async function refusalOf(
  db: Db,
  actor: Actor,
  person: Pick<LockedPerson, 'id' | 'role'>,
): Promise<string | null> {
  if (person.id === actor.userId) return refusalSentence('own-account', {});
  if (person.role === 'SUPER_ADMIN' && actor.role !== 'SUPER_ADMIN')
    return refusalSentence('super-admin-only', {});
  if (person.role !== 'ADMIN' && person.role !== 'SUPER_ADMIN') return null;
  const others = await db.execute(sql`select 1 from users where role in ('ADMIN', 'SUPER_ADMIN')
    and id <> ${person.id} and disabled_at is null limit 1`);
  return others.rows.length > 0 ? null : refusalSentence('last-admin', {});
}

/** Throws 409 when an account may not be disabled, deleted or given another role. */
export async function refuseLosing(
  tx: Db,
  actor: Actor,
  person: Pick<LockedPerson, 'id' | 'role'>,
): Promise<void> {
  await holdLock(tx, 'lastAdmin');
  const refusal = await refusalOf(tx, actor, person);
  if (refusal !== null) throw conflict('NOT_REMOVABLE', refusal);
}

/** Throws 409 STALE_REVISION, saying who changed the account and when, when it is no longer the one that was read. */
export async function refuseStale(
  tx: Db,
  person: LockedPerson,
  revision: number | undefined,
): Promise<void> {
  if (revision === undefined || revision === person.revision) return;
  throw await staleRecord(tx, { kind: 'account', id: person.id }, { revision: person.revision });
}
