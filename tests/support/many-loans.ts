import type { Pool } from 'pg';

/** How many loans and people the tables of query plans hold: enough that the planner chooses as it does at a million. */
const LOANS = 60_000;
const CLIENTS = 10;
const MANAGERS = 50;
const COLLECTORS = 500;

const numbered = (prefix: string, column: string, count: number) =>
  `('${prefix}' || lpad((${column} % ${count})::text, 11, '0'))::uuid`;
const clientOf = (n: string) => numbered('00000000-0000-7000-8c00-0', n, CLIENTS);
const managerOf = (n: string) => numbered('00000000-0000-7000-8a00-0', n, MANAGERS);
const collectorOf = (n: string) => numbered('00000000-0000-7000-8b00-0', n, COLLECTORS);

const person = (role: string, id: string, count: number, more = '', values = '') =>
  `insert into users (id, role, username, email, full_name, password_hash${more})
   select ${id}, '${role}', '${role}' || n, '${role}' || n || '@many', '${role} ' || n, 'none'${values}
   from generate_series(0, ${count - 1}) n`;

/** A lender's file has thirty columns or more: those that we have no field for weigh on the table, not on the indexes. */
const otherColumns = `'${JSON.stringify(
  Object.fromEntries(
    Array.from({ length: 14 }, (_, n) => [`Lender column ${n}`, `what it says of this loan ${n}`]),
  ),
)}'`;

// Loans of one person lie scattered over the table, as they do in life; every second one was worked, few have a promise,
// a visit day or an end.
const statements = [
  `insert into clients (id, name) select ${clientOf('n')}, 'Lender ' || n from generate_series(0, ${CLIENTS - 1}) n`,
  person('MANAGER', managerOf('n'), MANAGERS),
  person('COLLECTOR', collectorOf('n'), COLLECTORS, ', manager_id', `, ${managerOf('n')}`),
  `insert into loans (id, loan_number, client_id, customer_name, mobile_number, address, city, product, bucket, dpd,
    principal_outstanding, total_due_amount, due_date, other_columns, collector_id, manager_id, field_agent_id, visit_date,
    disposition, disposition_class, disposition_at, promise_date, batch_no, status, created_at)
   select ('00000000-0000-7000-8e00-0' || lpad(n::text, 11, '0'))::uuid, 'LN' || x, ${clientOf('n / 7')},
    (array['Asha', 'Ravi', 'Meena', 'Imran', 'Zoya', 'Kiran', 'Deepak', 'Sunita'])[1 + n % 8] || ' ' || x % 977,
    '9' || lpad(x::text, 9, '0'), n % 900 || ' Station Road', 'City ' || x % 300, (array['Gold', 'Car', 'Home', 'Personal'])[1 + x % 4],
    (x % 7)::text, nullif(x % 180, 0), x % 777 * 900, nullif(x % 99991, 0) * 7, date '2026-01-05' + x % 28, ${otherColumns},
    ${collectorOf('x')}, ${managerOf('x')}, case when x % 40 = 0 then ${collectorOf('x')} end,
    case when x % 40 = 0 then date '2026-03-01' + x % 30 end,
    case when x % 2 = 0 then (array['RINGING', 'PTP', 'CALLBACK', 'REFUSED'])[1 + x % 3] end, case when x % 2 = 0 then 'NOT_CONTACTED' end,
    case when x % 2 = 0 then timestamptz '2026-03-01Z' + x * interval '20 seconds' end,
    case when x % 30 = 0 then date '2026-04-01' + x % 9 end, n / 5000,
    case when x % 200 = 1 then 'PAID' when x % 200 = 3 then 'DELETED' else 'ACTIVE' end,
    timestamptz '2026-01-01Z' + (n / 5000) * interval '1 day'
   from (select n, (n * 7919::bigint % 60013)::int as x from generate_series(1, ${LOANS}) n) g`,
  `insert into loan_search (loan_id, words)
   select id, loan_words(customer_name, loan_number, mobile_number, alternate_mobile_number, address, city, pincode) from loans`,
  `insert into loan_keys (id, client_id, status, created_at, customer_name, loan_number, city, product, bucket, dpd,
    principal_outstanding, due_date, batch_no)
   select id, client_id, status, created_at, customer_name, loan_number, city, product, bucket, dpd, principal_outstanding,
    due_date, batch_no from loans`,
  `insert into dispositions (id, loan_id, channel, agent_id, manager_id, code, disposition_class, recorded_at, created_at)
   select gen_random_uuid(), id, 'CALL', collector_id, manager_id, 'RINGING', 'NOT_CONTACTED', disposition_at - n * interval '1 day', disposition_at
   from loans cross join generate_series(0, 1) n where disposition is not null`,
];

/** One collector of 120 loans, its manager of 1,200, a lender of 6,000. */
export const someone = {
  collector: '00000000-0000-7000-8b00-000000000007',
  manager: '00000000-0000-7000-8a00-000000000007',
  client: '00000000-0000-7000-8c00-000000000003',
} as const;

/** Fills a migrated database with many loans and their statistics, in some seconds. */
export async function fillWithManyLoans(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set session_replication_role = replica; set synchronous_commit = off');
    const indexes = await client.query<{ indexname: string; indexdef: string }>(
      `select indexname, indexdef from pg_indexes where tablename in ('loans', 'loan_keys', 'loan_search') and indexname !~ '_pkey$'`,
    );
    // Built at once after the rows: a third of the time.
    for (const { indexname } of indexes.rows) await client.query(`drop index ${indexname}`);
    for (const statement of statements) await client.query(statement);
    for (const { indexdef } of indexes.rows) await client.query(indexdef);
    await client.query(
      'vacuum analyze loans, loan_keys, loan_search, dispositions, users, clients',
    );
  } finally {
    client.release(true);
  }
}
