import { eq, sql } from 'drizzle-orm';
import { fieldProblem } from '../../contract/errors.ts';
import type { ClientProfile, SuccessFeesInput } from '../../contract/client-contract.ts';
import type { Actor } from '../access/actor.ts';
import type { StoredDocument } from '../attached-files/document-service.ts';
import type { Db } from '../database/connection.ts';
import { clientPolicies, successFees } from '../database/tables/client-contracts.ts';
import { clients, managerClients } from '../database/tables/people.ts';
import { holdLock } from '../database/locks.ts';
import { badInput, conflict } from '../errors.ts';
import { newId } from '../ids.ts';
import { lookOf } from '../name-look.ts';

/** Who writes; null at the demo's making. */
type Writer = Pick<Actor, 'userId'> | null;

/** The columns of a profile. */
function profileColumns(profile: ClientProfile) {
  const { Client_Name: name, ...columns } = profile;
  return { name, ...columns };
}

/**
 * Throws 409 naming the field when another client has this code, or a name that looks the same. A client that has its name
 * already keeps it.
 */
export async function refuseTakenNames(
  tx: Db,
  { Client_Name: name, code }: Pick<ClientProfile, 'Client_Name' | 'code'>,
  ownId: string | null,
): Promise<void> {
  await holdLock(tx, 'clientNames');
  const { rows } = await tx.execute<{ id: string; name: string; code: string | null }>(
    sql`select id, name, code from clients`,
  );
  const others = rows.filter(({ id }) => id !== ownId);
  const keepsName = rows.some((row) => row.id === ownId && row.name === name);
  const look = lookOf(name);
  const alike = keepsName ? undefined : others.find((row) => lookOf(row.name) === look);
  if (alike)
    throw conflict(
      'CLIENT_NAME_TAKEN',
      `There is a client named "${alike.name}" already. Choose another name.`,
      [fieldProblem('profile.Client_Name', 'taken-by-client')],
    );
  if (code !== null && others.some((row) => row.code === code))
    throw conflict('CLIENT_CODE_TAKEN', `Another client has the code ${code}. Choose another.`, [
      fieldProblem('profile.code', 'taken-by-client'),
    ]);
}

/** Stores a client's own row and returns its id. */
export async function insertClient(tx: Db, actor: Writer, profile: ClientProfile): Promise<string> {
  const id = newId();
  await tx
    .insert(clients)
    .values({ ...profileColumns(profile), id, createdBy: actor?.userId ?? null });
  return id;
}

/** Writes a client's profile. */
export async function writeProfile(tx: Db, id: string, profile: ClientProfile): Promise<void> {
  await tx.update(clients).set(profileColumns(profile)).where(eq(clients.id, id));
}

/** Puts these success fees in the place of those that were. */
export async function replaceSuccessFees(
  tx: Db,
  actor: Writer,
  clientId: string,
  given: SuccessFeesInput,
): Promise<void> {
  await tx.execute(sql`delete from success_fees where client_id = ${clientId}`);
  if (given.length === 0) return;
  await tx.insert(successFees).values(
    given.map(({ product, bucket, feePercent, minimumFee }) => ({
      id: newId(),
      clientId,
      product,
      bucket,
      feeBasisPoints: Math.round(feePercent * 100),
      minimumFee,
      updatedBy: actor?.userId ?? null,
    })),
  );
}

/** Puts these managers in the place of those who work for the client. Throws 400 when one is no manager. */
export async function replaceManagers(
  tx: Db,
  clientId: string,
  managerIds: readonly string[],
): Promise<void> {
  const ids = [...new Set(managerIds)];
  const found = await tx.execute(sql`select id from users where id = any(${sql.param(ids)}::uuid[])
    and role = 'MANAGER' and deleted_at is null order by id for key share`);
  if (found.rows.length !== ids.length)
    throw badInput('One of these managers is no manager any more. Load the page again.', [
      fieldProblem('managerIds', 'wrong-managers'),
    ]);
  await tx.execute(sql`delete from manager_clients where client_id = ${clientId}`);
  if (ids.length > 0)
    await tx.insert(managerClients).values(ids.map((managerId) => ({ managerId, clientId })));
}

/** Notes stored policies of a client. */
export async function insertPolicies(
  tx: Db,
  actor: Writer,
  clientId: string,
  documents: readonly StoredDocument[],
): Promise<void> {
  if (documents.length === 0) return;
  await tx
    .insert(clientPolicies)
    .values(
      documents.map((document) => ({ ...document, clientId, createdBy: actor?.userId ?? null })),
    );
}
