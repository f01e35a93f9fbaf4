import { sql } from 'drizzle-orm';
import type { FastifyReply } from 'fastify';
import type { ClientPolicy } from '../../contract/client.ts';
import type { Actor } from '../access/actor.ts';
import { clientsVisibleTo } from '../access/scope.ts';
import { dropDocuments, withStoredDocuments } from '../attached-files/document-service.ts';
import { sendFile } from '../attached-files/file-sending-service.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import { fileMissing } from '../http/uploads.ts';
import type { UploadedFile } from '../http/uploads.ts';
import { policiesOfClient } from './client-record.ts';
import { insertPolicies } from './client-rows.ts';
import { POLICY_FOLDER } from './client-service.ts';

/** Most policies that one client keeps. */
const MOST_KEPT = 100;

/** Which policy of which client. */
interface PolicyPlace {
  readonly id: string;
  readonly policyId: string;
}

/** Adds policies to a client. Throws 400 (no file), 404, 409 (too many), 415. */
export async function addPolicies(
  context: Context,
  actor: Actor,
  clientId: string,
  uploads: readonly UploadedFile[],
): Promise<{ data: ClientPolicy[] }> {
  if (uploads.length === 0) throw fileMissing('Choose at least one file.', 'policy');
  return withStoredDocuments(context.fileStore, POLICY_FOLDER, uploads, async (documents) => {
    await runCommand(context.db, actor, async ({ tx, audit }) => {
      const found = await tx.execute<{ kept: number }>(sql`
        select (select count(*)::int from client_policies p where p.client_id = c.id) as kept
        from clients c where c.id = ${clientId} and ${clientsVisibleTo(actor)} for no key update`);
      const [row] = found.rows;
      if (!row) throw notFound('This client');
      if (row.kept + documents.length > MOST_KEPT)
        throw conflict('TOO_MANY_POLICIES', `Keep at most ${MOST_KEPT} policies. Remove old ones.`);
      await insertPolicies(tx, actor, clientId, documents);
      for (const { id, name, sha256 } of documents)
        audit({
          action: 'client.policy.add',
          entity: 'client',
          entityId: clientId,
          details: { policyId: id, name, sha256 },
        });
    });
    const ids = documents.map(({ id }) => id);
    return { data: await policiesOfClient(context.db, clientId, ids) };
  });
}

/** Sends a policy's bytes. Throws 404. */
export async function sendPolicy(
  context: Context,
  actor: Actor,
  { id, policyId }: PolicyPlace,
  reply: FastifyReply,
): Promise<void> {
  const { rows } = await context.db.execute<{
    name: string;
    content_type: string;
    store_key: string;
    sha256: string;
  }>(sql`select p.name, p.content_type, p.store_key, p.sha256 from client_policies p join clients c on c.id = p.client_id
      where p.id = ${policyId} and c.id = ${id} and ${clientsVisibleTo(actor)}`);
  const [row] = rows;
  if (!row) throw notFound('This policy');
  await sendFile(context, reply, {
    key: row.store_key,
    contentType: row.content_type,
    name: row.name,
    sha256: row.sha256,
  });
}

/** Removes a policy with its file. Throws 404. */
export async function removePolicy(
  context: Context,
  actor: Actor,
  { id, policyId }: PolicyPlace,
): Promise<{ _id: string }> {
  const key = await runCommand(context.db, actor, async ({ tx, audit }) => {
    const { rows } = await tx.execute<{ name: string; store_key: string }>(sql`
      delete from client_policies p using clients c where c.id = p.client_id and p.id = ${policyId} and c.id = ${id}
        and ${clientsVisibleTo(actor)} returning p.name, p.store_key`);
    const [row] = rows;
    if (!row) throw notFound('This policy');
    audit({
      action: 'client.policy.remove',
      entity: 'client',
      entityId: id,
      details: { policyId, name: row.name },
    });
    return row.store_key;
  });
  await dropDocuments(context.fileStore, [key]);
  return { _id: policyId };
}
