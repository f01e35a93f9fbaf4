import type { Pool } from 'pg';
import { newId } from '../server/ids.ts';
import { trainInThread } from '../server/predictions/training-thread.ts';
import { benchRow } from './bench-row.mts';
import type { BenchRow } from './bench-row.mts';
import { forgetPeak, peakMb } from './import-server.mts';
import type { BenchServer } from './import-server.mts';
import { makeMillionLoans } from './million-loans.mts';
import { makeOrganisation, trainingTask } from './prediction.mts';
import { onOwnDatabase, onServer } from './own-database.mts';

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

/** Fills the database; the token of an admin. */
async function fill(pool: Pool): Promise<string> {
  const { admin } = await makeMillionLoans(pool, CONTACTS_OF_EACH, LOANS);
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
  return admin.token;
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

const pollMs = 250;

/** Has all loans scored by the job of the running server; the seconds from asking to the end. */
async function scoreAll(pool: Pool, server: BenchServer, token: string): Promise<number> {
  const answer = await fetch(`${server.url}/api/v1/recovery/scores`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  if (!answer.ok) throw new Error(`Scoring was refused: ${await answer.text()}`);
  for (;;) {
    const { rows } = await pool.query<{ open: number; seconds: number; done: number }>(
      `select count(*) filter (where state in ('WAITING', 'RUNNING'))::int as open,
         (array_agg(extract(epoch from finished_at - created_at)::float8 order by id desc))[1] as seconds,
         (array_agg(done order by id desc))[1] as done from recovery_scorings`,
    );
    const [state] = rows;
    if (state?.open === 0) {
      if (state.done !== LOANS) throw new Error(`Only ${state.done} loans were scored.`);
      return state.seconds;
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/** Scores twice in the built server: the first inserts the scores, the second (as each night) changes them. */
async function measure(pool: Pool, server: BenchServer, token: string): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  await forgetPeak(server.pid);
  for (const what of ['first', 'again']) {
    const seconds = await scoreAll(pool, server, token);
    console.error(`  ${what}: ${LOANS} loans in ${seconds.toFixed(1)} s`);
    const name = `Score a million through the database, ${what} (${LOANS} measured)`;
    rows.push(benchRow(name, (seconds * 1e6) / LOANS, null, { atMost: MOST_SECONDS }, 's'));
  }
  const memory = await peakMb(server.pid);
  return [
    ...rows,
    benchRow('Memory of the server meanwhile', memory, null, { atMost: MOST_MB }, 'MB'),
  ];
}

/** All loans scored by the built server's job, by a model of the generated organisation. */
export async function run(): Promise<BenchRow[]> {
  return onOwnDatabase(async (own) => {
    const { pool } = own;
    const token = await fill(pool);
    await addModel(pool);
    // Else the server begins with the night's scoring by itself.
    await pool.query(
      `insert into recovery_scorings (id, state, finished_at, model_version) values ($1, 'DONE', now(), 1)`,
      [newId()],
    );
    return onServer(own, async (server) => measure(pool, server, token));
  });
}
