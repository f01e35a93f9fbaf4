import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { fieldProblem } from '../../contract/errors.ts';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import { unknownPlaceholders } from '../../contract/message-text.ts';
import type { MessageTemplate, messageTemplateCalls } from '../../contract/message-template.ts';
import type { Actor } from '../access/actor.ts';
import { clientsVisibleTo, loansAtHandOf } from '../access/scope.ts';
import { staleRecord } from '../audit/stale-record.ts';
import { isoInstant } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { allOf, contains, listPage } from '../database/list-page.ts';
import { holdLock } from '../database/locks.ts';
import { againstRules, conflict, notAllowed, notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import {
  mayWrite,
  templateColumns,
  templateSource,
  templatesVisibleTo,
  toTemplate,
} from './template-rows.ts';
import type { TemplateRow } from './template-rows.ts';

type ListQuery = CallRequest<typeof messageTemplateCalls.listMessageTemplates>['query'];
type ListAnswer = CallAnswer<typeof messageTemplateCalls.listMessageTemplates>;
type NewTemplate = CallRequest<typeof messageTemplateCalls.createMessageTemplate>['body'];
type Change = CallRequest<typeof messageTemplateCalls.changeMessageTemplate>['body'];
type Detail = CallAnswer<typeof messageTemplateCalls.getMessageTemplate>;

function listCondition(actor: Actor, query: ListQuery): SQL {
  const { search, channel, language, clientId, loanId, active } = query;
  return allOf([
    templatesVisibleTo(actor),
    search && contains(search, sql`t.name`, sql`v.body`, sql`c.name`),
    channel && sql`t.channel = ${channel}`,
    language && sql`t.language = ${language}`,
    active && sql`t.is_active = ${active === 'yes'}`,
    clientId && sql`t.client_id = ${clientId}`,
    loanId &&
      sql`exists (select 1 from loans l where l.id = ${loanId} and ${loansAtHandOf(actor)}
      and (t.client_id is null or t.client_id = l.client_id))`,
  ]);
}

/** A page of the templates that the actor may use, by name. */
export async function listTemplates(db: Db, actor: Actor, query: ListQuery): Promise<ListAnswer> {
  return listPage(db, query, {
    columns: templateColumns,
    from: templateSource,
    where: listCondition(actor, query),
    order: sql`lower(t.name), t.language, t.channel, t.id`,
    row: (row: TemplateRow) => toTemplate(row, actor),
  });
}

/** One template that the actor may see. Throws 404. */
export async function findTemplate(db: Db, actor: Actor, id: string): Promise<MessageTemplate> {
  const { rows } = await db.execute<TemplateRow>(
    sql`select ${templateColumns} from ${templateSource} where t.id = ${id} and ${templatesVisibleTo(actor)}`,
  );
  if (!rows[0]) throw notFound('This template');
  return toTemplate(rows[0], actor);
}

/** Throws 409 when a template says something else by now than its sender saw; without a version it is not asked. */
export async function refuseOtherVersion(
  tx: Db,
  { _id: id, version }: MessageTemplate,
  seen: number | undefined,
): Promise<void> {
  if (seen !== undefined && seen !== version)
    throw await staleRecord(tx, { kind: 'template', id }, { revision: version });
}

interface VersionRow extends Record<string, unknown> {
  version: number;
  body: string;
  registeredId: string | null;
  sender: string | null;
  createdBy: string | null;
  createdAt: string;
}

/** One template with its versions, newest first. Throws 404. */
export async function readTemplate(db: Db, actor: Actor, id: string): Promise<Detail> {
  const template = await findTemplate(db, actor, id);
  const { rows } =
    await db.execute<VersionRow>(sql`select v.version, v.body, v.registered_id as "registeredId", v.sender,
      u.full_name as "createdBy", v.created_at as "createdAt"
    from message_template_versions v left join users u on u.id = v.created_by
    where v.template_id = ${id} order by v.version desc limit 100`);
  const versions = rows.map((row) => Object.assign(row, { createdAt: isoInstant(row.createdAt) }));
  return { ...template, versions };
}

function refuseUnknown(body: string): void {
  const unknown = unknownPlaceholders(body);
  if (unknown.length === 0) return;
  const names = unknown.map((name) => `{${name}}`).join(', ');
  throw againstRules(
    'UNKNOWN_PLACEHOLDER',
    `There is no placeholder ${names}. Choose one of the list, or take it out.`,
    [fieldProblem('body', 'unknown-placeholder', { names, unknown })],
  );
}

async function refuseTakenName(
  tx: Db,
  {
    _id,
    clientId,
    channel,
    language,
    name,
  }: Pick<MessageTemplate, '_id' | 'clientId' | 'channel' | 'language' | 'name'>,
): Promise<void> {
  await holdLock(tx, 'templateNames');
  const { rows } = await tx.execute(sql`select 1 from message_templates t
    where t.client_id is not distinct from ${clientId}::uuid and t.channel = ${channel} and t.language = ${language}
      and lower(t.name) = lower(${name}) and t.id <> ${_id}`);
  if (rows.length > 0)
    throw conflict(
      'TEMPLATE_NAME_TAKEN',
      `There is a template "${name}" for this channel and language already. Choose another name.`,
      [fieldProblem('name', 'taken')],
    );
}

async function writeVersion(
  tx: Db,
  id: string,
  version: number,
  words: Pick<NewTemplate, 'body' | 'registeredId' | 'sender'>,
  writerId: string | null,
): Promise<void> {
  await tx.execute(sql`insert into message_template_versions (template_id, version, body, registered_id, sender, created_by)
    values (${id}, ${version}, ${words.body}, ${words.registeredId || null}, ${words.sender || null}, ${writerId})`);
}

/** Adds a template. Throws 403 for every lender's by a lender's admin, 404 for a foreign lender, 409 and 422. */
export async function createTemplate(
  context: Context,
  actor: Actor,
  given: NewTemplate,
): Promise<MessageTemplate> {
  refuseUnknown(given.body);
  // A lender's admin writes for its lender when it names none.
  const clientId = given.clientId ?? (actor.role === 'CLIENT_ADMIN' ? actor.clientId : null);
  const id = newId();
  return runCommand(context.db, actor, async ({ tx, audit }) => {
    if (clientId !== null) {
      const { rows } = await tx.execute(
        sql`select 1 from clients c where c.id = ${clientId} and ${clientsVisibleTo(actor)}`,
      );
      if (rows.length === 0) throw notFound('This client');
    }
    if (!mayWrite(actor, clientId)) throw notAllowed();
    await refuseTakenName(tx, { ...given, clientId, _id: id });
    await tx.execute(sql`insert into message_templates (id, client_id, channel, language, name, created_by)
      values (${id}, ${clientId}, ${given.channel}, ${given.language}, ${given.name}, ${actor.userId})`);
    await writeVersion(tx, id, 1, given, actor.userId);
    audit({
      action: 'message-template.create',
      entity: 'message-template',
      entityId: id,
      details: { name: given.name, channel: given.channel, language: given.language, clientId },
    });
    return findTemplate(tx, actor, id);
  });
}

/** Writes a template's next version. Throws 403, 404, 409 when somebody wrote one meanwhile, 422. */
export async function changeTemplate(
  context: Context,
  actor: Actor,
  id: string,
  change: Change,
): Promise<MessageTemplate> {
  refuseUnknown(change.body);
  return runCommand(context.db, actor, async ({ tx, audit }) => {
    await tx.execute(sql`select 1 from message_templates where id = ${id} for update`);
    const before = await findTemplate(tx, actor, id);
    if (!before.canEdit) throw notAllowed();
    await refuseOtherVersion(tx, before, change.version);
    await refuseTakenName(tx, { ...before, name: change.name });
    const isNewText =
      before.body !== change.body ||
      before.registeredId !== (change.registeredId || null) ||
      before.sender !== (change.sender || null);
    const version = isNewText ? before.version + 1 : before.version;
    if (isNewText) await writeVersion(tx, id, version, change, actor.userId);
    await tx.execute(sql`update message_templates set name = ${change.name}, is_active = ${change.isActive},
      version = ${version}, updated_at = now() where id = ${id}`);
    audit({
      action: 'message-template.change',
      entity: 'message-template',
      entityId: id,
      details: { version, isActive: change.isActive, name: change.name },
    });
    return findTemplate(tx, actor, id);
  });
}
