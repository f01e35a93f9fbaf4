import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool, PoolClient } from 'pg';
import type { Role } from '../contract/roles.ts';
import { openSession } from '../server/identity/session.ts';

/** How many loans lie in the database of these measurements. */
const LOANS = 1_000_000;
const CLIENTS = 10;
const MANAGERS = 50;
const COLLECTORS = 500;

/** Who looks at the loans: one collector (some 2,000 loans), its manager (20,000) and an admin (all). */
export interface Onlookers {
  readonly collector: { id: string; token: string };
  readonly manager: { id: string; token: string };
  readonly admin: { id: string; token: string };
}

const numbered = (prefix: string, column: string, count: number) =>
  `('${prefix}' || lpad((${column} % ${count})::text, 11, '0'))::uuid`;
const clientOf = (n: string) => numbered('00000000-0000-7000-8c00-0', n, CLIENTS);
const managerOf = (n: string) => numbered('00000000-0000-7000-8a00-0', n, MANAGERS);
const collectorOf = (n: string) => numbered('00000000-0000-7000-8b00-0', n, COLLECTORS);

const people = [
  `insert into clients (id, name) select ${clientOf('n')}, 'Lender ' || n from generate_series(0, ${CLIENTS - 1}) n`,
  `insert into users (id, role, username, email, full_name, password_hash)
   select ${managerOf('n')}, 'MANAGER', 'm' || n, 'm' || n || '@bench', 'Manager ' || n, 'none' from generate_series(0, ${MANAGERS - 1}) n`,
  `insert into users (id, role, username, email, full_name, password_hash, manager_id)
   select ${collectorOf('n')}, 'COLLECTOR', 'c' || n, 'c' || n || '@bench', 'Collector ' || n, 'none', ${managerOf('n')}
   from generate_series(0, ${COLLECTORS - 1}) n`,
  `insert into users (id, role, username, email, full_name, password_hash)
   values ('00000000-0000-7000-8d00-000000000000', 'ADMIN', 'a', 'a@bench', 'Admin', 'none')`,
];

const words = `insert into loan_search (loan_id, words)
  select id, loan_words(customer_name, loan_number, mobile_number, alternate_mobile_number, address, city, pincode) from loans`;

// Every second loan was worked; loans of one collector are scattered over the table, as they are in life. The row
// triggers and the index of words are left out while loading and made up for in the statements themselves.
const loans = (
  count: number,
) => `insert into loans (id, loan_number, client_id, customer_name, mobile_number, address, city, state, pincode, product,
    bucket, dpd, loan_amount, emi_amount, principal_outstanding, total_due_amount, due_date, other_columns, collector_id,
    manager_id, disposition, disposition_class, disposition_at, batch_no, created_at)
  select ('00000000-0000-7000-8e00-0' || lpad(n::text, 11, '0'))::uuid, 'LN' || n, ${clientOf('n')}, name, phone,
    n % 900 || ' Station Road', city, 'Maharashtra', (400000 + n % 9000)::text, (array['Gold', 'Car', 'Home', 'Personal'])[1 + n % 4],
    (n % 7)::text, n % 180, n % 1000 * 1000, n % 50 * 100, n % 777 * 900, n % 99991 * 7, date '2026-01-05' + n % 28, '{}',
    ${collectorOf('x')}, ${managerOf('x')},
    case when n % 2 = 0 then 'RINGING' end, case when n % 2 = 0 then 'NOT_CONTACTED' end,
    case when n % 2 = 0 then timestamptz '2026-03-01Z' + (n % 2000000) * interval '1 second' end,
    n / 100000, timestamptz '2026-01-01Z' + (n / 100000) * interval '1 day'
  from (select n, (n * 7919::bigint % 1000003)::int as x,
      (array['Asha', 'Ravi', 'Meena', 'Imran', 'Zoya', 'Kiran', 'Deepak', 'Sunita'])[1 + n % 8] || ' '
        || (array['Verma', 'Kumar', 'Iyer', 'Khan', 'Patil', 'Das', 'Rao', 'Singh', 'Nair'])[1 + n / 8 % 9] as name,
      '9' || lpad((n * 7919::bigint % 1000000000)::text, 9, '0') as phone, 'City ' || n % 300 as city
    from generate_series(1, ${count}) n) g`;

const keys = `insert into loan_keys (id, client_id, status, created_at, customer_name, loan_number, city, product, bucket, dpd,
    principal_outstanding, due_date, batch_no)
  select id, client_id, status, created_at, customer_name, loan_number, city, product, bucket, dpd, principal_outstanding,
    due_date, batch_no from loans`;

const contacts = (ofEach: number) =>
  `insert into dispositions (id, loan_id, channel, agent_id, manager_id, code, disposition_class, recorded_at, created_at)
  select gen_random_uuid(), id, 'CALL', collector_id, manager_id, disposition, disposition_class,
    disposition_at - n * interval '1 day', disposition_at - n * interval '1 day'
  from loans cross join generate_series(0, ${ofEach - 1}) n where disposition is not null`;

async function logIn(pool: Pool, id: string, role: Role): Promise<{ id: string; token: string }> {
  const { token } = await openSession(drizzle({ client: pool }), { id, role });
  return { id, token };
}

/** Runs `load` without the indexes of the tables (but their keys), and builds them at once after it: a third of the time. */
export async function withoutIndexes(
  client: PoolClient,
  tables: readonly string[],
  load: () => Promise<void>,
): Promise<void> {
  const found = await client.query<{ indexname: string; indexdef: string }>(
    `select i.relname as indexname, pg_get_indexdef(i.oid) as indexdef
     from pg_index x join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
     where t.relname = any($1) and not exists (select 1 from pg_constraint c where c.conindid = i.oid)`,
    [tables],
  );
  for (const { indexname } of found.rows) await client.query(`drop index ${indexname}`);
  await load();
  for (const { indexdef } of found.rows) await client.query(indexdef);
}

/** Fills a migrated, empty database with a million loans, half of them worked `contactsOfEach` times, and logs three people in. */
export async function makeMillionLoans(
  pool: Pool,
  contactsOfEach = 1,
  count = LOANS,
): Promise<Onlookers> {
  const client = await pool.connect();
  try {
    await client.query(`set statement_timeout = 0; set session_replication_role = replica;
      set maintenance_work_mem = '512MB'; set synchronous_commit = off`);
    await withoutIndexes(
      client,
      ['loans', 'loan_keys', 'loan_search', 'dispositions'],
      async () => {
        for (const statement of [...people, loans(count), words, keys, contacts(contactsOfEach)])
          await client.query(statement);
      },
    );
    await client.query('vacuum analyze');
  } finally {
    client.release(true);
  }
  return {
    collector: await logIn(pool, '00000000-0000-7000-8b00-000000000007', 'COLLECTOR'),
    manager: await logIn(pool, '00000000-0000-7000-8a00-000000000007', 'MANAGER'),
    admin: await logIn(pool, '00000000-0000-7000-8d00-000000000000', 'ADMIN'),
  };
}
