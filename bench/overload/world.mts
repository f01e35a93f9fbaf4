import { execFileSync } from 'node:child_process';
import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import type { DeviceGrant } from '../../contract/queued-work.ts';
import type { Role } from '../../contract/roles.ts';
import { createPool } from '../../server/database/connection.ts';
import { startEmbeddedPostgres } from '../../server/database/embedded-postgres.ts';
import { migrate } from '../../server/database/migrate.ts';
import { openSession } from '../../server/identity/session.ts';
import { newId } from '../../server/ids.ts';
import { buildProduct } from '../heart/organisation.mts';
import { makeMillionLoans } from '../million-loans.mts';

const LOANS = 20_000;
const AGENTS = 40;
const CALLERS = 100;
const MANAGERS = 20;

/** Somebody at work: an open session and some of its loans. */
export interface Worker {
  readonly id: string;
  readonly token: string;
  readonly loanIds: readonly string[];
}

/** A field agent's phone that the server knows. */
export interface KnownPhone extends Worker {
  readonly grant: DeviceGrant;
  /** How far it has pulled. */
  readonly cursor: string;
  /** The last number that it gave out. */
  sequence: number;
}

/** An agency of 20,000 loans on the embedded database, with people logged in; servers are started by whoever measures. */
export interface World {
  readonly databaseUrl: string;
  readonly folder: string;
  readonly callers: readonly Worker[];
  readonly managers: readonly Worker[];
  readonly agents: readonly Worker[];
  readonly pool: Pool;
  /** Processor time that the database has taken since it started, seconds. */
  databaseSeconds(): Promise<number>;
  /**
   * From now on those who ask have the last core to themselves, and the server and its database have the others: what is
   * offered past the limit must not take the machine from what is measured. Nothing where there is one core.
   */
  keepApart(server: { readonly pid: number }): Promise<void>;
  close(): Promise<void>;
}

const agentId = `('00000000-0000-7000-8f00-0' || lpad((n % ${AGENTS})::text, 11, '0'))::uuid`;
const withAgents = [
  `insert into users (id, role, username, email, full_name, password_hash, manager_id)
   select ${agentId}, 'FIELD_AGENT', 'f' || n, 'f' || n || '@bench', 'Agent ' || n, 'none', (select id from users where username = 'm1')
   from generate_series(0, ${AGENTS - 1}) n`,
  `update loans l set field_agent_id = ${agentId}
   from (select id, row_number() over (order by id) as n from loans order by id limit ${AGENTS * 100}) chosen where chosen.id = l.id`,
  `insert into allocations (id, loan_id, assignee_id, kind, allocated_by)
   select gen_random_uuid(), id, field_agent_id, 'FIELD', manager_id from loans where field_agent_id is not null`,
  `insert into allocations (id, loan_id, assignee_id, kind, allocated_by)
   select gen_random_uuid(), id, collector_id, 'COLLECTOR', manager_id from loans where collector_id is not null`,
  'vacuum analyze',
];

async function addAgents(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0; set session_replication_role = replica');
    for (const statement of withAgents) await client.query(statement);
  } finally {
    client.release(true);
  }
}

async function logIn(pool: Pool, role: Role, column: string, most: number): Promise<Worker[]> {
  const { rows } = await pool.query<{ id: string; loan_ids: string[] }>(
    `select u.id, (array_agg(l.id order by l.id))[1:100] as loan_ids from users u join loans l on l.${column} = u.id
     where u.role = $1 group by u.id order by u.id limit $2`,
    [role, most],
  );
  const db = drizzle({ client: pool });
  return Promise.all(
    rows.map(async ({ id, loan_ids: loanIds }) => {
      const { token } = await openSession(db, { id, role });
      return { id, token, loanIds };
    }),
  );
}

/** User and system time of a process and of its children that ended, seconds. */
export async function processorSeconds(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = [11, 12, 13, 14].map((at) => Number(fields[at] ?? 0));
  return ticks.reduce((sum, one) => sum + one, 0) / 100;
}

async function clusterPids(databaseDir: string): Promise<number[]> {
  const postmaster = Number(
    (await readFile(join(databaseDir, 'postmaster.pid'), 'utf8')).split('\n')[0],
  );
  const listed = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
  return [postmaster, ...listed.trim().split(' ').map(Number)];
}

async function clusterSeconds(databaseDir: string): Promise<number> {
  const all = await Promise.all((await clusterPids(databaseDir)).map(processorSeconds));
  return all.reduce((sum, one) => sum + one, 0);
}

/** With all their threads and whatever they start from now on. */
function keepTo(cores: string, pids: readonly number[]): void {
  for (const pid of pids) execFileSync('taskset', ['-a', '-c', '-p', cores, String(pid)]);
}

/** Makes the agency. */
export async function openWorld(): Promise<World> {
  buildProduct();
  const folder = await mkdtemp(join(tmpdir(), 'recoup-overload-'));
  const dataDir = join(folder, 'database');
  const postgres = await startEmbeddedPostgres(dataDir);
  await migrate(postgres.ownerUrl);
  const pool = createPool(postgres.ownerUrl, 4);
  await makeMillionLoans(pool, 1, LOANS);
  await addAgents(pool);
  return {
    databaseUrl: postgres.ownerUrl,
    folder,
    pool,
    callers: await logIn(pool, 'COLLECTOR', 'collector_id', CALLERS),
    managers: await logIn(pool, 'MANAGER', 'manager_id', MANAGERS),
    agents: await logIn(pool, 'FIELD_AGENT', 'field_agent_id', AGENTS),
    databaseSeconds: () => clusterSeconds(join(dataDir, 'postgres')),
    keepApart: async ({ pid }) => {
      const last = availableParallelism() - 1;
      if (last < 1) return;
      keepTo(`0-${last - 1}`, [pid, ...(await clusterPids(join(dataDir, 'postgres')))]);
      keepTo(String(last), [process.pid]);
    },
    close: async () => {
      await pool.end();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function registerPhone(url: string, agent: Worker): Promise<KnownPhone> {
  const headers = { authorization: `Bearer ${agent.token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ deviceId: newId(), appVersion: '1.0.0' });
  const answer = await fetch(`${url}/api/v1/device`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`A phone was refused: ${await answer.text()}`);
  const grant = (await answer.json()) as DeviceGrant;
  const pulled = await fetch(`${url}/api/v1/device/pull?limit=500`, { headers });
  if (!pulled.ok) throw new Error(`A phone could not pull: ${await pulled.text()}`);
  const { cursor } = (await pulled.json()) as { cursor: string };
  return { ...agent, grant, cursor, sequence: grant.lastSequence };
}

/** Registers the agents' phones at a server and pulls once, as a morning does. */
export async function registerPhones(
  url: string,
  agents: readonly Worker[],
): Promise<KnownPhone[]> {
  const phones: KnownPhone[] = [];
  for (const agent of agents) phones.push(await registerPhone(url, agent));
  return phones;
}
