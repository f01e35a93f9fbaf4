import type { Pool } from 'pg';
import type { AllocationRunDetail, RunState } from '../contract/allocation-run.ts';
import { newId } from '../server/ids.ts';
import { benchRow } from './bench-row.mts';
import type { BenchRow } from './bench-row.mts';
import type { BenchServer } from './import-server.mts';
import { makeMillionLoans } from './million-loans.mts';
import { onOwnDatabase, onServer } from './own-database.mts';

/** How many loans are shared out: `ALLOCATION_LOANS=100000` for a quick look. */
const loans = Number(process.env['ALLOCATION_LOANS'] ?? 1_000_000);
const RULES = 20;
const AGENTS_PER_RULE = 25;
const MOST_TIMES = 3;
/** Somebody at work on loans of the run waits at most so long for a piece of it. */
const MOST_WAIT_MS = 2_000;
const pollMs = 100;

/** Nobody has a loan, and no index is worn by an earlier run. */
async function takeAllBack(pool: Pool): Promise<void> {
  await pool.query('set statement_timeout = 0');
  await pool.query('truncate allocations');
  await pool.query('set session_replication_role = replica');
  await pool.query('update loans set collector_id = null, manager_id = null');
  await pool.query('set session_replication_role = origin');
  await pool.query('vacuum full analyze loans');
  await pool.query('checkpoint');
}

/** Twenty rules over city, product, dues, days past due and pincodes, each for its own agents; nine in ten loans are taken. */
async function makeRules(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from users where role = 'COLLECTOR' order by id`,
  );
  const products = ['Gold', 'Car', 'Home', 'Personal'];
  for (let n = 0; n < RULES; n += 1) {
    const from = (n % 5) * 36;
    const spec = {
      conditions: [
        { field: 'Product', is: 'in', values: [products[n % 4]] },
        { field: 'DPD', is: 'between', values: [String(from), String(from + 32)] },
        { field: 'Total_Due_Amount', is: 'between', values: ['0', '10000000'] },
        {
          field: 'Pincode',
          is: 'in',
          values: Array.from({ length: 1000 }, (_, at) => String(400_000 + at * 9)).concat('40'),
        },
      ],
      kind: 'COLLECTOR',
      assigneeIds: rows
        .slice(n * AGENTS_PER_RULE, (n + 1) * AGENTS_PER_RULE)
        .map((person) => person.id),
      spread: n % 2 === 0 ? 'EQUAL_COUNT' : 'EQUAL_AMOUNT',
      isSticky: false,
      matchesSkills: false,
    };
    await pool.query(
      'insert into allocation_rules (id, name, position, spec) values ($1, $2, $3, $4)',
      [newId(), `Rule ${n + 1}`, n + 1, JSON.stringify(spec)],
    );
  }
}

/** One bare UPDATE of the same rows: somebody has each of them, and nothing else happens. */
async function bareUpdate(pool: Pool): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    const start = performance.now();
    await client.query(`update loans l set collector_id = c.id from (select id, row_number() over (order by id) as n
      from users where role = 'COLLECTOR') c where c.n = 1 + abs(hashtext(l.id::text)) % 500`);
    return (performance.now() - start) / 1000;
  } finally {
    client.release(true);
  }
}

interface RunTimes {
  readonly planning: number;
  readonly applying: number;
  readonly longestWaitMs: number;
  readonly run: AllocationRunDetail;
}

async function call<Answer>(
  server: BenchServer,
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const answer = await fetch(`${server.url}/api/v1/loans/allocation-runs${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const found = (await answer.json()) as Answer;
  if (!answer.ok) throw new Error(JSON.stringify(found));
  return found;
}

async function until(
  server: BenchServer,
  token: string,
  id: string,
  state: RunState,
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<AllocationRunDetail> {
  for (;;) {
    const run = await call<AllocationRunDetail>(server, token, 'GET', `/${id}`);
    if (run.state === state) return run;
    if (run.state === 'FAILED') throw new Error(run.error ?? 'The run failed.');
    await meanwhile();
    await new Promise((resolve) => {
      setTimeout(resolve, pollMs);
    });
  }
}

/** Notes on any loan of the book how long somebody who works on it has to wait for its lock. */
function waiting(pool: Pool) {
  let longestMs = 0;
  return {
    look: async (): Promise<void> => {
      const n = 1 + Math.floor(Math.random() * loans);
      const start = performance.now();
      await pool.query(
        `select 1 from loans where id = ('00000000-0000-7000-8e00-0' || lpad($1::text, 11, '0'))::uuid for no key update`,
        [n],
      );
      longestMs = Math.max(longestMs, performance.now() - start);
    },
    longest: () => longestMs,
  };
}

async function timeRun(server: BenchServer, pool: Pool, token: string): Promise<RunTimes> {
  const wait = waiting(pool);
  const start = performance.now();
  const { _id: id } = await call<AllocationRunDetail>(server, token, 'POST', '', {
    kind: 'COLLECTOR',
    usesRules: true,
  });
  await until(server, token, id, 'PLANNED', wait.look);
  const middle = performance.now();
  await call(server, token, 'PUT', `/${id}/confirm`);
  const run = await until(server, token, id, 'DONE', wait.look);
  const end = performance.now();
  return {
    planning: (middle - start) / 1000,
    applying: (end - middle) / 1000,
    longestWaitMs: wait.longest(),
    run,
  };
}

/** A run that only says it is done would be the fastest of all. */
async function proveGivenOut(pool: Pool, run: AllocationRunDetail): Promise<void> {
  const { rows } = await pool.query<{ held: number; open: number }>(
    `select (select count(*)::int from loans where collector_id is not null) as held,
      (select count(*)::int from allocations where kind = 'COLLECTOR' and ended_at is null) as open`,
  );
  const given = run.takenByRules + run.sharedOut;
  if (rows[0]?.held !== given || rows[0].open !== given || given === 0)
    throw new Error(`Given out ${given}, but found ${JSON.stringify(rows[0])}.`);
}

/**
 * All loans of the book shared out to 500 agents by 20 rules through the built server, from the order to the last loan
 * given out, beside one bare UPDATE of the same rows in the same database.
 */
export async function run(): Promise<BenchRow[]> {
  return onOwnDatabase(async (own) => {
    const { pool } = own;
    const { admin } = await makeMillionLoans(pool, 1, loans);
    await makeRules(pool);
    await takeAllBack(pool);
    const bare = await bareUpdate(pool);
    await takeAllBack(pool);
    const times = await onServer(own, async (server) => timeRun(server, pool, admin.token));
    await proveGivenOut(pool, times.run);
    const { planning, applying, longestWaitMs, run: done } = times;
    console.error(
      `  planning ${planning.toFixed(1)} s, giving out ${applying.toFixed(1)} s, by rules ${done.takenByRules}, shared ${done.sharedOut}, left ${done.leftOver}`,
    );
    const what = `${loans / 1000}k loans to 500 agents by 20 rules`;
    return [
      benchRow(`${what} : one bare UPDATE`, planning + applying, bare, { atMost: MOST_TIMES }, 's'),
      benchRow(
        `${what}, longest wait for a loan`,
        longestWaitMs,
        null,
        { atMost: MOST_WAIT_MS },
        'ms',
      ),
    ];
  });
}
