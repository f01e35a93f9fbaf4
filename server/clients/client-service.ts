import { sql } from 'drizzle-orm';
import type { CallRequest } from '../../contract/call.ts';
import type { clientCalls } from '../../contract/client.ts';
import type { NewClient } from '../../contract/client-contract.ts';
import type { Actor } from '../access/actor.ts';
import { clientsVisibleTo } from '../access/scope.ts';
import { staleRecord } from '../audit/stale-record.ts';
import { withStoredDocuments } from '../attached-files/document-service.ts';
import type { StoredDocument } from '../attached-files/document-service.ts';
import { businessDay } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Command } from '../command.ts';
import { insertContacts } from '../contact-persons/contact-person-service.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { notFound } from '../errors.ts';
import { setContractSlabs } from '../incentives/incentive-wire-service.ts';
import type { UploadedFile } from '../http/uploads.ts';
import { changeContractLimits, setContractLimits } from '../settlements/contract-limits-service.ts';
import type { ContractLimits } from '../settlements/contract-limits-service.ts';
import { insertPortfolios } from '../portfolios/portfolio-service.ts';
import { markTakenName, renameStored } from './client-naming.ts';
import {
  insertClient,
  insertPolicies,
  refuseTakenNames,
  replaceManagers,
  replaceSuccessFees,
  writeProfile,
} from './client-rows.ts';

/** Where policies lie in the file store. */
export const POLICY_FOLDER = 'policies';

type ClientChange = CallRequest<typeof clientCalls.updateClient>['body'];

/** Stores a client with its whole contract within a command and returns its id. Throws 400, 409 (name or code taken). */
export async function addClient(
  { tx, audit }: Command,
  actor: Pick<Actor, 'userId' | 'role'> | null,
  given: NewClient,
  { day, documents = [] }: { day: string; documents?: readonly StoredDocument[] },
): Promise<string> {
  await refuseTakenNames(tx, given.profile, null);
  await markTakenName(tx, given.profile.Client_Name);
  const id = await insertClient(tx, actor, given.profile);
  await insertPortfolios(tx, actor, id, given.portfolios);
  await setContractSlabs(tx, actor, { clientId: id, day, given: given.incentives });
  await setContractLimits(tx, actor, id, given.profile);
  await replaceSuccessFees(tx, actor, id, given.successFees);
  await insertContacts(tx, { clientId: id }, given.contacts);
  await replaceManagers(tx, id, given.managerIds);
  await insertPolicies(tx, actor, id, documents);
  audit({
    action: 'client.create',
    entity: 'client',
    entityId: id,
    details: {
      name: given.profile.Client_Name,
      portfolios: given.portfolios.length,
      policies: documents.map(({ name, sha256 }) => ({ name, sha256 })),
      incentives: given.incentives.length,
      successFees: given.successFees.length,
      contacts: given.contacts.length,
      managers: given.managerIds.length,
    },
  });
  return id;
}

/** Stores a new client, its policies with it, or nothing of it. Throws 400, 409, 415. */
export async function createClient(
  context: Context,
  actor: Actor,
  given: NewClient,
  uploads: readonly UploadedFile[],
): Promise<{ _id: string }> {
  return withStoredDocuments(context.fileStore, POLICY_FOLDER, uploads, async (documents) => {
    const id = await runCommand(context.db, actor, async (command) =>
      addClient(command, actor, given, {
        documents,
        day: businessDay(context.settings.businessTz),
      }),
    );
    return { _id: id };
  });
}

/**
 * Locks a client that the actor may see and moves its revision on. Throws 404, or 409 STALE_REVISION when it is not at
 * the given one.
 */
async function takeRevision(tx: Db, actor: Actor, id: string, revision: number) {
  const found = await tx.execute<ContractLimits & { name: string; revision: number }>(
    sql`select c.name, c.manager_waiver_percent as "managerWaiverPercent",
      c.customer_approval_limit as "customerApprovalLimit", c.revision from clients c where c.id = ${id} and ${clientsVisibleTo(actor)} for update`,
  );
  const [row] = found.rows;
  if (!row) throw notFound('This client');
  if (row.revision !== revision)
    throw await staleRecord(tx, { kind: 'client', id }, { revision: row.revision });
  return row;
}

/** Changes the given sections of a client's contract. Throws 400, 404, 409 (changed meanwhile, name or code taken). */
export async function updateClient(
  context: Context,
  actor: Actor,
  id: string,
  change: ClientChange,
): Promise<{ _id: string; revision: number }> {
  const { revision, profile, incentives, successFees, managerIds } = change;
  const day = businessDay(context.settings.businessTz);
  return runCommand(context.db, actor, async (command) => {
    const { tx, audit } = command;
    if (profile) await refuseTakenNames(tx, profile, id);
    const { name: before, ...limits } = await takeRevision(tx, actor, id, revision);
    if (profile) await writeProfile(tx, id, profile);
    else await tx.execute(sql`update clients set updated_at = now() where id = ${id}`);
    if (profile && profile.Client_Name !== before)
      await renameStored(command, actor, { from: before, to: profile.Client_Name });
    if (profile) await changeContractLimits(command, actor, id, { before: limits, after: profile });
    if (incentives) await setContractSlabs(tx, actor, { clientId: id, day, given: incentives });
    if (successFees) await replaceSuccessFees(tx, actor, id, successFees);
    if (managerIds) await replaceManagers(tx, id, managerIds);
    audit({
      action: 'client.edit',
      entity: 'client',
      entityId: id,
      details: {
        name: profile?.Client_Name ?? before,
        ...(profile && { profile: { ...profile, before } }),
        ...(incentives && { incentives }),
        ...(successFees && { successFees }),
        ...(managerIds && { managerIds }),
      },
    });
    return { _id: id, revision: revision + 1 };
  });
}
