import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import { createPool } from '../../server/database/connection.ts';
import { startEmbeddedPostgres } from '../../server/database/embedded-postgres.ts';
import { migrate } from '../../server/database/migrate.ts';
import { hashPassword } from '../../server/identity/password.ts';
import { openSession } from '../../server/identity/session.ts';
import { startServer } from '../import-server.mts';

/** Everyone's password in these measurements. */
export const benchPassword = 'Recoup-bench-2026';

/** A field agent of these measurements. */
export interface Agent {
  readonly id: string;
  readonly email: string;
  /** Bearer token of an open session. */
  readonly token: string;
  readonly loanIds: readonly string[];
}

/** The built server on the embedded database, with field agents and their loans in it. */
export interface Organisation {
  readonly url: string;
  readonly pool: Pool;
  readonly agents: readonly Agent[];
  /** A fresh session of an agent. */
  newToken(agent: Agent): Promise<string>;
  stop(): Promise<void>;
}

const agentId = (index: string) => `('00000000-0000-7000-8a00-0' || lpad(${index}, 11, '0'))::uuid`;
const loanId = (n: string) => `('00000000-0000-7000-8e00-0' || lpad((${n})::text, 11, '0'))::uuid`;
const CLIENT = `'00000000-0000-7000-8c00-000000000001'::uuid`;
const MANAGER = `'00000000-0000-7000-8d00-000000000001'::uuid`;

const people = `
  insert into clients (id, name) values (${CLIENT}, 'Suryodaya Housing');
  insert into users (id, role, username, email, full_name, password_hash)
    values (${MANAGER}, 'MANAGER', 'manager', 'manager@bench', 'Manager', 'none')`;

const agents = `insert into users (id, role, username, email, full_name, password_hash, manager_id)
  select ${agentId('n::text')}, 'FIELD_AGENT', 'agent' || n, 'agent' || n || '@bench', 'Agent ' || n, $1, ${MANAGER}
  from generate_series(0, $2::int - 1) n`;

const loans = `insert into loans (id, loan_number, client_id, customer_name, mobile_number, alternate_mobile_number,
    email, address, city, state, pincode, region, branch, product, bucket, dpd, loan_amount, emi_amount,
    principal_outstanding, interest_outstanding, penalty_amount, total_due_amount, disbursal_date, due_date,
    last_payment_date, last_payment_amount, latitude, longitude, other_columns, field_agent_id, manager_id, visit_date,
    disposition, disposition_class, disposition_at, batch_no, created_at)
  select ${loanId('n')}, 'LN' || n, ${CLIENT}, name, '9' || lpad((n * 7919::bigint % 1000000000)::text, 9, '0'),
    '8' || lpad((n * 104729::bigint % 1000000000)::text, 9, '0'), 'c' || n || '@mail.example',
    n % 900 || ', Station Road, Behind ' || name || ' Stores, Ward ' || n % 40, 'City ' || n % 300, 'Maharashtra',
    (400000 + n % 9000)::text, 'West', 'Branch ' || n % 60, (array['Gold', 'Car', 'Home', 'Personal'])[1 + n % 4],
    (n % 7)::text, n % 180, n % 1000 * 1000, n % 50 * 100, n % 777 * 900, n % 77 * 90, n % 7 * 50, n % 99991 * 7,
    date '2022-01-05' + n % 900, date '2026-01-05' + n % 28, date '2025-09-05' + n % 28, n % 50 * 100,
    18.4 + n % 400 / 1000.0, 73.7 + n % 400 / 1000.0,
    jsonb_build_object('Dealer Code', 'D-' || n % 700, 'Scheme', 'S' || n % 30, 'Asset', 'Two wheeler', 'Zone', 'Z' || n % 9),
    ${agentId('((n - 1) / $2::int)::text')}, ${MANAGER}, case when n % 9 < 2 then current_date else null end,
    case when n % 2 = 0 then 'FIELD_DOOR_LOCKED' end, case when n % 2 = 0 then 'NOT_CONTACTED' end,
    case when n % 2 = 0 then now() - n % 1000 * interval '1 hour' end, 1, now()
  from (select n, (array['Asha', 'Ravi', 'Meena', 'Imran', 'Zoya', 'Kiran', 'Deepak', 'Sunita'])[1 + n % 8] || ' '
        || (array['Verma', 'Kumar', 'Iyer', 'Khan', 'Patil', 'Das', 'Rao', 'Singh', 'Nair'])[1 + n / 8 % 9] as name
    from generate_series(1, $1::int * $2::int) n) g`;

/** Every second loan was visited twice before. */
const histories = `insert into dispositions (id, loan_id, channel, agent_id, manager_id, code, disposition_class, remarks, position,
    recorded_at, created_at)
  select gen_random_uuid(), id, 'FIELD', field_agent_id, manager_id, disposition, disposition_class,
    'Nobody opened; the neighbour says that they come back in the evening.', '{"missingReason": "DENIED"}',
    disposition_at - k * interval '1 day', disposition_at
  from loans, generate_series(0, 1) k where disposition is not null`;

const allocations = `insert into allocations (id, loan_id, assignee_id, kind, allocated_by)
  select gen_random_uuid(), id, field_agent_id, 'FIELD', manager_id from loans`;

async function fill(pool: Pool, agentCount: number, loansPerAgent: number): Promise<void> {
  const client = await pool.connect();
  try {
    // The row triggers are left out while loading; what they would have made isn't read by what is measured.
    await client.query('set statement_timeout = 0; set session_replication_role = replica');
    await client.query(people);
    await client.query(agents, [await hashPassword(benchPassword), agentCount]);
    await client.query(loans, [agentCount, loansPerAgent]);
    await client.query(histories);
    await client.query(allocations);
    await client.query('vacuum analyze');
  } finally {
    client.release(true);
  }
}

async function readAgents(pool: Pool): Promise<Agent[]> {
  const found = await pool.query<{ id: string; email: string; loan_ids: string[] }>(
    `select u.id, u.email, array_agg(l.id order by l.id) as loan_ids from users u
     join loans l on l.field_agent_id = u.id group by u.id order by u.id`,
  );
  const db = drizzle({ client: pool });
  return Promise.all(
    found.rows.map(async ({ id, email, loan_ids: loanIds }) => {
      const { token } = await openSession(db, { id, role: 'FIELD_AGENT' });
      return { id, email, token, loanIds };
    }),
  );
}

/** Builds what is measured from the sources as they are; nothing is done when the build is fresh. */
export function buildProduct(): void {
  const script = join(import.meta.dirname, '../../scripts/build.mjs');
  const { status } = spawnSync(process.execPath, [script], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('The build failed.');
}

/** Starts the built server with so many field agents, each with so many loans allocated, half of them visited before. */
export async function startOrganisation(
  agentCount: number,
  loansPerAgent: number,
): Promise<Organisation> {
  buildProduct();
  const folder = await mkdtemp(join(tmpdir(), 'recoup-bench-'));
  const postgres = await startEmbeddedPostgres(join(folder, 'database'));
  await migrate(postgres.ownerUrl);
  const pool = createPool(postgres.ownerUrl, 4);
  await fill(pool, agentCount, loansPerAgent);
  const server = await startServer(postgres.ownerUrl, join(folder, 'server'));
  return {
    url: server.url,
    pool,
    agents: await readAgents(pool),
    newToken: async ({ id }) =>
      (await openSession(drizzle({ client: pool }), { id, role: 'FIELD_AGENT' })).token,
    stop: async () => {
      await server.stop();
      await pool.end();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
