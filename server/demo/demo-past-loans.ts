import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';
import { cameWith, instalmentsPaid, instantAt, lot } from './demo-past-ask.ts';
import type { PastAsk } from './demo-past-ask.ts';

/** Share of the present loans that came with today's file; the others came before. */
const NEW_SHARE = 0.08;
const MOST_AGE = 290;
/** So many loans of the past to one of the present. */
const PAST_SHARE = 0.65;

/** The day on which a loan of the past ended: between a good month after it came and half a year, or the day before yesterday. */
const endOf = (key: SQL, came: SQL, today: string): SQL =>
  sql`(${came} + 40 + floor(${lot(key, sql`'ended'`)} * least(140, ${today}::date - ${came} - 42))::int)`;

/**
 * Most of the present loans came before today's file: so long ago that what they were past due then, the days since and the
 * instalments paid meanwhile give what they are past due now.
 */
export async function backdateLoans(tx: Db, { today, zone }: PastAsk): Promise<void> {
  const key = sql`l.loan_number`;
  const age = sql`greatest(1, least(${MOST_AGE}::int, coalesce(l.dpd, 0) - ${cameWith(key)} + 30 * ${instalmentsPaid(key)}))`;
  await tx.execute(sql`update loans l set created_at = ${instantAt(sql`${today}::date - ${age}`, sql`'10:30'`, zone)}
    where ${lot(key, sql`'age'`)} >= ${NEW_SHARE}`);
}

/** Loans that came and ended: paid, recalled by their lenders, or over with their period. They have names and numbers of their own. */
export async function addPastLoans(tx: Db, { today, zone }: PastAsk): Promise<void> {
  const how = lot(sql`o.number`, sql`'how'`);
  await tx.execute(sql`
    insert into loans (id, loan_number, client_id, customer_name, mobile_number, address, city, state, pincode, region,
      branch, product, bucket, dpd, loan_amount, emi_amount, principal_outstanding, interest_outstanding, penalty_amount,
      total_due_amount, disbursal_date, due_date, latitude, longitude, other_columns, manager_id, status, created_at)
    select gen_random_uuid(), o.number, o.client_id, o.name, o.mobile, o.address, o.city, o.state, o.pincode, o.region,
      o.branch, o.product, o.bucket, o.dpd, o.loan_amount, o.emi_amount, o.principal_outstanding, o.interest_outstanding,
      o.penalty_amount, case when o.status = 'PAID' then 0 else o.total_due_amount end, o.disbursal_date - 300,
      o.came_on - ${cameWith(sql`o.number`)}, o.latitude, o.longitude, o.other_columns,
      case when o.status = 'PAID' then o.manager_id end, o.status, ${instantAt(sql`o.came_on`, sql`'10:30'`, zone)}
    from (
      select o.*, ${endOf(sql`o.number`, sql`o.came_on`, today)} as ended_on,
        case when ${how} < 0.3 then 'PAID' when ${how} < 0.7 then 'WITHDRAWN' else 'EXPIRED' end as status
      from (
        select l.client_id, l.city, l.state, l.region, l.product, l.bucket, l.dpd, l.loan_amount, l.emi_amount,
          l.principal_outstanding, l.interest_outstanding, l.penalty_amount, l.total_due_amount, l.disbursal_date,
          l.other_columns, m.manager_id, l.next_address as address, l.next_pincode as pincode, l.next_branch as branch,
          l.next_latitude as latitude, l.next_longitude as longitude, l.number,
          split_part(l.customer_name, ' ', 1) || ' ' || split_part(l.next_name, ' ', 2) as name,
          '7' || lpad((hashtext(l.loan_number || l.next_name)::bigint & 536870911)::text, 9, '0') as mobile,
          ${today}::date - (45 + floor(${lot(sql`l.number`, sql`'came'`)} * 280))::int as came_on
        from (select k.*, overlay(k.loan_number placing '0009' from length(k.loan_number) - 7 for 4) as number,
            lead(k.customer_name) over w as next_name, lead(k.address) over w as next_address,
            lead(k.pincode) over w as next_pincode, lead(k.branch) over w as next_branch,
            lead(k.latitude) over w as next_latitude, lead(k.longitude) over w as next_longitude
          from loans k where k.status = 'ACTIVE' window w as (partition by k.client_id, k.city order by k.loan_number)) l
          join manager_clients m on m.client_id = l.client_id
        where l.next_name is not null and ${lot(sql`l.loan_number`, sql`'past'`)} < ${PAST_SHARE}) o) o`);
}

/** The ends of the loans of the past. */
export async function closePastLoans(tx: Db, { today, zone, adminId }: PastAsk): Promise<void> {
  const came = sql`(l.created_at at time zone ${zone})::date`;
  const ended = instantAt(endOf(sql`l.loan_number`, came, today), sql`'21:10'`, zone);
  await tx.execute(sql`
    insert into loan_closures (id, command_id, loan_id, reason, manager_id, closed_by, closed_at)
    select gen_random_uuid(), gen_random_uuid(), l.id, l.status, m.manager_id,
      case when l.status <> 'EXPIRED' then ${adminId}::uuid end, ${ended}
    from loans l join manager_clients m on m.client_id = l.client_id where l.status <> 'ACTIVE'`);
  await tx.execute(
    sql`update lender_figures f set told_at = c.closed_at from loan_closures c where c.loan_id = f.loan_id`,
  );
}
