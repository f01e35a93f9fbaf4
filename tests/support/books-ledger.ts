import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Db } from '../../server/database/connection.ts';
import { loansLeader } from './report-oracle-parts.ts';

/** The measures of money, whole rupees. */
export interface Measures extends Record<string, unknown> {
  claimed: number;
  receipted: number;
  verified: number;
  collected: number;
}

/*
 * The independent ledger: each measure from the raw contacts, receipts and payments. A manager's is of what were its loans then
 * and of what its people told and are credited for while it led them.
 */
const MONEY = `(
    select r.amount, r.agent_id as person, r.manager_id as lead, r.loan_id,
      case when d.channel = 'FIELD' then 'receipted' when r.payment_id is null and not exists (
        select 1 from receipts t join dispositions x on x.id = t.disposition_id
        where x.channel = 'CALL' and t.cancelled_at is null and t.loan_id = r.loan_id and t.amount = r.amount
          and lower(t.reference) = lower(r.reference) and t.id <> r.id and (t.id < r.id or t.payment_id is not null))
        then 'claimed' end as measure,
      d.channel = 'FIELD' as is_collected, d.recorded_at as at
    from dispositions d join receipts r on r.disposition_id = d.id and r.cancelled_at is null
    union all
    select p.amount, p.collector_id, p.manager_id, p.loan_id, 'verified',
      not exists (select 1 from receipts r join dispositions d on d.id = r.disposition_id
        where r.payment_id = p.id and d.channel = 'FIELD'),
      (p.paid_on + 1)::timestamp at time zone 'Asia/Kolkata'
    from payments p where p.reversed_at is null)`;

const SUMS = `coalesce(sum(amount) filter (where measure = 'claimed'), 0)::bigint as claimed,
    coalesce(sum(amount) filter (where measure = 'receipted'), 0)::bigint as receipted,
    coalesce(sum(amount) filter (where measure = 'verified'), 0)::bigint as verified,
    coalesce(sum(amount) filter (where is_collected), 0)::bigint as collected`;

async function sumOf(db: Db, where: SQL): Promise<Measures> {
  const { rows } = await db.execute<Measures>(
    sql`select ${sql.raw(SUMS)} from ${sql.raw(MONEY)} m where ${where}`,
  );
  const [measures] = rows;
  if (!measures) throw new Error('The ledger has no sums.');
  return measures;
}

/** The measures of all money, or of what a manager answers for, by the independent ledger. */
export async function ledgerOf(db: Db, managerId: string | null = null): Promise<Measures> {
  return sumOf(
    db,
    managerId === null
      ? sql`true`
      : sql`m.lead = ${managerId} or m.person = ${managerId}
          or m.measure = 'verified' and exists (select 1 from team_spans s where s.user_id = m.person
            and s.manager_id = ${managerId} and s.from_at < m.at and s.to_at >= m.at)
          or ${loansLeader(sql`m.loan_id`, sql`m.at`)} = ${managerId}`,
  );
}

/** The measures of what one person told and is credited for, or of what nobody is credited for, by the independent ledger. */
export async function ledgerOfPerson(db: Db, personId: string | null): Promise<Measures> {
  return sumOf(db, sql`m.person is not distinct from ${personId}::uuid`);
}

/** What a loan owes by the independent ledger, whole rupees. */
export interface LoanDue extends Record<string, unknown> {
  id: string;
  number: string;
  name: string;
  /** Whether it is worked. */
  isActive: boolean;
  clientId: string;
  managerId: string | null;
  due: number;
  /** Collected by agents, and no payment confirms it yet. */
  unverified: number;
  /** Somebody recorded an outcome this month. */
  isContacted: boolean;
  /** Amounts of the promises that were recorded. */
  promised: number;
  /** Payments of it that stand. */
  paid: number;
  holders: (string | null)[];
}

/** The due of every loan: the lender's last figure less what was verified and written off since its day. By number. */
export async function duesOf(db: Db): Promise<LoanDue[]> {
  const { rows } = await db.execute<LoanDue>(sql`
    select l.id, l.loan_number as number, l.customer_name as name, l.status = 'ACTIVE' as "isActive",
      l.client_id as "clientId", l.manager_id as "managerId",
      exists (select 1 from dispositions d where d.loan_id = l.id and d.code <> 'CALL_STARTED'
        and d.recorded_at >= date_trunc('month', now() at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata') as "isContacted",
      (case when f.amount <= 0 then f.amount when l.status = 'SETTLED' then 0 else greatest(f.amount - since.amount - waived.amount, 0) end)::bigint as due,
      (select coalesce(sum(d.promise_amount), 0) from dispositions d where d.loan_id = l.id)::bigint as promised,
      held.amount as unverified, whole.amount as paid,
      array[l.collector_id, l.field_agent_id]::text[] as holders
    from loans l join lender_figures f on f.loan_id = l.id
      cross join lateral (select coalesce(sum(p.amount), 0)::bigint as amount from payments p
        where p.loan_id = l.id and p.reversed_at is null
          and (p.paid_on > f.as_of or (f.as_of is null and p.created_at > f.told_at))) since
      cross join lateral (select coalesce(sum(p.amount), 0)::bigint as amount from payments p
        where p.loan_id = l.id and p.reversed_at is null) whole
      cross join lateral (select coalesce(sum(s.waived_amount), 0)::bigint as amount from settlements s
        where s.loan_id = l.id and (s.fulfilled_on >= f.as_of or (f.as_of is null and s.fulfilled_at > f.told_at))) waived
      cross join lateral (select coalesce(sum(r.amount), 0)::bigint as amount
        from receipts r join dispositions d on d.id = r.disposition_id
        where r.loan_id = l.id and d.channel = 'FIELD' and r.payment_id is null and r.cancelled_at is null) held
    where l.status <> 'DELETED' order by l.loan_number`);
  return rows;
}

/** A payment that stands, with whom it is credited to. */
export interface StandingPayment extends Record<string, unknown> {
  clientId: string;
  amount: number;
  /** `YYYY-MM-DD` */
  paidOn: string;
  personId: string | null;
  managerId: string | null;
}

/** The payments that stand. */
export async function paymentsOf(db: Db): Promise<StandingPayment[]> {
  const { rows } = await db.execute<StandingPayment>(sql`
    select client_id as "clientId", amount, paid_on::text as "paidOn", collector_id as "personId",
      manager_id as "managerId" from payments where reversed_at is null`);
  return rows;
}
