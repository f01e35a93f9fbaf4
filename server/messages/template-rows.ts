import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { MessageTemplate } from '../../contract/message-template.ts';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import { clientsVisibleTo } from '../access/scope.ts';
import { isoInstant } from '../clock.ts';

/** A template as its columns give it. */
export interface TemplateRow extends Omit<MessageTemplate, 'canEdit'>, Record<string, unknown> {}

/** Columns of `t` (message_templates), `v` (its newest version) and `c` (its lender). */
export const templateColumns = sql`t.id as "_id", t.client_id as "clientId", c.name as "Client_Name", t.channel, t.language,
  t.name, v.body, v.registered_id as "registeredId", v.sender, t.version, t.is_active as "isActive",
  t.updated_at as "updatedAt"`;

/** Where the columns come from. */
export const templateSource = sql`message_templates t
  join message_template_versions v on v.template_id = t.id and v.version = t.version
  left join clients c on c.id = t.client_id`;

/** Condition on `t` and `c`: every lender's templates, and those of lenders that the actor may name. */
export const templatesVisibleTo = (actor: Actor): SQL =>
  sql`(t.client_id is null or ${clientsVisibleTo(actor)})`;

/** Whether the actor may write templates of a lender (null: of every lender). */
export function mayWrite(actor: Actor, clientId: string | null): boolean {
  if (isAdmin(actor)) return true;
  return actor.role === 'CLIENT_ADMIN' && clientId !== null && clientId === actor.clientId;
}

/** The wire's shape of a row. */
export function toTemplate(row: TemplateRow, actor: Actor): MessageTemplate {
  return {
    ...row,
    updatedAt: isoInstant(row.updatedAt),
    canEdit: mayWrite(actor, row.clientId),
  };
}
