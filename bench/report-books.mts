import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import { keepMonth } from '../server/reports/loan-months.ts';
import { makeMillionLoans, withoutIndexes } from './million-loans.mts';

/** Loans of the books; five contacts each in March 2026. `REPORT_LOANS=1000000` for the full size. */
const LOANS = Number(process.env['REPORT_LOANS'] ?? 100_000);
const CONTACTS_OF_EACH = 5;

// Five contacts of each loan in the month, of every code there is, by whoever has the loan.
const contacts = `insert into dispositions (id, loan_id, channel, agent_id, manager_id, code, disposition_class, duration,
    promise_amount, amount_collected, on_date, recorded_at, created_at)
  select gen_random_uuid(), l.id, 'CALL', l.collector_id, l.manager_id, k.code, k.disposition_class, (l.n * 13 + g) % 300,
    case when k.disposition_class = 'PTP' then 500 + l.n % 9000 end, case when k.disposition_class = 'PAID' then 300 + l.n % 5000 end,
    case when k.disposition_class = 'PTP' then (at::date + 3) end, at, at
  from (select *, (row_number() over (order by id))::int as n from loans) l cross join generate_series(1, ${CONTACTS_OF_EACH}) g
    join (select *, row_number() over (order by code) - 1 as place, count(*) over () as all_codes from disposition_codes
      where channel = 'CALL' and code <> 'CALL_STARTED') k on k.place = (l.n * 7 + g * 5) % k.all_codes
    cross join lateral (select timestamptz '2026-02-28 18:30Z' + ((l.n * 37 + g * 535680)::bigint % 2678400) * interval '1 second' as at) t`;

const receipts = `insert into receipts (id, disposition_id, loan_id, client_id, agent_id, manager_id, amount, collected_on, is_claim)
  select gen_random_uuid(), d.id, d.loan_id, l.client_id, d.agent_id, d.manager_id, d.amount_collected,
    (d.recorded_at at time zone 'Asia/Kolkata')::date, true
  from dispositions d join loans l on l.id = d.loan_id where d.amount_collected > 0`;

const payments = `insert into payments (id, client_id, loan_id, source, sheet_id, row, amount, applied_amount, paid_on, collector_id,
    manager_id, payment_key, created_by)
  select gen_random_uuid(), client_id, id, 'PAYMENT', '00000000-0000-7000-8d00-000000000000', 2, 100 + n % 9000, 0,
    date '2026-03-01' + n % 31, collector_id, manager_id, n::text, '00000000-0000-7000-8d00-000000000000'
  from (select *, (row_number() over (order by id))::int as n from loans) l where n % 4 = 0`;

const promises = `insert into promises (id, loan_id, agent_id, amount, made_at, made_on, due_on, state)
  select d.id, d.loan_id, d.agent_id, d.promise_amount, d.recorded_at, (d.recorded_at at time zone 'Asia/Kolkata')::date, d.on_date,
    (array['KEPT', 'BROKEN', 'PART_KEPT', 'REPLACED'])[1 + d.duration % 4]
  from dispositions d where d.disposition_class = 'PTP' on conflict do nothing`;

const allocations = `insert into allocations (id, loan_id, assignee_id, kind, allocated_at, ended_at)
  select gen_random_uuid(), id, collector_id, 'COLLECTOR', timestamptz '2026-02-01Z' + n % 50 * interval '1 day', null
  from (select *, (row_number() over (order by id))::int as n from loans) l`;

const lastOnes = `update loans l set disposition = d.code, disposition_class = d.disposition_class, disposition_at = d.recorded_at
  from (select distinct on (loan_id) * from dispositions order by loan_id, recorded_at desc, id desc) d where d.loan_id = l.id`;

// Some loans cannot be worked: a settlement is open, a hold is in force, the number is wrong, for all or for the loan.
const settled = `update loans l set settlement_state = 'ACTIVE' from (select id, row_number() over (order by id) as n from loans) x
  where x.id = l.id and x.n % 80 = 1`;
const holds = `insert into contact_holds (id, loan_id, kind, channel)
  select gen_random_uuid(), id, 'HARDSHIP', case when n % 2 = 0 then 'CALL' end
  from (select id, row_number() over (order by id) as n from loans) l where n % 50 = 2`;
const wrongNumbers = `insert into contact_numbers (id, number, loan_id)
  select gen_random_uuid(), mobile_number, case when n % 2 = 0 then id end
  from (select *, row_number() over (order by id) as n from loans) l where n % 30 = 3 on conflict do nothing`;

// Triggers are left out while loading.
const sums = `insert into contact_sums select a.*, true from contact_sums_anew() a`;

/** Fills a migrated, empty database with a month's work; answers an admin's token. */
export async function fillReportBooks(pool: Pool): Promise<string> {
  const { admin } = await makeMillionLoans(pool, 0, LOANS);
  const client = await pool.connect();
  await client.query(
    `set statement_timeout = 0; set session_replication_role = replica; set synchronous_commit = off;
     set maintenance_work_mem = '512MB'; set work_mem = '256MB'`,
  );
  const tables = ['dispositions', 'receipts', 'payments', 'promises', 'allocations', 'loans'];
  await withoutIndexes(client, tables, async () => {
    for (const statement of [
      contacts,
      receipts,
      payments,
      promises,
      allocations,
      lastOnes,
      settled,
      holds,
      wrongNumbers,
      sums,
    ])
      await client.query(statement);
  });
  // As upkeep keeps it while the month runs.
  await keepMonth(drizzle({ client }), {
    start: '2026-02-28T18:30:00Z',
    end: '2026-03-31T18:30:00Z',
  });
  await client.query('vacuum analyze');
  client.release(true);
  return admin.token;
}
