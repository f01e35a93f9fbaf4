import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import type { ContactPersonInput } from '../../contract/client-contract.ts';
import type { ContactPerson, contactPersonCalls } from '../../contract/contact-person.ts';
import type { Actor } from '../access/actor.ts';
import { clientsVisibleTo, peopleVisibleTo } from '../access/scope.ts';
import { refuseStale } from '../audit/stale-record.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { allOf, contains, listPage } from '../database/list-page.ts';
import { contactPersons } from '../database/tables/client-contracts.ts';
import { revisionOf } from '../database/revision.ts';
import { notFound } from '../errors.ts';
import { newId } from '../ids.ts';

type ListAnswer = CallAnswer<typeof contactPersonCalls.listContacts>;
type ListQuery = CallRequest<typeof contactPersonCalls.listContacts>['query'];

/** Whose person it is: one of the two. */
interface Place {
  readonly clientId?: string | null | undefined;
  readonly partnerId?: string | null | undefined;
}

interface ContactRow extends Record<string, unknown> {
  id: string;
  client_id: string | null;
  partner_id: string | null;
  organisation: string;
  name: string;
  designation: string | null;
  matter: string | null;
  phone: string | null;
  email: string | null;
  revision: number;
}

const organisation = sql`coalesce(c.name, p.firm_name, u.full_name)`;
const contactOf = (id: SQL): SQL => sql`select o.* from contact_persons o where o.id = ${id}`;
const columns = sql`k.id, k.client_id, k.partner_id, ${organisation} as organisation, k.name, k.designation, k.matter,
  k.phone, k.email, ${revisionOf(contactOf(sql`k.id`))} as revision`;
const source = sql`contact_persons k left join clients c on c.id = k.client_id
  left join users u on u.id = k.partner_id left join partners p on p.user_id = k.partner_id`;

/** Condition on `k`: persons of the lenders and partners whom the actor may see. */
const visibleTo = (actor: Actor): SQL => sql`(
  (k.client_id is not null and ${clientsVisibleTo(actor)})
  or (k.partner_id is not null and u.deleted_at is null and ${peopleVisibleTo(actor)}))`;

function toContact(row: ContactRow): ContactPerson {
  return {
    _id: row.id,
    clientId: row.client_id,
    partnerId: row.partner_id,
    organisation: row.organisation,
    name: row.name,
    designation: row.designation,
    matter: row.matter,
    phone: row.phone,
    email: row.email,
    revision: row.revision,
  };
}

const matches = ({ search, clientId, partnerId, kind }: ListQuery): SQL =>
  allOf([
    search &&
      contains(
        search,
        sql`k.name`,
        organisation,
        sql`k.matter`,
        sql`k.designation`,
        sql`k.phone`,
        sql`k.email`,
      ),
    clientId && sql`k.client_id = ${clientId}`,
    partnerId && sql`k.partner_id = ${partnerId}`,
    kind === 'client' && sql`k.client_id is not null`,
    kind === 'partner' && sql`k.partner_id is not null`,
  ]);

/** A page of the address book, by name. */
export async function listContacts(
  context: Context,
  actor: Actor,
  query: ListQuery,
): Promise<ListAnswer> {
  return listPage(context.db, query, {
    columns,
    from: source,
    where: allOf([visibleTo(actor), matches(query)]),
    order: sql`lower(k.name), k.id`,
    row: toContact,
  });
}

/** Every contact person of a client, by name. The caller checked that the actor may see the client. */
export async function contactsOfClient(db: Db, clientId: string): Promise<ContactPerson[]> {
  const rows = await db.execute<ContactRow>(sql`select ${columns} from ${source}
    where k.client_id = ${clientId} order by lower(k.name), k.id`);
  return rows.rows.map(toContact);
}

/** Stores contact persons of a client or partner within a command. */
export async function insertContacts(
  tx: Db,
  { clientId = null, partnerId = null }: Place,
  given: readonly ContactPersonInput[],
): Promise<string[]> {
  if (given.length === 0) return [];
  const rows = given.map((contact) => ({ ...contact, id: newId(), clientId, partnerId }));
  await tx.insert(contactPersons).values(rows);
  return rows.map(({ id }) => id);
}

/** Throws 404 when the place is no lender or partner that the actor may see. */
async function checkPlace(tx: Db, actor: Actor, { clientId, partnerId }: Place): Promise<void> {
  const found = clientId
    ? await tx.execute(
        sql`select 1 from clients c where c.id = ${clientId} and ${clientsVisibleTo(actor)} for key share`,
      )
    : await tx.execute(sql`select 1 from users u where u.id = ${partnerId ?? null}::uuid and u.role = 'PARTNER'
        and u.deleted_at is null and ${peopleVisibleTo(actor)} for key share`);
  if (found.rows.length === 0) throw notFound(clientId ? 'This client' : 'This partner');
}

/** Adds a contact person. Throws 404 when its client or partner is not there. */
export async function createContact(
  context: Context,
  actor: Actor,
  { clientId, partnerId, ...contact }: ContactPersonInput & Place,
): Promise<{ _id: string }> {
  const place = { clientId, partnerId };
  return runCommand(context.db, actor, async ({ tx, audit }) => {
    await checkPlace(tx, actor, place);
    const [id = ''] = await insertContacts(tx, place, [contact]);
    audit({ action: 'contact.create', entity: 'contact-person', entityId: id, details: place });
    return { _id: id };
  });
}

async function lockContact(tx: Db, actor: Actor, id: string): Promise<Place> {
  const found = await tx.execute<{ client_id: string | null; partner_id: string | null }>(
    sql`select k.client_id, k.partner_id from ${source} where k.id = ${id} and ${visibleTo(actor)} for update of k`,
  );
  const [row] = found.rows;
  if (!row) throw notFound('This contact');
  return { clientId: row.client_id, partnerId: row.partner_id };
}

/** Changes a contact person. Throws 404, 409. */
export async function updateContact(
  context: Context,
  actor: Actor,
  id: string,
  given: ContactPersonInput & { readonly revision?: number | undefined },
): Promise<{ _id: string }> {
  return runCommand(context.db, actor, async ({ tx, audit }) => {
    const place = await lockContact(tx, actor, id);
    await refuseStale(tx, given.revision, contactOf(sql`${id}`), { kind: 'contact', id });
    const { name, designation, matter, phone, email } = given;
    await tx.execute(sql`update contact_persons set name = ${name}, designation = ${designation}, matter = ${matter},
      phone = ${phone}, email = ${email}, updated_at = now() where id = ${id}`);
    audit({
      action: 'contact.edit',
      entity: 'contact-person',
      entityId: id,
      details: { ...place },
    });
    return { _id: id };
  });
}

/** Removes a contact person. Throws 404. */
export async function removeContact(
  context: Context,
  actor: Actor,
  id: string,
): Promise<{ _id: string }> {
  return runCommand(context.db, actor, async ({ tx, audit }) => {
    const place = await lockContact(tx, actor, id);
    await tx.execute(sql`delete from contact_persons where id = ${id}`);
    audit({
      action: 'contact.remove',
      entity: 'contact-person',
      entityId: id,
      details: { ...place },
    });
    return { _id: id };
  });
}
