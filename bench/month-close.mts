import { drizzle } from 'drizzle-orm/node-postgres';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { createPool } from '../server/database/connection.ts';
import { startEmbeddedPostgres } from '../server/database/embedded-postgres.ts';
import { migrate } from '../server/database/migrate.ts';
import { keepMonth } from '../server/incentives/incentive-closing.ts';
import { newId } from '../server/ids.ts';
import { repeatedRow } from './bench-row.mts';
import type { BenchRow } from './bench-row.mts';

/** Agents and payments of the month: `MONTH_PAYMENTS=20000` for a quick look. */
const agents = Number(process.env['MONTH_AGENTS'] ?? 500);
const payments = Number(process.env['MONTH_PAYMENTS'] ?? 200_000);
/** Closing a month against one bare aggregation of the same payments, whose sums nobody keeps. */
const MOST_TIMES = 3;
const REPEATS = 5;
const MONTH = '2025-10-01';
const LAST_DAY = '2025-10-31';

const terms = JSON.stringify({
  measure: 'AMOUNT',
  parts: [
    {
      bucket: null,
      product: null,
      slabs: [
        { from: 0, percent: 0.5, fixedAmount: null },
        { from: 500_000, percent: 1.25, fixedAmount: null },
      ],
    },
    { bucket: '6', product: null, slabs: [{ from: 0, percent: 2, fixedAmount: null }] },
  ],
  cap: 40_000,
  minAchievement: null,
  needsNoBreach: true,
  needsCashDeposited: true,
  teamPercent: null,
  clawbackDays: 90,
});

/** Lenders, agents under managers, loans, and a month of payments; structures of agents and managers. */
async function fill(pool: Pool): Promise<void> {
  const adminId = newId();
  const connection = await pool.connect();
  try {
    await connection.query('set statement_timeout = 0; set session_replication_role = replica');
    await connection.query(
      `insert into users (id, role, username, email, full_name, password_hash)
       values ($1, 'ADMIN', 'a', 'a@bench', 'A', 'none')`,
      [adminId],
    );
    await connection.query(
      `insert into clients (id, name) select gen_random_uuid(), 'Lender ' || n from generate_series(1, 3) n`,
    );
    await connection.query(
      `insert into users (id, role, username, email, full_name, password_hash)
       select gen_random_uuid(), 'MANAGER', 'm' || n, 'm' || n || '@bench', 'M' || n, 'none'
       from generate_series(1, greatest($1::int / 20, 1)) n`,
      [agents],
    );
    await connection.query(
      `with leads as (select array_agg(id order by username) as ids from users where role = 'MANAGER')
       insert into users (id, role, username, email, full_name, password_hash, manager_id)
       select gen_random_uuid(), case when n % 3 = 0 then 'FIELD_AGENT' else 'COLLECTOR' end, 'c' || n, 'c' || n || '@bench',
         'C' || n, 'none', leads.ids[1 + n % cardinality(leads.ids)] from generate_series(1, $1::int) n, leads`,
      [agents],
    );
    await connection.query(
      `with lenders as (select array_agg(id order by name) as ids from clients)
       insert into loans (id, loan_number, client_id, customer_name, mobile_number, total_due_amount, bucket, product)
       select gen_random_uuid(), 'LN' || n, lenders.ids[1 + n % 3], 'Asha ' || n % 977, '9' || lpad(n::text, 9, '0'),
         1000 + n % 9000, (n % 7)::text, (array['Bike', 'Gold', 'Personal'])[1 + n % 3]
       from generate_series(1, $1::int) n, lenders`,
      [Math.ceil(payments / 2)],
    );
    await connection.query(
      `with staff as (select array_agg(id order by username) as ids, array_agg(manager_id order by username) as leads
         from users where role in ('COLLECTOR', 'FIELD_AGENT')),
       book as (select id, client_id, row_number() over (order by loan_number) as n, count(*) over () as all_loans from loans),
       told as (select n, 1 + n % max_n as loan_n from generate_series(1, $1::int) n, (select max(n) as max_n from book) x)
       insert into payments (id, client_id, loan_id, source, sheet_id, row, amount, applied_amount, paid_on, collector_id,
         manager_id, holder_id, leader_id, payment_key, created_by)
       select gen_random_uuid(), b.client_id, b.id, 'PAYMENT', $2, t.n, 500 + t.n % 9000, 500 + t.n % 9000,
         $3::date + (t.n % 31)::int, s.ids[1 + t.loan_n % cardinality(s.ids)], s.leads[1 + t.loan_n % cardinality(s.ids)],
         null, null, t.n::text, $2
       from told t join book b on b.n = t.loan_n cross join staff s`,
      [payments, adminId, MONTH],
    );
    for (const role of ['COLLECTOR', 'FIELD_AGENT', 'MANAGER'])
      await connection.query(
        `insert into incentive_structures (id, client_id, role_type, valid_from, terms)
         select gen_random_uuid(), id, $1::text, '2025-01-01', $2::jsonb from clients`,
        [role, terms],
      );
    await connection.query('vacuum analyze');
  } finally {
    connection.release(true);
  }
}

/** What nobody can do without: every payment of the month, by agent and manager and by what slabs ask for. */
async function bareMs(pool: Pool): Promise<number> {
  const start = performance.now();
  await pool.query(
    `select p.client_id, p.collector_id, p.manager_id, lower(l.bucket), lower(l.product), sum(p.amount), count(*)
     from payments p join loans l on l.id = p.loan_id
     where p.reversed_at is null and p.paid_on between $1 and $2 group by 1, 2, 3, 4, 5`,
    [MONTH, LAST_DAY],
  );
  return performance.now() - start;
}

const UNDONE = 'undone';

/** Closes the month: statements, lines and all; undone, so that it can be closed again. */
async function closeMs(pool: Pool): Promise<number> {
  let ms = 0;
  const start = performance.now();
  await drizzle({ client: pool })
    .transaction(async (tx) => {
      const state = { month: MONTH, closedAt: null, lastClosed: null, closable: MONTH };
      const { people } = await keepMonth(tx, state, 'Asia/Kolkata');
      ms = performance.now() - start;
      if (people < agents) throw new Error(`Only ${people} people have a statement.`);
      throw new Error(UNDONE);
    })
    .catch((error: unknown) => {
      if (!(error instanceof Error) || error.message !== UNDONE) throw error;
    });
  return ms;
}

/** A month of 500 agents and 200,000 payments closed, beside one bare aggregation of them. */
export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'recoup-month-close-'));
  const postgres = await startEmbeddedPostgres(join(folder, 'database'));
  const pool = createPool(postgres.url, 2);
  try {
    await migrate(postgres.url);
    await fill(pool);
    const ours: number[] = [];
    const peers: number[] = [];
    await bareMs(pool);
    await closeMs(pool);
    for (let count = 0; count < REPEATS; count += 1) {
      peers.push(await bareMs(pool));
      ours.push(await closeMs(pool));
    }
    const name = `closing a month: ${agents} agents, ${payments} payments, beside one aggregation`;
    return [repeatedRow(name, ours, peers, { atMost: MOST_TIMES }, 'ms')];
  } finally {
    await pool.end();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
