import type { Pool } from 'pg';
import { newId } from '../server/ids.ts';
import { onOwnDatabase } from './own-database.mts';
import type { OwnDatabase } from './own-database.mts';

/** Agents and payments of the month: `MONTH_PAYMENTS=20000` for a quick look. */
export const agents = Number(process.env['MONTH_AGENTS'] ?? 500);
export const payments = Number(process.env['MONTH_PAYMENTS'] ?? 200_000);
/** The month in which all of them were made, by its first and last day. */
export const MONTH = '2025-10-01';
export const LAST_DAY = '2025-10-31';

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
       book as (select id, client_id, product, bucket, row_number() over (order by loan_number) as n, count(*) over () as all_loans from loans),
       told as (select n, 1 + n % max_n as loan_n from generate_series(1, $1::int) n, (select max(n) as max_n from book) x)
       insert into payments (id, client_id, loan_id, source, sheet_id, row, amount, applied_amount, paid_on, collector_id,
         manager_id, holder_id, leader_id, payment_key, created_by, loan_then)
       select gen_random_uuid(), b.client_id, b.id, 'PAYMENT', $2, t.n, 500 + t.n % 9000, 500 + t.n % 9000,
         $3::date + (t.n % 31)::int, s.ids[1 + t.loan_n % cardinality(s.ids)], s.leads[1 + t.loan_n % cardinality(s.ids)],
         null, null, t.n::text, $2, jsonb_build_object('product', b.product, 'bucket', b.bucket, 'dpd', t.n % 200)
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

/** Runs what measures on a database with that month. */
export async function withMonth<Result>(
  work: (own: OwnDatabase) => Promise<Result>,
): Promise<Result> {
  return onOwnDatabase(async (own) => {
    await fill(own.pool);
    return work(own);
  });
}
