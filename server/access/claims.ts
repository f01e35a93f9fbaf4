import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Call, Noun } from '../../contract/call.ts';
import type { Db } from '../database/connection.ts';
import { CallError, notAllowed } from '../errors.ts';
import { isAdmin } from './actor.ts';
import type { Actor } from './actor.ts';
import { LENDER_FIELDS } from './lender-names.ts';
import { clientsOfRows, peopleOfRows } from './row-names.ts';
import { clientsVisibleTo, peopleOnceVisibleTo, peopleVisibleTo } from './scope.ts';

/*
 * Requests name people and clients in parameters, queries, headers and bodies (spec 6: collectorId and managerId headers,
 * clientName, username). A claim that contradicts the token is refused here, for every call alike.
 */

const PERSON_FIELDS = new Set(['collectorid', 'managerid', 'fieldagentid', 'agentid', 'userid']);
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
    else if (LENDER_FIELDS.has(field)) for (const text of texts) claims.clientNames.add(text);
    else if (field === 'username') for (const text of texts) claims.usernames.add(text);
    // What a list's codes are called names nobody, be a code CLIENT.
    else if (name !== 'words') collect(value, claims, depth + 1);
  }
}

/** The first column of a statement's rows. */
async function textsOf(db: Db, statement: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ text: string }>(statement);
  return rows.map(({ text }) => text);
}

/** Their rows are of the actor's own loans, whatever is asked for: they can be narrowed to all whom those rows name. */
const OF_OWN_ROWS: ReadonlySet<Noun | undefined> = new Set(['loans', 'reports', 'report-views']);
/** A lender's board is of its loans alone, whoever has them now. */
const looksAtOwnRows = ({ noun, method }: Call, { clientId }: Actor): boolean =>
  (OF_OWN_ROWS.has(noun) && (noun !== 'loans' || method === 'GET')) ||
  (noun === 'agent-board' && method === 'GET' && clientId !== null);

/** They tell of days that are over too: whom a manager led then it may name, and sees what was done under it. */
const OF_PAST_TEAMS: ReadonlySet<Noun | undefined> = new Set([
  'agent-board',
  'attendance',
  'dialer-reports',
  'staff-dashboards',
]);
const looksAtPastTeams = ({ noun, method }: Call): boolean =>
  OF_PAST_TEAMS.has(noun) && method === 'GET';

/** Whether rows name somebody. One after the other: who is named is found soon, and the first who is not ends it. */
async function isPersonOfRows(db: Db, actor: Actor, id: string): Promise<boolean> {
  const found = sql`select u.id::text as text from users u where u.id = ${id}::uuid and ${peopleOfRows(actor)}`;
  return (await textsOf(db, found)).length > 0;
}

async function isLenderOfRows(db: Db, actor: Actor, name: string): Promise<boolean> {
  const found = sql`select c.name as text from clients c where c.name = ${name} and ${clientsOfRows(actor)}`;
  return (await textsOf(db, found)).length > 0;
}

/** Of a text that is one lender's name, or several with commas between. */
async function areLendersOfRows(db: Db, actor: Actor, text: string): Promise<boolean> {
  if (await isLenderOfRows(db, actor, text.trim())) return true;
  const names = text.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
  if (names.length < 2) return false;
  for (const name of names) if (!(await isLenderOfRows(db, actor, name))) return false;
  return true;
}

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
  const isLook = call !== undefined && looksAtOwnRows(call, actor);
  const claims: Claims = { people: new Set(), clientNames: new Set(), usernames: new Set() };
  for (const part of parts) collect(part, claims);
  claims.people.delete(actor.userId);
  const people = [...claims.people].filter((id) => UUID.test(id));
  if (people.length > 0) {
    // Which of the named ids are not people the actor may name?
    const isNamed =
      call !== undefined && looksAtPastTeams(call)
        ? peopleOnceVisibleTo(actor)
        : peopleVisibleTo(actor);
    const hidden = await textsOf(
      db,
      sql`select named.id::text as text from unnest(${sql.param(people)}::uuid[]) as named(id)
        where not exists (select 1 from users u where u.id = named.id and (${isNamed}
          or (${actor.role === 'COLLECTOR' || actor.role === 'FIELD_AGENT'} and u.id = ${actor.managerId}::uuid)))`,
    );
    for (const id of hidden)
      if (!isLook || !(await isPersonOfRows(db, actor, id)))
        throw notAllowed('You may only ask for your own people.', 'FOREIGN_PERSON');
  }
  if (claims.clientNames.size > 0) {
    // In any letter case, as `withStoredLenders` reads a query; where lenders differ in nothing else, the one so spelled.
    const isOwn = (name: SQL) =>
      sql`(select coalesce(bool_or(o.is_own and o.name = ${name}) or bool_and(o.is_own), false)
        from (select c.name, coalesce(${clientsVisibleTo(actor)}, false) as is_own from clients c where lower(c.name) = lower(${name})) o)`;
    const hidden = await textsOf(
      db,
      sql`select named.text from unnest(${sql.param([...claims.clientNames])}::text[]) as named(text)
        where not ${isOwn(sql`btrim(named.text)`)} and exists (select 1 from unnest(string_to_array(named.text, ',')) as part(name)
          where btrim(part.name) <> '' and not ${isOwn(sql`btrim(part.name)`)})`,
    );
    for (const text of hidden)
      if (!isLook || !(await areLendersOfRows(db, actor, text)))
        throw notAllowed('You may only ask for your own clients.', 'FOREIGN_CLIENT');
  }
  for (const username of claims.usernames)
    if (username.toLowerCase() !== actor.username)
      throw notAllowed('You may only act under your own user name.', 'FOREIGN_USERNAME');
}

/** Whether the actor may ask a call with a part that names people and clients. */
export async function mayAsk(db: Db, actor: Actor, part: unknown, call: Call): Promise<boolean> {
  try {
    await refuseForeignClaims(db, actor, [part], call);
    return true;
  } catch (error) {
    if (error instanceof CallError && error.status === 403) return false;
    throw error;
  }
}
