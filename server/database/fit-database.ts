import { Client } from 'pg';
import type { Pool } from 'pg';
import { wallClock } from '../../contract/zone-time.ts';
import { log } from '../log.ts';

/** The oldest PostgreSQL whose SQL the product speaks. */
const OLDEST = 15;
const HALF_A_YEAR_MS = 182 * 86_400_000;

interface Found {
  readonly version: string;
  readonly number: number;
  readonly encoding: string;
  readonly is_read_only: boolean;
  readonly is_used: boolean;
}

/** Asked before the role is given what is its: by name the table could be looked for in a schema only that it may enter. */
const FOUND = `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
  current_setting('server_encoding') as encoding, current_setting('transaction_read_only') = 'on' as is_read_only,
  exists (select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relname = 'schema_migration') as is_used`;

/** What its clock shows in the zone, or null when it knows no such zone. */
async function clockOf(pool: Pool, zone: string, atMs: number): Promise<string | null> {
  const asked = `select to_char(to_timestamp($1) at time zone $2, 'YYYY-MM-DD HH24:MI') as shown`;
  try {
    const { rows } = await pool.query<{ shown: string }>(asked, [atMs / 1000, zone]);
    return rows[0]?.shown ?? null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '22023') return null;
    throw error;
  }
}

const two = (number: number) => String(number).padStart(2, '0');

/** How the two clocks differ at a moment, in a sentence that says what to do; null when they show the same. */
async function otherZone(pool: Pool, zone: string, atMs: number): Promise<string | null> {
  const { day, minute } = wallClock(zone, atMs);
  const own = `${day} ${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
  const shown = await clockOf(pool, zone, atMs);
  if (shown === own) return null;
  return shown === null
    ? `BUSINESS_TZ: the database knows no time zone "${zone}". Set a full name such as Asia/Kolkata.`
    : `BUSINESS_TZ: at the same moment it is ${shown} to the database and ${own} to the server in "${zone}". Set a full name such as Asia/Kolkata; if it is one, bring the time zones of this machine and of the database up to date.`;
}

/** Days and months are cut by Node here and by PostgreSQL there: `IST` is India's time to the one and Israel's to the other. */
async function refuseOtherZone(pool: Pool, zone: string, isUsed: boolean): Promise<void> {
  const now = await otherZone(pool, zone, Date.now());
  if (now !== null) throw new Error(now);
  const later = await otherZone(pool, zone, Date.now() + HALF_A_YEAR_MS);
  if (later === null) return;
  if (!isUsed) throw new Error(later);
  // One of the two knows of a country's new rule already: nothing is counted wrongly yet, so nobody is locked out.
  log.warn(later);
}

/** Throws, in a sentence that says what to do, when the product can't work on this database or would count wrongly on it. */
export async function refuseUnfit(pool: Pool, zone: string): Promise<void> {
  const { rows } = await pool.query<Found>(FOUND);
  const [found] = rows;
  if (found === undefined) return;
  if (found.number < OLDEST * 10_000)
    throw new Error(
      `The database is PostgreSQL ${found.version}. Recoup needs ${OLDEST} or newer: name another server in DATABASE_URL.`,
    );
  if (found.is_read_only)
    throw new Error(
      'The database takes no changes: it is a replica, or default_transaction_read_only is on there. Name the one that takes them in DATABASE_URL.',
    );
  if (found.encoding !== 'UTF8') {
    const said = `The database keeps text as ${found.encoding}, in which names are cut, not found or refused. Make it as UTF8: createdb --template=template0 --encoding=UTF8 NAME`;
    // Who works on one already is not locked out.
    if (!found.is_used) throw new Error(`${said}.`);
    log.warn(`${said}, make a backup and restore it there.`);
  }
  await refuseOtherZone(pool, zone, found.is_used);
}

const BACKEND = 'select pg_backend_pid() as backend';
const SESSION_TRIES = 3;
const ANSWER_WITHIN_MS = 8000;

async function backendOf(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ backend: number }>(BACKEND);
  return rows[0]?.backend;
}

/**
 * Throws when a connection is no session of its own, as behind a pooler by transaction: locks would be held by nobody or
 * for ever, so that a later start waits for them without end, and events and time limits would be other connections'. Two
 * connections are asked in turn: one session for both, or several for one, is told from two sessions.
 */
export async function refuseSharedSessions(url: string): Promise<void> {
  const asked = {
    connectionString: url,
    application_name: 'recoup-fit',
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
  };
  const [one, other] = [new Client(asked), new Client(asked)];
  for (const client of [one, other]) client.on('error', () => undefined);
  const backends = { one: new Set<number | undefined>(), other: new Set<number | undefined>() };
  try {
    await one.connect();
    await other.connect();
    for (let nth = 0; nth < SESSION_TRIES; nth += 1) {
      backends.one.add(await backendOf(one));
      backends.other.add(await backendOf(other));
    }
  } finally {
    await one.end();
    await other.end();
  }
  const isEachItsOwn = backends.one.size === 1 && backends.other.size === 1;
  if (isEachItsOwn && new Set([...backends.one, ...backends.other]).size === 2) return;
  throw new Error(
    'A pooler shares the sessions of the database out by transaction or statement: locks and events would get lost. Name the database itself in DATABASE_URL and DATABASE_OWNER_URL, or a pooler with pool_mode = session.',
  );
}
