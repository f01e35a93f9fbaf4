import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Call, Noun } from '../../contract/call.ts';
import type { Db } from '../database/connection.ts';
import { notAllowed } from '../errors.ts';
import { isAdmin } from './actor.ts';
import type { Actor } from './actor.ts';
import { clientsOfRows, peopleOfRows } from './row-names.ts';
import { clientsVisibleTo, peopleVisibleTo } from './scope.ts';

/*
 * Requests name people and clients in parameters, queries, headers and bodies (spec 6: collectorId and managerId headers,
 * clientName, username). A claim that contradicts the token is refused here, for every call alike.
 */

const PERSON_FIELDS = new Set(['collectorid', 'managerid', 'fieldagentid', 'agentid', 'userid']);
const CLIENT_NAME_FIELDS = new Set(['client', 'clientname', 'clientsname', 'client_name']);
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

interface Claims {
  people: Set<string>;
  /** As they stand: those of a list are whole, a text may hold several with commas between, or one that has commas itself. */
  clientNames: Set<string>;
  usernames: Set<string>;
}

function collect(source: unknown, claims: Claims, depth = 0): void {
  if (typeof source !== 'object' || source === null || depth > 3) return;
  if (Array.isArray(source)) {
    for (const item of source) collect(item, claims, depth + 1);
    return;
  }
  for (const [name, value] of Object.entries(source)) {
    const field = name.toLowerCase();
    const texts = [value].flat().filter((item): item is string => typeof item === 'string');
    if (PERSON_FIELDS.has(field)) for (const text of texts) claims.people.add(text);
    else if (CLIENT_NAME_FIELDS.has(field)) for (const text of texts) claims.clientNames.add(text);
    else if (field === 'username') for (const text of texts) claims.usernames.add(text);
    else collect(value, claims, depth + 1);
  }
}

async function countHidden(db: Db, hidden: ReturnType<typeof sql>): Promise<number> {
  const result = await db.execute<{ hidden: number }>(hidden);
  return result.rows[0]?.hidden ?? 0;
}

/** So many names at once are looked for in rows: each costs up to a second where there are many. */
const MOST_OF_ROWS = 3;

/** Their rows are of the actor's own loans, whatever is asked for: they can be narrowed to all whom those rows name. */
const OF_OWN_ROWS: ReadonlySet<Noun | undefined> = new Set(['loans', 'reports', 'report-views']);
const looksAtOwnRows = ({ noun, method }: Call): boolean =>
  OF_OWN_ROWS.has(noun) && (noun !== 'loans' || method === 'GET');

/**
 * Throws 403 when parsed request parts name a person, user name or client that the actor may not name. Names that
 * don't exist at all are refused the same way, so that nothing can be guessed.
 */
export async function refuseForeignClaims(
  db: Db,
  actor: Actor,
  parts: readonly unknown[],
  call?: Call,
): Promise<void> {
  if (isAdmin(actor)) return;
  const isLook = call !== undefined && looksAtOwnRows(call);
  const claims: Claims = { people: new Set(), clientNames: new Set(), usernames: new Set() };
  for (const part of parts) collect(part, claims);
  claims.people.delete(actor.userId);
  const people = [...claims.people].filter((id) => UUID.test(id));
  const isPeopleLook = isLook && people.length <= MOST_OF_ROWS;
  const isClientLook = isLook && claims.clientNames.size <= MOST_OF_ROWS;
  if (people.length > 0) {
    // Which of the named ids are not people the actor may name?
    const hidden = await countHidden(
      db,
      sql`select count(*)::int as hidden from unnest(${sql.param(people)}::uuid[]) as named(id)
        where not exists (select 1 from users u where u.id = named.id and (${isPeopleLook ? peopleOfRows(actor) : peopleVisibleTo(actor)}
          or (${actor.role === 'COLLECTOR' || actor.role === 'FIELD_AGENT'} and u.id = ${actor.managerId}::uuid)))`,
    );
    if (hidden > 0) throw notAllowed('You may only ask for your own people.', 'FOREIGN_PERSON');
  }
  if (claims.clientNames.size > 0) {
    const isOwn = (name: SQL) =>
      sql`exists (select 1 from clients c where c.name = ${name} and ${isClientLook ? clientsOfRows(actor) : clientsVisibleTo(actor)})`;
    const hidden = await countHidden(
      db,
      sql`select count(*)::int as hidden from unnest(${sql.param([...claims.clientNames])}::text[]) as named(text)
        where not ${isOwn(sql`btrim(named.text)`)} and exists (select 1 from unnest(string_to_array(named.text, ',')) as part(name)
          where btrim(part.name) <> '' and not ${isOwn(sql`btrim(part.name)`)})`,
    );
    if (hidden > 0) throw notAllowed('You may only ask for your own clients.', 'FOREIGN_CLIENT');
  }
  for (const username of claims.usernames)
    if (username.toLowerCase() !== actor.username)
      throw notAllowed('You may only act under your own user name.', 'FOREIGN_USERNAME');
}
