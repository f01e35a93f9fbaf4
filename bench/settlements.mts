import type { Pool } from 'pg';
import { repeatedRow } from './bench-row.mts';
import type { BenchRow } from './bench-row.mts';
import { besideSql } from './beside-sql.mts';
import type { Asked } from './beside-sql.mts';
import { makeMillionLoans } from './million-loans.mts';
import { onOwnDatabase, onServer } from './own-database.mts';

const SETTLEMENTS = 100_000;
const MOST_TIMES = 2;
/** Asked so often in a repeat, in turns with the bare SQL. */
const ASKED = 8;

// One for each loan, in all states that a book has after a year; every approval by one of two people.
const settlements = `insert into settlements (id, loan_id, client_id, state, waits_for, waits_since, kind, offered_amount,
    due_amount, valid_until, instalments, reason, proposed_by, proposed_at, offered_on, maker_id, is_flagged,
    is_restructuring, grace_days, waived_amount, paid_amount)
  select ('00000000-0000-7000-8f00-0' || lpad(n::text, 11, '0'))::uuid, l.id, l.client_id, x.state,
    case x.state when 'PROPOSED' then 'MANAGER' when 'APPROVED_BY_MANAGER' then 'CLIENT' when 'APPROVED_BY_CLIENT' then 'LETTER'
      when 'ACTIVE' then 'PAYMENT' end,
    at, 'ONE_TIME', 8000 + n % 1500, 10000, date '2026-01-01' + n % 330, '[]', 'HARDSHIP', l.collector_id, at, at::date,
    l.collector_id, false, n % 20 = 0, 3, case x.state when 'FULFILLED' then 1000 end, n % 8000
  from (select l.*, (row_number() over (order by id))::int as n from loans l order by id limit ${SETTLEMENTS}) l
    cross join lateral (select (array['PROPOSED', 'APPROVED_BY_MANAGER', 'APPROVED_BY_CLIENT', 'ACTIVE', 'FULFILLED',
      'FULFILLED', 'FULFILLED', 'BROKEN', 'EXPIRED', 'REJECTED'])[1 + n % 10] as state,
      timestamptz '2026-01-01Z' + n * interval '4 minutes' as at) x`;

const events = `insert into settlement_events (id, settlement_id, revision, action, to_state, actor_id, actor_role, level, at,
    offered_amount, waiver_amount, valid_until, instalments, paid_amount)
  select gen_random_uuid(), s.id, e.revision, e.action, s.state, l.manager_id, 'MANAGER', 'MANAGER',
    s.proposed_at + e.revision * interval '1 hour', s.offered_amount, s.due_amount - s.offered_amount, s.valid_until, '[]', 0
  from settlements s join loans l on l.id = s.loan_id
    cross join (values (1, 'PROPOSE'), (2, 'APPROVE')) as e(revision, action) where e.revision = 1 or s.state <> 'PROPOSED'`;

async function fill(pool: Pool): Promise<string> {
  const { admin } = await makeMillionLoans(pool, 1, SETTLEMENTS);
  const client = await pool.connect();
  await client.query(`set statement_timeout = 0; set session_replication_role = replica`);
  for (const statement of [settlements, events]) await client.query(statement);
  await client.query('vacuum analyze');
  client.release(true);
  return admin.token;
}

const shown = `s.id, l.loan_number, l.customer_name, c.name, l.product, l.bucket, s.state, s.waits_for, s.waits_since, s.kind,
  s.offered_amount, s.due_amount, s.waiver_amount, s.valid_until, s.next_due_on, s.next_amount, s.paid_amount, u.full_name,
  s.proposed_at, s.revision`;
const sums = (where: string) =>
  `count(*) filter (where ${where}), coalesce(sum(s.offered_amount) filter (where ${where}), 0)`;

/** What each call needs at least of the database, written by hand. */
const CASES: readonly Asked[] = [
  {
    name: 'settlements, list with its tallies',
    path: '/settlement/getAdminSettlement?view=open&pageSize=25',
    bare: [
      `select count(*), ${sums("s.waits_for = 'ADMIN'")}, ${sums('s.waits_for is not null')},
        ${sums("s.waits_for in ('CLIENT', 'CLIENT_HEAD', 'LETTER')")},
        ${sums("s.state in ('LETTER_ISSUED', 'ACTIVE')")}, ${sums('s.waits_for is null')}
      from settlements s join loans l on l.id = s.loan_id where l.status <> 'DELETED'`,
      `select ${shown} from settlements s join loans l on l.id = s.loan_id join clients c on c.id = s.client_id
        join users u on u.id = s.proposed_by where s.waits_for is not null and l.status <> 'DELETED'
      order by s.proposed_at desc, s.id desc limit 25`,
    ],
  },
  {
    name: 'settlements, report of a quarter',
    path: '/settlement/report?gte=2026-04-01&lte=2026-06-30',
    bare: [
      `select c.name, u.full_name, a.level, count(*), count(*) filter (where s.is_restructuring), sum(s.due_amount),
        sum(s.offered_amount), sum(s.waiver_amount), sum(s.paid_amount), count(*) filter (where s.state = 'FULFILLED'),
        count(*) filter (where s.state in ('BROKEN', 'EXPIRED'))
      from (select distinct on (settlement_id) * from settlement_events where action = 'APPROVE'
          order by settlement_id, revision desc) a
        join settlements s on s.id = a.settlement_id join clients c on c.id = s.client_id join users u on u.id = a.actor_id
      where a.at >= '2026-03-31T18:30:00Z' and a.at < '2026-06-30T18:30:00Z'
      group by c.id, u.id, a.level order by c.name, u.full_name`,
    ],
  },
];

/** The list and the quarterly report of 100,000 settlements from the built server, beside their bare SQL. */
export async function run(): Promise<BenchRow[]> {
  return onOwnDatabase(async (own) => {
    const token = await fill(own.pool);
    return onServer(own, async ({ url }) => {
      const rows: BenchRow[] = [];
      for (const one of CASES) {
        const { ours, peer } = await besideSql(one, { ...own, url, token }, ASKED);
        rows.push(repeatedRow(one.name, ours, peer, { atMost: MOST_TIMES }, 'ms'));
      }
      return rows;
    });
  });
}
