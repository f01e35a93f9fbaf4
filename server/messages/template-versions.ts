import { sql } from 'drizzle-orm';
import type { MessageTemplate } from '../../contract/message-template.ts';
import { isoInstant } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import type { TemplateRow } from './template-rows.ts';

/** A template in one of its versions, whoever asks: for jobs. It must be there. */
export async function findAnyTemplateVersion(
  db: Db,
  id: string,
  version: number,
): Promise<MessageTemplate> {
  const { rows } =
    await db.execute<TemplateRow>(sql`select t.id as "_id", t.client_id as "clientId",
      c.name as "Client_Name", t.channel, t.language, t.name, v.body, v.registered_id as "registeredId", v.sender,
      v.version, t.is_active as "isActive", t.updated_at as "updatedAt"
    from message_templates t join message_template_versions v on v.template_id = t.id and v.version = ${version}
      left join clients c on c.id = t.client_id where t.id = ${id}`);
  const [row] = rows;
  if (!row) throw new Error(`The template ${id} has no version ${version}.`);
  return { ...row, updatedAt: isoInstant(row.updatedAt), canEdit: false };
}
