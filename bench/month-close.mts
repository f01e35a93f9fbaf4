import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import { keepMonth } from '../server/incentives/incentive-closing.ts';
import { repeatedRow } from './bench-row.mts';
import type { BenchRow } from './bench-row.mts';
import { agents, LAST_DAY, MONTH, payments, withMonth } from './month-books.mts';

/** Closing a month against one bare aggregation of the same payments, whose sums nobody keeps. */
const MOST_TIMES = 3;
const REPEATS = 5;

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
  return withMonth(async ({ pool }) => {
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
  });
}
