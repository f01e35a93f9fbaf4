import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { createPool } from '../server/database/connection.ts';
import { startEmbeddedPostgres } from '../server/database/embedded-postgres.ts';
import { migrate } from '../server/database/migrate.ts';
import { newId } from '../server/ids.ts';
import { scoreOnce } from '../server/predictions/scoring-service.ts';
import { trainInThread } from '../server/predictions/training-thread.ts';
import { readSettings } from '../server/settings.ts';
import { prepareServer } from '../server/start.ts';
import { benchRow } from './bench-row.mts';
import type { BenchRow } from './bench-row.mts';
import { makeMillionLoans } from './million-loans.mts';
import { makeOrganisation, trainingTask } from './prediction.mts';

/** How many loans are scored; fewer than a million are told per million. */
const LOANS = Number(process.env['SCORED_LOANS'] ?? 1_000_000);
/** Four contacts of every second loan. */
const CONTACTS_OF_EACH = 4;
/** The limits: five minutes for a million, half a gigabyte. */
const MOST_SECONDS = 300;
const MOST_MB = 500;

// Every third loan paid three times, every fourth promised twice, every tenth was told otherwise by a later file.
const facts = [
  `insert into payments (id, client_id, loan_id, source, sheet_id, row, amount, applied_amount, paid_on, payment_key, created_by, created_at)
   select gen_random_uuid(), l.client_id, l.id, 'PAYMENT', l.id, n, 500, 500, current_date - 20 * n, gen_random_uuid()::text,
     '00000000-0000-7000-8d00-000000000000', now() - n * interval '20 days'
   from loans l cross join generate_series(1, 3) n where right(l.id::text, 9)::int % 3 = 0`,
  `insert into promises (id, loan_id, agent_id, amount, made_at, made_on, due_on, state)
   select gen_random_uuid(), l.id, l.collector_id, 500, now() - n * interval '15 days', current_date - 15 * n,
     current_date - 15 * n + 5, case when n = 1 then 'KEPT' else 'BROKEN' end
   from loans l cross join generate_series(1, 2) n where right(l.id::text, 9)::int % 4 = 0`,
  `insert into loan_past_figures (loan_id, span, until, due_date, dpd, due_amount)
   select l.id, now() - interval '20 days', now() - interval '20 days', l.due_date - 30, l.dpd, l.total_due_amount
   from loans l where right(l.id::text, 9)::int % 10 = 0`,
];

async function fill(pool: Pool): Promise<void> {
  await makeMillionLoans(pool, CONTACTS_OF_EACH, LOANS);
  const client = await pool.connect();
  try {
    await client.query(
      `set statement_timeout = 0; set session_replication_role = replica; set synchronous_commit = off`,
    );
    for (const statement of facts) await client.query(statement);
    await client.query('vacuum analyze');
  } finally {
    client.release(true);
  }
}

async function addModel(pool: Pool): Promise<void> {
  // In a thread, as the server trains: what it took is given back before the loans are scored.
  const task = trainingTask(makeOrganisation(false, 2000));
  const { model } = await trainInThread(task, new AbortController().signal);
  if (model === null) throw new Error('No model came of the generated organisation.');
  await pool.query(
    `insert into recovery_models (id, version, state, is_used, model) values ($1, 1, 'TRIED', true, $2)`,
    [newId(), JSON.stringify(model)],
  );
}

/** Scores twice: the first inserts the scores, the second (as each night) changes them. */
async function measure(pool: Pool, url: string, folder: string): Promise<BenchRow[]> {
  const DATA_DIR = join(folder, 'data');
  const settings = readSettings({
    LOG_LEVEL: 'silent',
    DATABASE_URL: url,
    DATA_DIR,
    DEMO: '0',
  });
  const parts: { stop(): Promise<void> }[] = [];
  const { context, upkeep } = await prepareServer(settings, (part) => parts.unshift(part));
  await upkeep.stop();
  let memory = 0;
  const watch = setInterval(() => {
    memory = Math.max(memory, process.memoryUsage.rss() / 1e6);
  }, 200);
  try {
    const rows: BenchRow[] = [];
    for (const what of ['first', 'again']) {
      const id = newId();
      await pool.query(`insert into recovery_scorings (id) values ($1)`, [id]);
      const began = performance.now();
      await scoreOnce(context, id, new AbortController().signal);
      const seconds = (performance.now() - began) / 1000;
      console.error(`  ${what}: ${LOANS} loans in ${seconds.toFixed(1)} s`);
      const name = `Score a million through the database, ${what} (${LOANS} measured)`;
      rows.push(benchRow(name, (seconds * 1e6) / LOANS, null, { atMost: MOST_SECONDS }, 's'));
    }
    return [
      ...rows,
      benchRow('Memory of the process meanwhile', memory, null, { atMost: MOST_MB }, 'MB'),
    ];
  } finally {
    clearInterval(watch);
    for (const part of parts) await part.stop();
  }
}

/** All loans scored by the job, through the database, beside a model of the generated organisation. */
export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'recoup-scoring-'));
  const postgres = await startEmbeddedPostgres(join(folder, 'database'));
  const pool = createPool(postgres.ownerUrl, 2);
  try {
    await migrate(postgres.ownerUrl);
    await fill(pool);
    await addModel(pool);
    return await measure(pool, postgres.ownerUrl, folder);
  } finally {
    await pool.end();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
