import { drizzle } from 'drizzle-orm/node-postgres';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import Papa from 'papaparse';
import type { Pool } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { ActivitySheet } from '../contract/activity-sheet.ts';
import { openSession } from '../server/identity/session.ts';
import { newId } from '../server/ids.ts';
import { benchRow } from './bench-row.mts';
import type { BenchRow } from './bench-row.mts';
import type { BenchServer } from './import-server.mts';
import { onOwnDatabase, onServer } from './own-database.mts';

/** Loans of the lender and rows of the bank's list: `BANK_PAID_LOANS=100000 BANK_PAID_ROWS=10000` for a quick look. */
const loans = Number(process.env['BANK_PAID_LOANS'] ?? 1_000_000);
const rows = Number(process.env['BANK_PAID_ROWS'] ?? 100_000);
/** Reading, checking and matching, and posting, against a bare parse, COPY and one UPDATE of the same rows. */
const MOST_TIMES = 3;
const pollMs = 50;
const client = 'Bench Bank';

async function fill(pool: Pool): Promise<string> {
  const adminId = newId();
  const clientId = newId();
  const connection = await pool.connect();
  try {
    await connection.query(`set statement_timeout = 0; set session_replication_role = replica`);
    await connection.query('insert into clients (id, name) values ($1, $2)', [clientId, client]);
    await connection.query(
      `insert into users (id, role, username, email, full_name, password_hash) values ($1, 'ADMIN', 'a', 'a@bench', 'A', 'none')`,
      [adminId],
    );
    await connection.query(
      `insert into loans (id, loan_number, client_id, customer_name, mobile_number, total_due_amount, bucket)
       select gen_random_uuid(), 'LN' || n, $1, 'Asha ' || n % 977, '9' || lpad(n::text, 9, '0'), 1000 + n % 9000, (n % 7)::text
       from generate_series(1, $2::int) n`,
      [clientId, loans],
    );
    await connection.query('vacuum analyze loans');
  } finally {
    connection.release(true);
  }
  return adminId;
}

/** Every tenth row pays a part, every tenth too much, every twentieth is no loan of ours; the others pay the whole. */
function bankList(): string {
  const lines = ['LAN,Amount Paid,Date,UTR No'];
  const step = Math.max(1, Math.floor(loans / rows));
  for (let n = 1; n <= rows; n += 1) {
    const number = n * step;
    const due = 1000 + (number % 9000);
    const amount = n % 10 === 1 ? due - 10 : n % 10 === 2 ? due + 10 : due;
    lines.push(`${n % 20 === 3 ? 'XX' : 'LN'}${number},${amount},05-11-2025,U${n}`);
  }
  return lines.join('\n');
}

/** What nobody can do without: parsing, COPY, one join and one UPDATE of what it found, rolled back. */
async function bare(pool: Pool, list: string): Promise<number> {
  const connection = await pool.connect();
  try {
    await connection.query('set statement_timeout = 0');
    const start = performance.now();
    const parsed = Papa.parse<string[]>(list).data.slice(1);
    await connection.query('begin');
    await connection.query(
      'create temporary table told (number text, amount bigint) on commit drop',
    );
    const lines = Readable.from(parsed.map(([number, amount]) => `${number}\t${amount}\n`));
    await pipeline(lines, connection.query(copyFrom('copy told from stdin')));
    await connection.query('analyze told');
    await connection.query(`update loans l set total_due_amount = greatest(l.total_due_amount - t.amount, 0), paid_amount = t.amount,
      status = case when t.amount >= l.total_due_amount then 'PAID' else l.status end from told t where l.loan_number = t.number`);
    const took = performance.now() - start;
    await connection.query('rollback');
    return took / 1000;
  } finally {
    connection.release(true);
  }
}

async function until(
  server: BenchServer,
  token: string,
  id: string,
  state: ActivitySheet['state'],
): Promise<ActivitySheet> {
  for (;;) {
    const answer = await fetch(`${server.url}/api/v1/activity-sheets/${id}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const sheet = (await answer.json()) as ActivitySheet;
    if (sheet.state === state) return sheet;
    if (sheet.state === 'FAILED' || sheet.error !== null) throw new Error(JSON.stringify(sheet));
    await new Promise((resolve) => {
      setTimeout(resolve, pollMs);
    });
  }
}

/** Uploads the list and confirms it. Seconds of each. */
async function ours(server: BenchServer, token: string, list: string) {
  const headers = { authorization: `Bearer ${token}` };
  const form = new FormData();
  form.append('kind', 'BANK_PAID');
  form.append('Client_Name', client);
  form.append('file', new Blob([list]), 'paid.csv');
  const start = performance.now();
  const sent = await fetch(`${server.url}/api/v1/activity-sheets`, {
    method: 'POST',
    headers,
    body: form,
  });
  if (!sent.ok) throw new Error(await sent.text());
  const { _id } = (await sent.json()) as ActivitySheet;
  const pending = await until(server, token, _id, 'PENDING');
  const matched = performance.now();
  const confirmed = await fetch(`${server.url}/api/v1/loans/bankpaid/verify`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ _id }),
  });
  if (!confirmed.ok) throw new Error(await confirmed.text());
  await until(server, token, _id, 'DONE');
  const posted = performance.now();
  console.error(JSON.stringify(pending.counts));
  return { matching: (matched - start) / 1000, posting: (posted - matched) / 1000 };
}

/** A bank's list of 100,000 rows against a lender's 1,000,000 loans: told apart, then posted, by the built server. */
export async function run(): Promise<BenchRow[]> {
  return onOwnDatabase(async (own) => {
    const { pool } = own;
    const adminId = await fill(pool);
    const { token } = await openSession(drizzle({ client: pool }), { id: adminId, role: 'ADMIN' });
    return onServer(own, async (server) => {
      const list = bankList();
      const peer = await bare(pool, list);
      await pool.query('vacuum loans');
      const { matching, posting } = await ours(server, token, list);
      const words = `${rows.toLocaleString('en-IN')} bank-paid rows against ${loans.toLocaleString('en-IN')} loans`;
      return [
        benchRow(`${words}: told apart`, matching, peer, { atMost: MOST_TIMES }, 's'),
        benchRow(`${words}: posted`, posting, peer, { atMost: MOST_TIMES }, 's'),
      ];
    });
  });
}
