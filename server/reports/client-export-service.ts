import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallRequest } from '../../contract/call.ts';
import type { ClientExport, clientExportCalls } from '../../contract/client-export.ts';
import type { Actor } from '../access/actor.ts';
import { clientsVisibleTo } from '../access/scope.ts';
import { staleRecord } from '../audit/stale-record.ts';
import { runCommand } from '../command.ts';
import type { Db } from '../database/connection.ts';
import { notFound } from '../errors.ts';

interface ExportRow extends ClientExport, Record<string, unknown> {}

async function readExports(db: Db, which: SQL): Promise<ClientExport[]> {
  const { rows } = await db.execute<ExportRow>(sql`
    select c.id as "clientId", c.name as "Client_Name", coalesce(ce.columns, '[]') as columns,
      coalesce(ce.date_format, 'DD-MM-YYYY') as "dateFormat", ce.watermark,
      coalesce(ce.masked_roles, '{}') as "maskedRoles", coalesce(ce.revision, 0) as revision
    from clients c left join client_exports ce on ce.client_id = c.id where ${which} order by c.name, c.id limit 1000`);
  return rows;
}

/** What each lender that the actor may see asks of files. */
export async function listClientExports(db: Db, actor: Actor): Promise<{ data: ClientExport[] }> {
  return { data: await readExports(db, clientsVisibleTo(actor)) };
}

/** What a lender asks of files. Throws 404. */
export async function findClientExport(
  db: Db,
  actor: Actor,
  clientId: string,
): Promise<ClientExport> {
  const [found] = await readExports(db, sql`c.id = ${clientId} and ${clientsVisibleTo(actor)}`);
  if (!found) throw notFound('This client');
  return found;
}

type SaveBody = CallRequest<typeof clientExportCalls.saveClientExport>['body'];

/** Saves what a lender asks of files: it counts from the next file on. Throws 404, 409 STALE_REVISION. */
export async function saveClientExport(
  db: Db,
  actor: Actor,
  clientId: string,
  { revision, columns, dateFormat, watermark, maskedRoles }: SaveBody,
): Promise<ClientExport> {
  return runCommand(db, actor, async ({ tx, audit }) => {
    await tx.execute(sql`select id from clients where id = ${clientId} for no key update`);
    const before = await findClientExport(tx, actor, clientId);
    if (before.revision !== revision)
      throw await staleRecord(tx, { kind: 'format', id: clientId }, { revision: before.revision });
    await tx.execute(sql`insert into client_exports (client_id, columns, date_format, watermark, masked_roles, revision,
        updated_by)
      values (${clientId}, ${JSON.stringify(columns)}::jsonb, ${dateFormat}, ${watermark},
        ${sql.param(maskedRoles)}::text[], ${revision + 1}, ${actor.userId})
      on conflict (client_id) do update set columns = excluded.columns, date_format = excluded.date_format,
        watermark = excluded.watermark, masked_roles = excluded.masked_roles, revision = excluded.revision,
        updated_by = excluded.updated_by, updated_at = now()`);
    audit({
      action: 'client-export.change',
      entity: 'client',
      entityId: clientId,
      details: { before, after: { columns, dateFormat, watermark, maskedRoles } },
    });
    return findClientExport(tx, actor, clientId);
  });
}
