import { sql } from 'drizzle-orm';
import type { TestServer } from './server.ts';

/** How much of everything the books have. */
const LOANS = 70;

/**
 * Books of some months around March 2026 for the reports' proof: loans of both lenders, some deleted, paid or nobody's;
 * allocations that ended and moved; contacts at the edges of days, some that arrived a week late; receipts, claims,
 * payments, some cancelled or reversed; promises in every state. The same seed gives the same books but for people's ids.
 */
export async function makeReportBooks(
  { db, people, clients }: TestServer,
  seed: number,
): Promise<void> {
  const collectors = [people.collector.id, people.collector2.id, people.collector3.id];
  const field = [people.fieldagent.id, people.fieldagent2.id];
  const { manager, manager2, admin } = people;
  await db.transaction(async (tx) => {
    await tx.execute(sql`select setseed(${(seed % 1000) / 1000})`);
    await tx.execute(sql`
      insert into loans (id, loan_number, client_id, customer_name, mobile_number, city, bucket, product, region, dpd, due_date,
        total_due_amount, status, manager_id, created_at)
      select md5(random()::text)::uuid, 'RB-' || n, case when random() < 0.6 then ${clients.X.id}::uuid else ${clients.Y.id}::uuid end,
        'Borrower ' || n, case when random() < 0.8 then '98765' || lpad(n::text, 5, '0') end,
        (array['Pune', 'Nashik', null])[1 + floor(random() * 3)], (array['X', '1', '2', null])[1 + floor(random() * 4)],
        (array['Gold', 'Personal'])[1 + floor(random() * 2)], 'West',
        case when random() < 0.8 then floor(random() * 120) end,
        case when random() < 0.4 then date '2025-08-01' + floor(random() * 240)::int
          -- On a bucket's first and last day when a month begins.
          when random() < 0.6 then (array['2026-03-01', '2026-04-01'])[1 + floor(random() * 2)]::date
            - (array[30, 31, 60, 61, 90, 91, 180, 181])[1 + floor(random() * 8)] end,
        (array[0, 1, 4999, 125000, 2000000001])[1 + floor(random() * 5)]::bigint,
        (array['ACTIVE', 'ACTIVE', 'ACTIVE', 'PAID', 'WITHDRAWN', 'DELETED'])[1 + floor(random() * 6)],
        case when random() < 0.6 then ${manager.id}::uuid else ${manager2.id}::uuid end,
        timestamptz '2026-01-31 18:29:59Z' + random() * interval '70 days'
      from generate_series(1, ${LOANS}::int) n`);
    // Ends around the edges of months, some of them taken back.
    await tx.execute(sql`
      insert into loan_closures (id, command_id, loan_id, reason, closed_by, closed_at, reopened_by, reopened_at)
      select md5(random()::text)::uuid, md5(random()::text)::uuid, l.id, case when l.status = 'ACTIVE' then 'WITHDRAWN' else l.status end,
        ${admin.id}, s.closed_at, case when l.status = 'ACTIVE' then ${admin.id}::uuid end,
        case when l.status = 'ACTIVE' then s.closed_at + interval '1 day' end
      from loans l cross join lateral (select case when ascii(right(l.id::text, 1)) % 2 = 0
          then timestamptz '2026-03-31 18:29:59Z' + floor(random() * 2) * interval '1 second'
          else timestamptz '2026-02-10Z' + random() * interval '60 days' end as closed_at) s
      where l.loan_number like 'RB-%' and (l.status <> 'ACTIVE' or l.loan_number like '%7')`);
    await allocationsOf(tx, collectors, 'COLLECTOR');
    await allocationsOf(tx, field, 'FIELD');
    await tx.execute(sql`
      update loans l set
        collector_id = (select a.assignee_id from allocations a where a.loan_id = l.id and a.kind = 'COLLECTOR' and a.ended_at is null),
        field_agent_id = (select a.assignee_id from allocations a where a.loan_id = l.id and a.kind = 'FIELD' and a.ended_at is null)
      where l.loan_number like 'RB-%' and l.status = 'ACTIVE'`);
    await tx.execute(sql`
      insert into dispositions (id, loan_id, channel, agent_id, manager_id, code, disposition_class, duration, promise_amount,
        amount_collected, on_date, recorded_at, created_at)
      select md5(random()::text)::uuid, m.loan_id, k.channel, m.agent_id,
        case when m.agent_id in (${people.collector3.id}, ${people.fieldagent2.id}) then ${manager2.id}::uuid else ${manager.id}::uuid end,
        k.code, k.disposition_class, case when k.channel = 'CALL' then floor(random() * 300) end,
        case when k.disposition_class = 'PTP' then 1 + floor(random() * 9000) end,
        case when k.disposition_class = 'PAID' then 1 + floor(random() * 9000) end,
        case when k.disposition_class = 'PTP' then m.at::date + 3 end, m.at, m.at + (random() * 8)::int * interval '1 day'
      from (select l.id as loan_id, n,
          case when random() < 0.7 then (${sql.param(collectors)}::uuid[])[1 + floor(random() * 3)]
            else (${sql.param(field)}::uuid[])[1 + floor(random() * 2)] end as agent_id,
          case when random() < 0.3
            -- The last and first second of a day in India.
            then timestamptz '2026-02-20 18:29:59Z' + floor(random() * 50) * interval '1 day' + floor(random() * 2) * interval '1 second'
            else timestamptz '2026-02-20 00:00Z' + random() * interval '50 days' end as at
        from loans l, generate_series(1, 5) n where l.loan_number like 'RB-%') m
        join users u on u.id = m.agent_id
        join lateral (select * from disposition_codes c
          where c.channel = case when u.role = 'FIELD_AGENT' then 'FIELD' else 'CALL' end
          order by md5(c.code || m.loan_id::text || m.n) limit 1) k on true`);
    await tx.execute(sql`
      insert into receipts (id, disposition_id, loan_id, client_id, agent_id, manager_id, amount, collected_on, is_claim, cancelled_at)
      select md5(random()::text)::uuid, d.id, d.loan_id, l.client_id, d.agent_id, d.manager_id, d.amount_collected,
        (d.recorded_at at time zone 'Asia/Kolkata')::date, d.channel = 'CALL', case when random() < 0.15 then now() end
      from dispositions d join loans l on l.id = d.loan_id where d.amount_collected > 0 and l.loan_number like 'RB-%'`);
    await tx.execute(sql`
      insert into payments (id, client_id, loan_id, source, sheet_id, row, amount, applied_amount, paid_on, collector_id,
        manager_id, payment_key, reversed_at, created_by, created_at)
      select md5(random()::text)::uuid, l.client_id, l.id, 'PAYMENT', md5(random()::text)::uuid, 2, 7 + floor(random() * 5000), 0,
        date '2026-02-20' + floor(random() * 50)::int,
        (${sql.param([...collectors, ...field])}::uuid[])[1 + floor(random() * 7)], l.manager_id, md5(random()::text),
        case when random() < 0.2 then now() end, ${admin.id}, timestamptz '2026-03-01Z' + random() * interval '40 days'
      from loans l, generate_series(1, 2) where l.loan_number like 'RB-%'`);
    // Some payments confirm a receipt or a claim of the same loan: a rupee that is told twice counts once.
    await tx.execute(sql`
      update receipts r set payment_id = p.id from (select distinct on (loan_id) loan_id, id from payments
        where reversed_at is null order by loan_id, id) p
      where p.loan_id = r.loan_id and r.cancelled_at is null and r.id in
        (select distinct on (loan_id) id from receipts where cancelled_at is null order by loan_id, md5(id::text))`);
    await tx.execute(sql`
      insert into promises (id, loan_id, agent_id, amount, made_at, made_on, due_on, state, paid_amount, said_amount)
      select d.id, d.loan_id, d.agent_id, d.promise_amount, d.recorded_at, (d.recorded_at at time zone 'Asia/Kolkata')::date,
        d.on_date, (array['OPEN', 'KEPT', 'PART_KEPT', 'BROKEN', 'REPLACED', 'CLOSED'])[1 + floor(random() * 6)],
        floor(random() * 100), floor(random() * 100)
      from dispositions d join loans l on l.id = d.loan_id where d.disposition_class = 'PTP' and l.loan_number like 'RB-%'
      on conflict do nothing`);
    await tx.execute(sql`
      update loans l set disposition = d.code, disposition_class = d.disposition_class, disposition_at = d.recorded_at
      from (select distinct on (loan_id) * from dispositions order by loan_id, recorded_at desc, id desc) d
      where d.loan_id = l.id and l.loan_number like 'RB-%' and l.loan_number not like '%9'`);
    await tx.execute(sql`
      insert into contact_holds (id, loan_id, kind, starts_at, ends_at)
      select md5(random()::text)::uuid, l.id, 'DISPUTE', '2026-03-01Z', case when random() < 0.5 then '2026-03-02Z'::timestamptz end
      from loans l where l.loan_number like 'RB-%3'`);
  });
}

type Tx = Parameters<Parameters<TestServer['db']['transaction']>[0]>[0];

/** One or two allocations of most loans, one behind the other; the last one open or ended. */
async function allocationsOf(tx: Tx, people: readonly string[], kind: 'COLLECTOR' | 'FIELD') {
  await tx.execute(sql`
    with spans as (select l.id as loan_id, l.status, random() as r,
        timestamptz '2026-02-10 18:30Z' + floor(random() * 40) * interval '1 day' as first_at,
        floor(random() * 20) * interval '1 day' as held
      from loans l where l.loan_number like 'RB-%' and random() < ${kind === 'FIELD' ? 0.4 : 0.85})
    insert into allocations (id, loan_id, assignee_id, kind, allocated_at, ended_at)
    select md5(random()::text)::uuid, s.loan_id, (${sql.param([...people])}::uuid[])[1 + (ascii(right(s.loan_id::text, 1)) + n) % ${people.length}::int],
      ${kind}, case when n = 1 then s.first_at else s.first_at + s.held end,
      case when n = 1 and (s.r < 0.6 or s.status <> 'ACTIVE') then s.first_at + s.held
        when n = 2 and s.status <> 'ACTIVE' then s.first_at + s.held * 2 end
    from spans s, generate_series(1, 2) n where n = 1 or s.r < 0.6`);
}
