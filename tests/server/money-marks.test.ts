import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../support/postgres.ts';
import type { TestDatabase } from '../support/postgres.ts';

/* Money marks the promises and settlements of its loan to be judged anew: by triggers whose plans a session keeps (0083). */

const LOANS = 3000;
const loanId = (n: string) => `('00000000-0000-7000-8e00-' || lpad((${n})::text, 12, '0'))::uuid`;
const [client, agent] = [1, 2].map((n) => `00000000-0000-7000-8000-00000000000${n}`);

let database: TestDatabase;
/** Its first payment: of one loan, while nothing was promised. */
let early: Client;
/** Its first payments: of thousands of loans. */
let bulky: Client;

const pay = async (session: Client, first: number, last = first): Promise<unknown> =>
  session.query(
    `insert into payments (id, client_id, loan_id, source, sheet_id, row, amount, applied_amount, paid_on, payment_key, created_by)
     select gen_random_uuid(), $1, ${loanId('n')}, 'PAYMENT', $2, n, 5, 5, current_date, n, $2
     from generate_series(${first}::int, ${last}::int) n`,
    [client, agent],
  );

/** How many rows of the table the session has read, in whatever way, as far as that was not told of yet. */
async function readOf(session: Client, table: string): Promise<number> {
  const { rows } = await session.query<{ n: number }>(
    `select (seq_tup_read + idx_tup_fetch)::int as n from pg_stat_xact_user_tables where relname = $1`,
    [table],
  );
  return rows[0]?.n ?? 0;
}

/** Pays in a transaction that leaves nothing: how many rows of the table that read, and which loans' it marked. */
async function paid(session: Client, table: string, first: number, last = first) {
  await session.query('begin');
  try {
    const before = await readOf(session, table);
    await pay(session, first, last);
    const read = (await readOf(session, table)) - before;
    const { rows } = await session.query<{ n: number }>(
      `select right(loan_id::text, 12)::int as n from ${table} where is_stale order by 1`,
    );
    return { read, marked: rows.map(({ n }) => n) };
  } finally {
    await session.query('rollback');
  }
}

async function connected(): Promise<Client> {
  const session = new Client({ connectionString: database.ownerUrl });
  await session.connect();
  return session;
}

beforeAll(async () => {
  database = await testDatabase();
  early = await connected();
  await early.query('insert into clients (id, name) values ($1, $2)', [client, 'Lender']);
  await early.query(
    `insert into users (id, role, username, email, full_name, password_hash)
     values ($1, 'COLLECTOR', 'agent', 'agent@marks', 'Agent', 'none')`,
    [agent],
  );
  await early.query(
    `insert into loans (id, loan_number, client_id, customer_name)
     select ${loanId('n')}, 'M' || n, $1, 'Asha' from generate_series(1, ${LOANS}) n`,
    [client],
  );
  await paid(early, 'promises', 1);
  await early.query(
    `insert into dispositions (id, loan_id, channel, agent_id, code, disposition_class, recorded_at)
     select gen_random_uuid(), id, 'CALL', $1, 'PTP', 'PTP', now() from loans`,
    [agent],
  );
  await early.query(
    `insert into promises (id, loan_id, agent_id, amount, made_at, made_on, due_on, is_stale)
     select id, loan_id, agent_id, 5, now(), current_date, current_date, false from dispositions`,
  );
  await early.query(
    `insert into settlements (id, loan_id, client_id, state, kind, offered_amount, due_amount, valid_until, instalments, reason,
       proposed_by, proposed_at, offered_on, maker_id, is_flagged, is_restructuring, grace_days, letter_at)
     select gen_random_uuid(), id, client_id, 'WITHDRAWN', 'ONE_TIME', 5, 10, current_date, '[]', 'OTHER',
       $1, now(), current_date, $1, false, false, 0, now() from loans`,
    [agent],
  );
  await early.query('analyze loans, promises, settlements');
  bulky = await connected();
  await paid(bulky, 'promises', 1, LOANS);
});

afterAll(async () => {
  await early.end();
  await bulky.end();
  await database.close();
});

describe.each([
  ['of one loan, before anything was promised', () => early],
  ['of thousands of loans', () => bulky],
])('a session whose first payments were %s', (_, its) => {
  it.each(['promises', 'settlements'])(
    "marks a paid loan's %s alone, and reads no others",
    async (table) => {
      const { read, marked } = await paid(its(), table, 7);
      expect(marked).toEqual([7]);
      expect(read).toBeLessThan(10);
    },
  );
});
