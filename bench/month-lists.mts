import { join } from 'node:path';
import type { Pool } from 'pg';
import { readBoard } from '../server/agent-board/agent-board.ts';
import type { Context } from '../server/context.ts';
import { listStatements, readStatement } from '../server/incentives/incentive-statements.ts';
import { listRevenues } from '../server/revenue/employee-revenue.ts';
import { sendInvoice } from '../server/revenue/invoice-commands.ts';
import { listInvoiceLines } from '../server/revenue/invoice-line-rows.ts';
import { listInvoices, readInvoice } from '../server/revenue/invoice-rows.ts';
import { readSettings } from '../server/settings.ts';
import { prepareServer } from '../server/start.ts';
import { listTargets } from '../server/targets/target-list.ts';
import { actorOf } from './active-loans.mts';
import { benchRow, median } from './bench-row.mts';
import type { BenchRow } from './bench-row.mts';
import { agents, LAST_DAY, MONTH, payments, withMonth } from './month-books.mts';

/** What somebody who opens a list waits for without wondering. */
const MOST_MS = 1000;
const REPEATS = 5;
const PAGE = { page: 1, pageSize: 50 };

const terms = JSON.stringify({
  rates: [
    {
      product: 'Gold',
      bucket: null,
      mode: null,
      ageFrom: null,
      ageTo: null,
      slabs: [{ fromAmount: 0, basisPoints: 400 }],
    },
    {
      product: null,
      bucket: '6',
      mode: null,
      ageFrom: null,
      ageTo: null,
      slabs: [{ fromAmount: 0, basisPoints: 1200 }],
    },
    {
      product: null,
      bucket: null,
      mode: null,
      ageFrom: null,
      ageTo: null,
      slabs: [
        { fromAmount: 0, basisPoints: 500 },
        { fromAmount: 50_000_000, basisPoints: 650 },
      ],
    },
  ],
  minimumFee: null,
  visitFee: 150,
  settlementFee: 500,
  gstBasisPoints: 1800,
  tdsBasisPoints: 200,
});

/** Agreements of all lenders, a draft for each, and who sends; returns the drafts' ids. */
async function agree(pool: Pool): Promise<string[]> {
  await pool.query(
    `insert into fee_agreements (id, client_id, valid_from, terms) select gen_random_uuid(), id, '2025-01-01', $1 from clients`,
    [terms],
  );
  await pool.query(`insert into invoicing_details (details) values ($1)`, [
    JSON.stringify({ name: 'Agency', prefix: 'AG', address: '', gst: '', pan: '' }),
  ]);
  const { rows } = await pool.query<{ id: string }>(
    `insert into invoices (id, client_id, month, state) select gen_random_uuid(), id, $1, 'DRAFT' from clients returning id`,
    [MONTH],
  );
  await pool.query('analyze');
  return rows.map(({ id }) => id);
}

async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  await work();
  for (let count = 0; count < REPEATS; count += 1) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return median(times);
}

async function idOf(pool: Pool, role: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from users where role = $1 order by username limit 1',
    [role],
  );
  return rows[0]?.id ?? '';
}

async function measureLists(context: Context, pool: Pool): Promise<BenchRow[]> {
  const [draft = ''] = await agree(pool);
  const admin = actorOf('ADMIN', await idOf(pool, 'ADMIN'));
  const collector = actorOf('COLLECTOR', await idOf(pool, 'COLLECTOR'));
  const manager = actorOf('MANAGER', await idOf(pool, 'MANAGER'));
  const found: BenchRow[] = [];
  const measure = async (what: string, work: () => Promise<unknown>) => {
    const name = `${what}: ${agents} agents, ${payments} payments`;
    found.push(benchRow(name, await medianMs(work), null, { atMost: MOST_MS }, 'ms'));
  };
  const query = { ...PAGE, month: MONTH };
  await measure('invoices, three drafts', () => listInvoices(context, admin, PAGE));
  await measure('a draft', () => readInvoice(context, admin, draft));
  await measure('lines of a draft', () => listInvoiceLines(context, admin, draft, PAGE));
  const { total, taxes } = await readInvoice(context, admin, draft);
  await sendInvoice(context, admin, draft, { total, taxes });
  await measure('invoices, two drafts', () => listInvoices(context, admin, PAGE));
  await measure('a sent invoice', () => readInvoice(context, admin, draft));
  await measure('lines of a sent invoice', () => listInvoiceLines(context, admin, draft, PAGE));
  await measure('revenues', () => listRevenues(context, query));
  await measure('targets', () => listTargets(context, admin, query));
  await measure('leadership board', () => readBoard(context, admin, { from: MONTH, to: LAST_DAY }));
  await measure('statements', () => listStatements(context, admin, query));
  await measure('a manager’s statement', () =>
    readStatement(context, manager, manager.userId, MONTH),
  );
  await measure('an agent’s statement', () =>
    readStatement(context, collector, collector.userId, MONTH),
  );
  return found;
}

/** Lists and pages of what a month's work was worth, read as a browser asks for them. */
export async function run(): Promise<BenchRow[]> {
  return withMonth(async ({ pool, url, folder }) => {
    const settings = readSettings({
      LOG_LEVEL: 'silent',
      DATABASE_URL: url,
      DATA_DIR: join(folder, 'data'),
      DEMO: '0',
    });
    const parts: { stop(): Promise<void> }[] = [];
    const { context, upkeep } = await prepareServer(settings, (part) => parts.unshift(part));
    await upkeep.stop();
    try {
      return await measureLists(context, pool);
    } finally {
      for (const part of parts) await part.stop();
    }
  });
}
