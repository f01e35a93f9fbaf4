import { sql } from 'drizzle-orm';
import { fieldProblem } from '../../contract/errors.ts';
import type { ProblemCode } from '../../contract/problem-words.ts';
import type { Role } from '../../contract/roles.ts';
import type { Actor } from '../access/actor.ts';
import { clientsVisibleTo } from '../access/scope.ts';
import type { Db } from '../database/connection.ts';
import { againstRules } from '../errors.ts';
import { isPersonFor } from './person-rows.ts';

/** Fields of an account as the forms give them; what is not given stays as it is. */
export interface AccountInput {
  readonly username?: string | undefined;
  readonly email?: string | undefined;
  readonly password?: string | undefined;
  /** The actor's own, where it changes what it logs in with. */
  readonly currentPassword?: string | undefined;
  readonly fullName?: string | undefined;
  readonly phone?: string | null | undefined;
  readonly noBiReport?: number | null | undefined;
  readonly role?: Role | undefined;
  readonly managerId?: string | null | undefined;
  readonly client?: string | null | undefined;
  readonly clientIds?: readonly string[] | undefined;
  readonly location?: string | null | undefined;
  readonly manualProcess?: string | null | undefined;
  readonly assignedPredictiveProcess?: string | null | undefined;
  readonly extension?: string | null | undefined;
}

const wrong = (code: string, path: string, problem: ProblemCode, message: string) =>
  againstRules(code, message, [fieldProblem(path, problem, {}, message)]);

/** Whether people of a role are led by a manager. */
export const hasManager = (role: Role): boolean => role === 'COLLECTOR' || role === 'FIELD_AGENT';

/** Whether people of a role belong to a lender. */
const hasClient = (role: Role): boolean =>
  role === 'CLIENT_ADMIN' || role === 'CUSTOMER' || role === 'CLIENT';

/**
 * The manager of an account of this role, null for roles without one. It is kept until the transaction's end. Throws 422
 * when none is named or it is nobody the actor may choose.
 */
export async function checkManager(
  tx: Db,
  actor: Actor,
  role: Role,
  managerId: string | null | undefined,
): Promise<string | null> {
  if (!hasManager(role)) return null;
  const found =
    managerId &&
    (await tx.execute(sql`select 1 from users u where u.id = ${managerId} and u.disabled_at is null
      and ${isPersonFor(actor, ['MANAGER'])} for share of u`));
  if (!managerId || !found || found.rows.length === 0)
    throw wrong(
      'WRONG_MANAGER',
      'managerId',
      'wrong-manager',
      'Choose a manager from the list who can log in.',
    );
  return managerId;
}

/** The lender of an account of this role, null for roles without one. Throws 422 when none is named or it is none. */
export async function checkClient(
  tx: Db,
  actor: Actor,
  role: Role,
  clientId: string | null | undefined,
): Promise<string | null> {
  if (!hasClient(role)) return null;
  const found =
    clientId &&
    (await tx.execute(
      sql`select 1 from clients c where c.id = ${clientId} and ${clientsVisibleTo(actor)} for share of c`,
    ));
  if (!clientId || !found || found.rows.length === 0)
    throw wrong(
      'WRONG_CLIENT',
      'client',
      'wrong-client',
      'Choose the client that this person belongs to.',
    );
  return clientId;
}

/**
 * Makes the given lenders those of a manager. Lenders that the actor does not see stay the manager's; naming one that
 * neither is visible nor was the manager's throws 422.
 */
export async function saveManagerClients(
  tx: Db,
  actor: Actor,
  managerId: string,
  clientIds: readonly string[],
): Promise<void> {
  const asked = [...new Set(clientIds.map((id) => id.toLowerCase()))];
  const { rows } = await tx.execute<{ id: string; is_visible: boolean }>(sql`
    select c.id, ${clientsVisibleTo(actor)} as is_visible from clients c
    where c.id = any(${sql.param(asked)}::uuid[])
      and (${clientsVisibleTo(actor)} or exists (select 1 from manager_clients m
        where m.manager_id = ${managerId} and m.client_id = c.id))`);
  if (rows.length < asked.length)
    throw wrong('WRONG_CLIENT', 'clientIds', 'wrong-client', 'Choose the clients from the list.');
  await tx.execute(sql`delete from manager_clients m using clients c
    where m.manager_id = ${managerId} and c.id = m.client_id and ${clientsVisibleTo(actor)}
      and not (c.id = any(${sql.param(asked)}::uuid[]))`);
  await tx.execute(sql`insert into manager_clients (manager_id, client_id)
    select ${managerId}::uuid, unnest(${sql.param(asked)}::uuid[]) on conflict do nothing`);
}
